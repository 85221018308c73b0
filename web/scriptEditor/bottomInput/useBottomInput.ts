import { type RefObject, useEffect, useRef, useState } from 'react';
import { type ElementType, plainTextType } from '#screenplay/element.ts';
import {
  type AfterDialogue,
  bottomInputType,
  convertLineType,
  type ElementKeys,
  typeAfter,
} from '#screenplay/flow.ts';
import { unstyled } from '#screenplay/styled.ts';
import { isBlank } from '#web/scriptSync/lineEdits.ts';
import type { StoredLine } from '#web/scriptSync/tabStorage.ts';
import type { LiveText } from '../field/liveText.ts';
import type { FieldInstance } from './bottomInputState.ts';

/** Content of the bottom input. */
export interface AddLine {
  type: ElementType;
  text: LiveText;
}

interface LineBelowInput {
  /** Type of the last element; null in an empty script. */
  lastType: ElementType | null;
  elementKeys: ElementKeys;
  afterDialogue: AfterDialogue;
  /** Text that was typed here before the area scrolled out of view. */
  storedLine: Pick<StoredLine, 'type' | 'text'> | null | undefined;
  /** The focus starts here. */
  isFirst: boolean;
  /** Called after every change, so that the text can be stored. */
  onLine: ((type: ElementType, text: LiveText) => void) | undefined;
  /** Called with the type of the line while the caret is here; null when it leaves. */
  onHere: ((type: ElementType | null) => void) | undefined;
}

const blank = unstyled('');

/** State of the bottom input: type, text, field and caret. */
export function useBottomInput(area: RefObject<HTMLElement | null>, input: LineBelowInput) {
  const { lastType, elementKeys, afterDialogue, storedLine } = input;
  const [isFocused, setIsFocused] = useState(false);
  const [line, setLine] = useState<AddLine>(() =>
    storedLine
      ? { type: storedLine.type, text: storedLine.text }
      : { type: bottomInputType(lastType, afterDialogue, elementKeys), text: blank },
  );
  const [opening, setOpening] = useState<FieldInstance>(() => ({
    key: 0,
    text: line.text,
    selection: line.text.text.length,
    takesFocus: input.isFirst && document.activeElement === document.body,
  }));
  const [caret, setCaret] = useState<number | null>(null);

  /**
   * Set another text in a new field, so that the browser's undo does not bring back text that is in
   * the script already.
   */
  const put = (next: AddLine, takesFocus: boolean) => {
    const { text: shown, caret: at } = convertLineType(
      { text: next.text, caret: 0 },
      plainTextType,
      next.type,
    );
    setLine({ type: next.type, text: shown });
    setOpening(({ key }) => ({ key: key + 1, text: shown, selection: at, takesFocus }));
    setCaret(takesFocus ? at : null);
    // In an inactive window there is no event of the focus.
    if (takesFocus) setIsFocused(true);
  };

  // The text was stored by another part of the editor, so there is room for the next line.
  const previousLine = useRef(storedLine);
  useEffect(() => {
    const before = previousLine.current;
    previousLine.current = storedLine;
    if (storedLine !== null || !before || before.text !== line.text || isBlank(line)) return;
    // Only now it is known whether the caret went elsewhere.
    const isHere = area.current?.contains(document.activeElement) ?? false;
    put({ type: typeAfter(line.type, afterDialogue, elementKeys), text: blank }, isHere);
  });

  // While nobody writes here, the type follows the script; an empty script begins with a heading
  // (decision OQ-53).
  const [before, setBefore] = useState(lastType);
  if (before !== lastType) {
    setBefore(lastType);
    // In an inactive window there is no event of the focus, but there may be one of its loss.
    const isHere = isFocused || (area.current?.contains(document.activeElement) ?? false);
    if (lastType === null || (isBlank(line) && !isHere))
      setLine({ type: bottomInputType(lastType, afterDialogue, elementKeys), text: line.text });
  }
  useTelling(line, isFocused, input);

  const setType = (type: ElementType) => setLine({ type, text: line.text });
  return { line, setLine, setType, opening, put, isFocused, setIsFocused, caret, setCaret };
}

export type LineBelow = ReturnType<typeof useBottomInput>;

/** Report every change of the line, and whether the caret is in it. */
function useTelling(
  line: AddLine,
  isFocused: boolean,
  { onLine, onHere }: Pick<LineBelowInput, 'onLine' | 'onHere'>,
): void {
  const tell = useRef({ onLine, onHere });
  tell.current = { onLine, onHere };
  useEffect(() => {
    tell.current.onLine?.(line.type, line.text);
  }, [line]);
  const here = isFocused ? line.type : null;
  useEffect(() => {
    tell.current.onHere?.(here);
    return () => tell.current.onHere?.(null);
  }, [here]);
}
