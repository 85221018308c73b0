import {
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { type ElementType, elementLabels, isUpperCased } from '#screenplay/element.ts';
import {
  type AfterDialogue,
  bottomInputType,
  contentAs,
  type ElementKeys,
  type FlowKey,
  flowStep,
  typeAfter,
  typeWhileTyping,
} from '#screenplay/flow.ts';
import type { ScriptFormat } from '#screenplay/format.ts';
import { boxOf } from '#screenplay/layout/sheet.ts';
import { linesOf } from '#screenplay/layout/wrap.ts';
import type { PastedElement } from '#screenplay/pastedElement.ts';
import type { Character } from '#shared/contract/characters.ts';
import type { Element } from '#shared/contract/elements.ts';
import { calm } from '#web/lib/calm.tsx';
import { Button } from '#web/ui/Button.tsx';
import type { KeptLine } from '../changes/kept.ts';
import { CompletionList } from '../completion/CompletionList.tsx';
import { completesLine, useCompletion } from '../completion/useCompletion.ts';
import { elementsIn } from '../paste/elementsIn.ts';
import { columnOf } from '../sheet/lines.ts';
import type { Measures } from '../sheet/measures.ts';
import styles from './AddArea.module.css';
import { TypePicker } from './TypePicker.tsx';

/** What stands in the input. */
export interface AddLine {
  type: ElementType;
  text: string;
  /** Offset into the text. */
  caret: number;
}

interface AddAreaProps {
  /** Of the last element; null in an empty script. */
  lastType: ElementType | null;
  /** The script, which the completions are taken from. */
  elements: readonly Element[];
  characters: readonly Character[];
  /** Who would speak here. */
  speaker: string | null;
  format: ScriptFormat;
  measures: Measures;
  elementKeys?: ElementKeys;
  afterDialogue?: AfterDialogue;
  /** A line is on its way to the server. */
  isSaving?: boolean;
  /** Adds it to the script; false: nothing happened, and the line stays. */
  onAdd: (type: ElementType, content: string) => boolean;
  /** Escape: the keyboard goes back to the page. */
  onLeave?: () => void;
  /** What was pasted is more than a part of the line. */
  onPaste?: (made: readonly PastedElement[]) => void;
  /** The arrow up from the first line: the caret goes into the script. */
  onUp?: () => void;
  inputRef?: RefObject<HTMLTextAreaElement | null>;
  /** What was written here before the area went out of sight. */
  keptLine?: Pick<KeptLine, 'type' | 'text'> | null;
  /** The script is empty: writing begins here, and the keyboard is here on arrival. */
  isFirst?: boolean;
  /** Called after every change, so that the text can be kept. */
  onLine?: (line: AddLine) => void;
}

/** The line below the script where writing goes on (spec workspace §2). */
export const AddArea = calm(function AddArea(props: AddAreaProps) {
  const { lastType, elements, characters, speaker, format, measures, isSaving = false } = props;
  const {
    elementKeys = 'cycle',
    afterDialogue = 'action',
    keptLine,
    onAdd,
    onPaste,
    onLeave,
    onLine,
  } = props;
  const [isFocused, setIsFocused] = useState(false);
  const [line, setLine] = useState(() =>
    keptLine ? lineOf(keptLine.type, keptLine.text.text) : lineOf(firstType(lastType, afterDialogue), ''),
  );
  const { type, text, caret } = line;
  const newCaret = useRef<number | null>(null);
  const ownInput = useRef<HTMLTextAreaElement>(null);
  const input = props.inputRef ?? ownInput;
  const picker = useRef<HTMLFieldSetElement>(null);
  const isBlank = text.trim() === '';

  // Stored from elsewhere, as any line is that one leaves: here is room for the next.
  const [keptBefore, setKeptBefore] = useState(keptLine);
  if (keptBefore !== keptLine) {
    setKeptBefore(keptLine);
    if (keptLine === null && keptBefore && text === keptBefore.text.text)
      setLine(lineOf(typeAfter(type, afterDialogue), ''));
  }
  const isWaited = useRef(props.isFirst === true);
  useEffect(() => {
    if (isWaited.current && document.activeElement === document.body) input.current?.focus();
    isWaited.current = false;
  }, [input]);

  // The type follows the script while nobody writes here; without elements it is a heading (decision OQ-53).
  const [before, setBefore] = useState(lastType);
  if (before !== lastType) {
    setBefore(lastType);
    if (lastType === null || (isBlank && !isFocused))
      setLine(lineOf(firstType(lastType, afterDialogue), text));
  }
  const tellLine = useRef(onLine);
  tellLine.current = onLine;
  useEffect(() => {
    tellLine.current?.(line);
  }, [line]);

  const put = (nextType: ElementType, nextText: string, nextCaret?: number) => {
    const next = lineOf(nextType, nextText, nextCaret);
    newCaret.current = next.caret;
    setLine(next);
  };
  const addAs = (content: string, nextType: ElementType, rest = '') => {
    if (content.trim() === '' || !onAdd(type, contentAs(type, content))) return;
    put(nextType, rest, 0);
    input.current?.focus();
  };
  const completion = useCompletion({
    type,
    text,
    caret,
    elements,
    index: elements.length,
    characters,
    isEnabled: isFocused,
    continuesAutomatically: format.continuesAutomatically,
    onAccept: (accepted) => {
      if (completesLine(accepted)) flow('Enter', lineOf(type, accepted.text));
      else put(type, accepted.text, accepted.caret);
    },
  });

  // Capitals replace what was typed: the caret stays where it was.
  useLayoutEffect(() => {
    if (newCaret.current !== null) input.current?.setSelectionRange(newCaret.current, newCaret.current);
    newCaret.current = null;
  });

  const flow = (key: FlowKey, written: AddLine) => {
    const step = flowStep(elementKeys, key, written, afterDialogue);
    if (step.does === 'change') put(step.type, text, caret);
    else if (step.does === 'add') addAs(written.text, step.type);
    else if (step.does === 'save') addAs(written.text, typeAfter(type, afterDialogue));
    else if (step.does === 'split')
      addAs(
        written.text.slice(0, written.caret).trimEnd(),
        type,
        written.text.slice(written.caret).trimStart(),
      );
    else if (step.does === 'chooseType') picker.current?.querySelector<HTMLElement>('input:checked')?.focus();
    else if (step.does === 'chooseExtension') put(type, withBracket(text));
  };
  const leave = () => {
    input.current?.blur();
    onLeave?.();
  };
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const { clipboardData: data, currentTarget } = event;
    const made = elementsIn({ text: data.getData('text/plain'), html: data.getData('text/html') });
    const last = made?.at(-1);
    if (!made || !last || !onPaste) return;
    // What stands before the caret is an element of its own, and what stands behind it goes on below.
    const head = text.slice(0, currentTarget.selectionStart).trimEnd();
    const rest = text.slice(currentTarget.selectionEnd).trimStart();
    if (head !== '' && !onAdd(type, contentAs(type, head))) return;
    event.preventDefault();
    onPaste(made);
    put(rest === '' ? typeAfter(last.elementType, afterDialogue) : type, rest, 0);
  };
  const element = { elementType: type, content: text, dual: null, originalType: null, extras: null };
  const box = boxOf(element, format);
  const column = columnOf(box, measures);
  const widthPx = column.rightPx - column.leftPx + measures.charPx;
  const capacity = Math.max(1, Math.floor(widthPx / measures.charPx));
  const textRows = linesOf(text, { capacity, firstCapacity: capacity }).length;
  const isFirstRow = textRows === 1 || caret === 0;

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || completion.onKey(event) !== null) return;
    const written = { ...line, caret: input.current?.selectionEnd ?? caret };
    if (event.key === 'Tab' && !event.altKey && !event.ctrlKey && !event.metaKey) {
      flow(event.shiftKey ? 'Shift+Tab' : 'Tab', written);
    } else if (event.key === 'Enter' && !event.shiftKey) flow('Enter', written);
    else if (event.key === 'Escape') leave();
    else if (event.key === 'ArrowUp' && isFirstRow && !event.shiftKey && props.onUp) props.onUp();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <section className={styles.area} aria-label="Add an element">
      {lastType === null && <p className={styles.hint}>Start with a scene heading</p>}
      <TypePicker
        ref={picker}
        type={type}
        onType={(next) => put(next, text)}
        onDone={() => input.current?.focus()}
      />
      {(type === 'dialogue' || type === 'parenthetical') && speaker && (
        <p className={styles.speaker} style={{ marginLeft: column.leftPx }}>
          For: <b>{speaker}</b>
        </p>
      )}
      <div className={styles.entry} style={{ marginLeft: column.leftPx, width: widthPx }}>
        <textarea
          ref={input}
          className={styles.input}
          style={{
            textAlign: box.alignment === 'Right' ? 'right' : 'left',
            textTransform: box.isAllCaps || isUpperCased(type) ? 'uppercase' : 'none',
          }}
          rows={textRows}
          value={text}
          aria-label={elementLabels[type]}
          placeholder={elementLabels[type]}
          {...completion.fieldProps}
          onChange={({ target: { value, selectionStart }, nativeEvent }) => {
            // An input method composes undisturbed; its text is put right when it ends.
            if (nativeEvent instanceof InputEvent && nativeEvent.isComposing) {
              setLine({ type, text: value, caret: selectionStart });
            } else put(typeWhileTyping(type, text, value), value, selectionStart);
          }}
          onCompositionEnd={({ currentTarget: { value, selectionStart } }) =>
            put(type, value, selectionStart)
          }
          onSelect={({ currentTarget: { value, selectionEnd } }) => {
            // It may be told of a text that has just been replaced.
            setLine((now) =>
              now.text === value && now.caret !== selectionEnd ? { ...now, caret: selectionEnd } : now,
            );
          }}
          onKeyDown={onKeyDown}
          onPaste={paste}
          onFocus={() => setIsFocused(true)}
          onBlur={() => setIsFocused(false)}
        />
        <CompletionList completion={completion} characters={characters} />
      </div>
      <div className={styles.foot}>
        <Button
          disabled={isBlank}
          isBusy={isSaving}
          onClick={() => addAs(text, typeAfter(type, afterDialogue))}
        >
          Add Element
        </Button>
      </div>
    </section>
  );
});

function lineOf(type: ElementType, text: string, caret = text.length): AddLine {
  return { type, text: contentAs(type, text), caret };
}

/** A cue with the bracket of an extension opened; one that is open is closed. */
function withBracket(text: string): string {
  return /\([^()]*$/.test(text) ? `${text.trimEnd()})` : `${text.trimEnd()} (`;
}

function firstType(lastType: ElementType | null, afterDialogue: AfterDialogue): ElementType {
  return lastType === 'dialogue' ? afterDialogue : bottomInputType(lastType);
}
