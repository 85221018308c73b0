import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import {
  type CompletionOption,
  completionsFor,
  extendsTypedText,
  withCompletion,
} from '#screenplay/completion.ts';
import { type SmartLists, smartListsOf } from '#screenplay/completionLists.ts';
import type { ElementType } from '#screenplay/element.ts';
import { isCueType } from '#screenplay/elementTypes/predicates.ts';
import { elementTypeTable } from '#screenplay/elementTypes/table.ts';
import type { Character } from '#shared/contract/characters.ts';
import type { Element } from '#shared/contract/elements.ts';
import { isComposingKey } from '#web/lib/composition.ts';
import { useStore } from '#web/lib/store.ts';
import { newSpeaker } from '#web/scriptSync/speakers.ts';
import { pressedTextKey } from '../keys/keys.ts';
import { offeredWords } from './offeredWords.ts';

export interface AcceptedCompletion {
  /** The whole line and its caret after the completion. */
  text: string;
  caret: number;
  option: CompletionOption;
}

interface CompletionInput {
  /** Key of the line. */
  line: number;
  type: ElementType;
  text: string;
  /** Offset in `text`. */
  caret: number;
  elements: readonly Element[];
  /** Index of the line among the elements, which may include it. */
  index: number;
  characters: readonly Character[];
  /** Whether the line has the focus. */
  isEnabled: boolean;
  /** From the script's format: an automatic (CONT'D) is not offered. */
  continuesAutomatically?: boolean;
  onAccept: (accepted: AcceptedCompletion) => void;
}

export interface Completion {
  /** Id of the listbox. */
  id: string;
  options: CompletionOption[];
  /** -1 if none is chosen; Enter and Tab then keep their meaning. */
  activeIndex: number;
  isOpen: boolean;
  /** Text that the options complete. */
  typed: string;
  /**
   * Name of the character that Enter would create; null if it is known or another option would be
   * accepted.
   */
  newName: string | null;
  /**
   * Handle a key. Returns null if the list does not use it. Handled keys are not passed to the
   * page.
   */
  onKey: (event: KeyboardEvent) => 'accepted' | 'moved' | 'closed' | null;
  accept: (index: number) => { text: string; caret: number } | null;
  /** Close the list until the line changes. */
  dismiss: () => void;
  /** Props for the field, which keeps the focus. */
  fieldProps: {
    'aria-autocomplete': 'list' | 'none';
    'aria-controls': string | undefined;
    'aria-activedescendant': string | undefined;
  };
}

export const optionId = (listId: string, index: number) => `${listId}-${index}`;

/** State of the list for one text of a line. */
interface Seen {
  line: number;
  /** Type and text of the line. */
  written: string;
  /**
   * Whether the line was changed since it was opened. The list does not open over text that is only
   * read.
   */
  isTouched: boolean;
  isDismissed: boolean;
  /** Option chosen with the arrow keys; null before. */
  chosen: number | null;
}

/** Completion list of a line. It opens while typing, and at an empty cue. */
export function useCompletion(input: CompletionInput): Completion {
  const { line, type, text, caret, elements, index, characters, isEnabled, onAccept } = input;
  const { continuesAutomatically = true } = input;
  const id = useId();
  const written = `${type} ${text}`;
  const [last, setSeen] = useState<Seen>(() => unseen(line, written));
  // Reset the state for another line.
  const seen = last.line === line ? last : unseen(line, written);
  if (seen.written !== written) setSeen({ ...unseen(line, written), isTouched: true });
  else if (seen !== last) setSeen(seen);

  const isCompleting = isEnabled && elementTypeTable[type].isCompleted;
  const offered = useStore(offeredWords);
  const known = useRef<SmartLists | null>(null);
  const lists = useMemo(
    () => (isCompleting ? smartListsOf(elements, index, known.current, offered) : null),
    [isCompleting, elements, index, offered],
  );
  known.current = lists ?? known.current;
  const cast = useMemo(() => characters.map(({ name }) => name), [characters]);
  const isListening = isCompleting && !seen.isDismissed && (seen.isTouched || isEmptyCue(type, text));
  const found = useMemo(() => {
    if (!isListening || !lists) return none;
    return completionsFor({ type, text, caret, lists, elements, index, cast, continuesAutomatically });
  }, [isListening, lists, type, text, caret, elements, index, cast, continuesAutomatically]);

  const { options } = found;
  const typed = text.slice(found.from, caret);
  const isOpen = options.length > 0;
  const first = options[0];
  const goesOnByItself = first !== undefined && extendsTypedText(typed, first);
  const activeIndex = isOpen ? (seen.chosen ?? (goesOnByItself ? 0 : -1)) : -1;
  const newName = isListening && activeIndex < 0 ? newSpeaker(type, text, characters) : null;

  const dismiss = () => setSeen({ ...seen, written, isDismissed: true });
  const take = (at: number) => {
    const option = options[at];
    if (!option) return null;
    const after = withCompletion(text, found, option);
    onAccept({ ...after, option });
    return after;
  };
  const answer = (event: KeyboardEvent) => {
    const key = pressedTextKey(event);
    if (isComposingKey(event)) return null;
    if (key === 'escape' && (isOpen || newName !== null)) {
      dismiss();
      return 'closed';
    }
    if ((key === 'down' || key === 'up') && isOpen) {
      const chosen = key === 'down' ? activeIndex + 1 : Math.max(activeIndex, 0) - 1;
      setSeen({ ...seen, written, chosen: (chosen + options.length) % options.length });
      return 'moved';
    }
    if ((key === 'enter' || key === 'tab') && activeIndex >= 0) {
      take(activeIndex);
      return 'accepted';
    }
    return null;
  };

  return {
    id,
    options,
    activeIndex,
    isOpen,
    typed,
    newName,
    accept: take,
    dismiss,
    onKey: (event) => {
      const did = answer(event);
      if (did === null) return null;
      event.preventDefault();
      event.stopPropagation();
      return did;
    },
    fieldProps: {
      'aria-autocomplete': elementTypeTable[type].isCompleted ? 'list' : 'none',
      'aria-controls': isOpen ? id : undefined,
      'aria-activedescendant': activeIndex >= 0 ? optionId(id, activeIndex) : undefined,
    },
  };
}

const unseen = (line: number, written: string): Seen => ({
  line,
  written,
  isTouched: false,
  isDismissed: false,
  chosen: null,
});

const none = { from: 0, to: 0, options: [] };

function isEmptyCue(type: ElementType, text: string): boolean {
  return isCueType(type) && text === '';
}

/**
 * Return whether the completed line is complete, so that accepting it continues with the next one.
 */
export function completesLine({ option: { kind } }: AcceptedCompletion): boolean {
  return kind !== 'intro' && kind !== 'location';
}
