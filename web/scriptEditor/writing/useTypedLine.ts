import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import type { ElementType } from '#screenplay/element.ts';
import { isParentheticalType } from '#screenplay/elementTypes/predicates.ts';
import { elementTypeTable } from '#screenplay/elementTypes/table.ts';
import { convertLineType, typeWhileTyping } from '#screenplay/flow.ts';
import { moveTextInside, wrapInParentheses } from '#screenplay/parenthetical.ts';
import { isComposingKey } from '#web/lib/composition.ts';
import { isBlank } from '#web/scriptSync/lineEdits.ts';
import type { LiveFieldHandle, LiveText } from '../field/liveText.ts';

interface Line {
  type: ElementType;
  text: LiveText;
}

/**
 * Adjust the text of the field to the type of its line: add and remove the parentheses of a
 * parenthetical. Returns a function that returns the type of the line after its text changed.
 */
export function useTypedLine(line: number, type: ElementType, field: RefObject<LiveFieldHandle | null>) {
  const before = useRef({ line, type });
  /** Type that resulted from typing, or whose parentheses were removed by typing. */
  const typed = useRef<ElementType | null>(null);
  /** The parenthetical before text was typed outside its parentheses. */
  const outsideOf = useRef<string | null>(null);
  useLayoutEffect(() => {
    const { line: lineBefore, type: from } = before.current;
    const [isTyped, textBefore] = [typed.current === type, outsideOf.current];
    before.current = { line, type };
    typed.current = null;
    outsideOf.current = null;
    if (lineBefore !== line || (from === type && !isTyped)) return;
    field.current?.rewrite(({ text, caret }) => {
      const inside = from === type && textBefore !== null ? moveTextInside(textBefore, text, caret) : null;
      if (inside) return inside;
      if (from === type) return text.text.trim() === '' ? { text, caret } : wrapInParentheses(text, caret);
      return convertLineType({ text, caret }, from, type);
    });
  });
  return (now: Line, next: LiveText): ElementType => {
    const becomes = typeWhileTyping(now.type, now.text.text, next.text);
    // Text that replaces a whole parenthetical gets its parentheses again.
    const isWrapped = /^[(（]/.test(now.text.text) && /[)）]$/.test(now.text.text);
    const isUnwrapped = isParentheticalType(becomes) && isWrapped && !/[()（）]/.test(next.text);
    const isOutside = isParentheticalType(becomes) && moveTextInside(now.text.text, next, 0) !== null;
    if (isOutside) outsideOf.current = now.text.text;
    if (becomes !== now.type || isUnwrapped || isOutside) typed.current = becomes;
    return becomes;
  };
}

/**
 * Handle keys at the parentheses, which exist already: typing one moves past it, Backspace between
 * the two deletes both, and Home goes after the first.
 */
export function parentheticalKey(
  event: KeyboardEvent,
  line: Line,
  field: LiveFieldHandle | null,
  setType: (type: ElementType) => void,
  /** Offset at which the first line on the page ends; the end of a short text. */
  firstLineEnd = line.text.text.length,
): boolean {
  const { start, end, isBackward } = field?.selection() ?? { start: 0, end: 0 };
  if (!isParentheticalType(line.type) || event.ctrlKey || event.metaKey || isComposingKey(event))
    return false;
  const head = isBackward ? start : end;
  if (event.key === 'Home' && !event.altKey && head <= firstLineEnd && /^[(（]/.test(line.text.text)) {
    const anchor = isBackward ? end : start;
    const isSelecting = event.shiftKey && anchor > 1;
    field?.select(isSelecting ? { start: 1, end: anchor, isBackward: true } : 1);
    return true;
  }
  if (start !== end) return false;
  if (/^[)）]$/.test(event.key) && /^[)）]$/.test(line.text.text.slice(end))) field?.select(end + 1);
  else if (event.key === 'Backspace' && end > 0 && isBlank(line)) setType(elementTypeTable[line.type].next);
  else return /^[(（]$/.test(event.key) && end === 1 && isBlank(line);
  return true;
}
