import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ElementType } from '#screenplay/element.ts';
import { type AfterDialogue, bottomInputType, convertLineType, typeAfter } from '#screenplay/flow.ts';
import { unstyled } from '#screenplay/styled.ts';
import type { StoredLine } from '#web/scriptSync/tabStorage.ts';
import type { LiveText } from '../field/liveText.ts';
import { isBlank } from '../line/activeLine.ts';
import type { FieldInstance } from './bottomInputState.ts';

/** What stands below the script. */
export interface AddLine {
  type: ElementType;
  text: LiveText;
}

interface LineBelowInput {
  /** Of the last element; null in an empty script. */
  lastType: ElementType | null;
  afterDialogue: AfterDialogue;
  /** What was written here before the area went out of sight. */
  keptLine: Pick<StoredLine, 'type' | 'text'> | null | undefined;
  /** The keyboard is here on arrival. */
  isFirst: boolean;
  /** Called after every change, so that the text can be kept. */
  onLine: ((type: ElementType, text: LiveText) => void) | undefined;
  /** The type of the line while the caret is here; null when it leaves. */
  onHere: ((type: ElementType | null) => void) | undefined;
}

const blank = unstyled('');

/** The line below the script: its type and text, the field that they stand in, and where the caret is. */
export function useBottomInput(area: RefObject<HTMLElement | null>, input: LineBelowInput) {
  const { lastType, afterDialogue, keptLine } = input;
  const [isFocused, setIsFocused] = useState(false);
  const [line, setLine] = useState<AddLine>(() =>
    keptLine
      ? { type: keptLine.type, text: keptLine.text }
      : { type: bottomInputType(lastType, afterDialogue), text: blank },
  );
  const [opening, setOpening] = useState<FieldInstance>(() => ({
    key: 0,
    text: line.text,
    selection: line.text.text.length,
    takesFocus: input.isFirst && document.activeElement === document.body,
  }));
  const [caret, setCaret] = useState<number | null>(null);

  /** Another text, in a field of its own: the browser's undo does not bring back what is in the script already. */
  const put = (next: AddLine, takesFocus: boolean) => {
    const { text: shown, caret: at } = convertLineType({ text: next.text, caret: 0 }, 'dialogue', next.type);
    setLine({ type: next.type, text: shown });
    setOpening(({ key }) => ({ key: key + 1, text: shown, selection: at, takesFocus }));
    setCaret(takesFocus ? at : null);
  };

  // Stored from elsewhere, as any line is that one leaves: here is room for the next.
  const keptBefore = useRef(keptLine);
  useEffect(() => {
    const before = keptBefore.current;
    keptBefore.current = keptLine;
    if (keptLine !== null || !before || before.text !== line.text || isBlank(line)) return;
    // Only now is known whether the caret went elsewhere.
    const isHere = area.current?.contains(document.activeElement) ?? false;
    put({ type: typeAfter(line.type, afterDialogue), text: blank }, isHere);
  });

  // The type follows the script while nobody writes here; without elements it is a heading (decision OQ-53).
  const [before, setBefore] = useState(lastType);
  if (before !== lastType) {
    setBefore(lastType);
    if (lastType === null || (isBlank(line) && !isFocused))
      setLine({ type: bottomInputType(lastType, afterDialogue), text: line.text });
  }
  useTelling(line, isFocused, input);

  const setType = (type: ElementType) => setLine({ type, text: line.text });
  return { line, setLine, setType, opening, put, isFocused, setIsFocused, caret, setCaret };
}

export type LineBelow = ReturnType<typeof useBottomInput>;

/** Tells of every change of the line, and whether the caret is in it. */
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
