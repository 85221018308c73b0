import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import type { ElementType } from '#screenplay/element.ts';
import { convertLineType, isTypedInCapitals, typeWhileTyping } from '#screenplay/flow.ts';
import { moveTextInside, wrapInParentheses } from '#screenplay/parenthetical.ts';
import { upperStyled } from '#screenplay/styled.ts';
import type { LiveFieldHandle, LiveText } from '../field/liveText.ts';
import { isBlank } from '../line/activeLine.ts';

interface Line {
  type: ElementType;
  text: LiveText;
}

/**
 * The text of a field follows the type of its line: the parentheses of a parenthetical come and go, and a line that
 * has become a heading or a transition while it was typed is in capitals from its first letter. Answers which type the
 * line has after its text changed.
 */
export function useTypedLine(line: number, type: ElementType, field: RefObject<LiveFieldHandle | null>) {
  const before = useRef({ line, type });
  /** The type that typing has made, or whose parentheses typing has taken. */
  const typed = useRef<ElementType | null>(null);
  /** The parenthetical as it was, when something was typed outside of its parentheses. */
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
      const written = { text: isTyped && isTypedInCapitals(type) ? upperStyled(text) : text, caret };
      return convertLineType(written, from, type);
    });
  });
  return (now: Line, next: LiveText): ElementType => {
    const becomes = typeWhileTyping(now.type, now.text.text, next.text);
    // What is typed in the place of all of a parenthetical stands in parentheses again.
    const isWrapped = now.text.text.startsWith('(') && now.text.text.endsWith(')');
    const isUnwrapped = becomes === 'parenthetical' && isWrapped && !/[()]/.test(next.text);
    const isOutside = becomes === 'parenthetical' && moveTextInside(now.text.text, next, 0) !== null;
    if (isOutside) outsideOf.current = now.text.text;
    if (becomes !== now.type || isUnwrapped || isOutside) typed.current = becomes;
    return becomes;
  };
}

/**
 * Both parentheses are there already: who types them goes past them. Backspace between the two takes both, and Home
 * leads after the first.
 */
export function parentheticalKey(
  event: KeyboardEvent,
  line: Line,
  field: LiveFieldHandle | null,
  setType: (type: ElementType) => void,
  /** Where the first line on the page ends; of a short one at its end. */
  firstLineEnd = line.text.text.length,
): boolean {
  const { start, end, isBackward } = field?.selection() ?? { start: 0, end: 0 };
  if (line.type !== 'parenthetical' || event.ctrlKey || event.metaKey) return false;
  const head = isBackward ? start : end;
  if (event.key === 'Home' && !event.altKey && head <= firstLineEnd && line.text.text.startsWith('(')) {
    const anchor = isBackward ? end : start;
    const isSelecting = event.shiftKey && anchor > 1;
    field?.select(isSelecting ? { start: 1, end: anchor, isBackward: true } : 1);
    return true;
  }
  if (start !== end) return false;
  if (event.key === ')' && line.text.text.slice(end) === ')') field?.select(end + 1);
  else if (event.key === 'Backspace' && end > 0 && isBlank(line)) setType('dialogue');
  else return event.key === '(' && end === 1 && isBlank(line);
  return true;
}
