import type { RefObject } from 'react';
import type { ElementType } from '#screenplay/element.ts';
import {
  type AfterDialogue,
  changedText,
  type ElementKeys,
  type FlowKey,
  type FlowStep,
  flowStep,
  splitStep,
  typeAfter,
} from '#screenplay/flow.ts';
import { isPartOfText } from '#screenplay/fragment.ts';
import type { PastedScript } from '#screenplay/pasted.ts';
import { sliceStyled, splitStyled, trimStyled, unstyled } from '#screenplay/styled.ts';
import { activeLineContent, isBlank } from '#web/scriptSync/lineEdits.ts';
import type { Clipboard } from '../clipboard/clipboardOf.ts';
import { fragmentFromHtml } from '../clipboard/copied.ts';
import { readPasted } from '../clipboard/pasteReader.ts';
import { asDirection } from '../field/direction.ts';
import type { LiveFieldHandle, LiveText } from '../field/liveText.ts';
import { toggleExtensionBracket } from './bottomInputState.ts';
import type { LineBelow } from './useBottomInput.ts';

interface StepsBelowInput {
  below: LineBelow;
  field: RefObject<LiveFieldHandle | null>;
  picker: RefObject<HTMLFieldSetElement | null>;
  elementKeys: ElementKeys;
  afterDialogue: AfterDialogue;
  /** Adds the line to the script. Returns false if nothing happened and the line stays. */
  onAdd: (type: ElementType, content: string) => boolean;
  /** Called when a speech ends with an empty line. */
  onSpeechEnd: (() => void) | undefined;
  /** Called for pasted content that is more than a part of the line. */
  onPaste: ((made: PastedScript) => void) | undefined;
}

const blank = unstyled('');

/** Create the steps of the bottom input: into the script, to another type, to the next line. */
export function createBottomInputSteps(input: StepsBelowInput) {
  const { below, field, picker, elementKeys, afterDialogue, onAdd, onPaste, onSpeechEnd } = input;
  const { line, setLine, put } = below;
  const { type, text } = line;

  const addAs = (written: LiveText, nextType: ElementType, { rest = blank, as = type } = {}) => {
    const added = asDirection({ type: as, text: written }) ?? { type: as, text: written };
    const isWritten = !isBlank({ type, text: written });
    if (isWritten && onAdd(added.type, activeLineContent(added))) put({ type: nextType, text: rest }, true);
  };
  const go = (step: FlowStep, at: number, written: LiveText) => {
    if (step.type === 'change') {
      if (step.endsSpeech) onSpeechEnd?.();
      setLine({ type: step.elementType, text: written });
    } else if (step.type === 'add' && step.becomes)
      addAs(changedText(written, step.becomes), step.elementType, { as: step.becomes.elementType });
    else if (step.type === 'add') addAs(written, step.elementType);
    else if (step.type === 'save') addAs(written, typeAfter(type, afterDialogue, elementKeys));
    else if (step.type === 'split') {
      const [head, tail] = splitStyled(written, at);
      addAs(head, type, { rest: tail });
    } else if (step.type === 'chooseType')
      picker.current?.querySelector<HTMLElement>('input:checked')?.focus();
    else if (step.type === 'chooseExtension') {
      const next = toggleExtensionBracket(written.text);
      field.current?.replace({ ...written, text: next }, next.length);
    }
  };

  return {
    /** Add all of the text to the script. */
    add: () => addAs(text, typeAfter(type, afterDialogue, elementKeys)),
    flow: (key: FlowKey, caret: number, written = text) =>
      go(
        flowStep(elementKeys, key, { elementType: type, text: written.text, caret }, afterDialogue),
        caret,
        written,
      ),
    split: (caret: number) => go(splitStep({ elementType: type, text: text.text, caret }), caret, text),
    /** Returns true if the content was more than a part of the line. */
    paste(clipboard: Clipboard): boolean {
      const copied = fragmentFromHtml(clipboard.html);
      const isWhole = copied && (!isPartOfText(copied) || (copied.isLine && isBlank(line)));
      const whole = isWhole ? { elements: copied.elements, leftOut: 0, uncertain: 0 } : null;
      const made = whole ?? (copied ? null : readPasted(clipboard));
      const last = made?.elements.at(-1);
      if (!made || !last || !onPaste) return false;
      // Text before the caret becomes an element, and text after it stays below.
      const { start, end } = field.current?.selection() ?? { start: 0, end: 0 };
      const head = { type, text: trimStyled(sliceStyled(text, 0, start)) };
      const rest = trimStyled(sliceStyled(text, end));
      if (!isBlank(head) && !onAdd(type, activeLineContent(head))) return false;
      onPaste(made);
      const nextType = typeAfter(last.elementType, afterDialogue, elementKeys);
      put({ type: rest.text === '' ? nextType : type, text: rest }, true);
      return true;
    },
  };
}

export type StepsBelow = ReturnType<typeof createBottomInputSteps>;
