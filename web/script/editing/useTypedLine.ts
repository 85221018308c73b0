import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import type { ElementType } from '#screenplay/element.ts';
import { isTypedInCapitals, retyped, typeWhileTyping } from '#screenplay/flow.ts';
import { inParentheses } from '#screenplay/parenthetical.ts';
import { upperStyled } from '#screenplay/styled.ts';
import type { LiveFieldHandle, LiveText } from '../field/liveText.ts';
import { isBlank } from './live.ts';

interface Line {
  type: ElementType;
  text: LiveText;
}

/**
 * The text of a field follows the type of its line: the parentheses of a parenthetical come and go, and a line that
 * has become a heading or a transition while it was typed is in capitals from its first letter. Answers which type the
 * line has after its text changed.
 */
export function useTypedLine(type: ElementType, field: RefObject<LiveFieldHandle | null>) {
  const before = useRef(type);
  /** The type that typing has made, or whose parentheses typing has taken. */
  const typed = useRef<ElementType | null>(null);
  useLayoutEffect(() => {
    const [from, isTyped] = [before.current, typed.current === type];
    before.current = type;
    typed.current = null;
    if (from === type && !isTyped) return;
    field.current?.rewrite(({ text, caret }) => {
      if (from === type) return text.text.trim() === '' ? { text, caret } : inParentheses(text, caret);
      const line = { text: isTyped && isTypedInCapitals(type) ? upperStyled(text) : text, caret };
      return retyped(line, from, type);
    });
  });
  return (now: Line, next: LiveText): ElementType => {
    const becomes = typeWhileTyping(now.type, now.text.text, next.text);
    // What is typed in the place of all of a parenthetical stands in parentheses again.
    const isWrapped = now.text.text.startsWith('(') && now.text.text.endsWith(')');
    const isUnwrapped = becomes === 'parenthetical' && isWrapped && !/[()]/.test(next.text);
    if (becomes !== now.type || isUnwrapped) typed.current = becomes;
    return becomes;
  };
}

/** Both parentheses are there already: who types them goes past them. Backspace between the two takes both. */
export function parentheticalKey(
  event: KeyboardEvent,
  line: Line,
  field: LiveFieldHandle | null,
  setType: (type: ElementType) => void,
): boolean {
  const { start, end } = field?.selection() ?? { start: 0, end: 0 };
  if (line.type !== 'parenthetical' || start !== end || event.ctrlKey || event.metaKey) return false;
  if (event.key === ')' && line.text.text.slice(end) === ')') field?.select(end + 1);
  else if (event.key === 'Backspace' && end > 0 && isBlank(line)) setType('dialogue');
  else return event.key === '(' && end === 1 && isBlank(line);
  return true;
}
