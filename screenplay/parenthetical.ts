import type { ElementType } from './element.ts';
import { hasMarks, parseEmphasis, plainText, type StyledText, writeEmphasis } from './emphasis.ts';
import { concatStyled, sliceStyled, unstyled } from './styled.ts';

/*
 * A parenthetical stands in parentheses, whether they were typed or not, and never in two pairs of them. Whatever
 * stores, draws or writes one asks here.
 */

/** Content of a parenthetical with the parentheses that it lacks. */
export function withParentheses(content: string): string {
  const text = (hasMarks(content) ? plainText(content) : content).trim();
  if (text === '') return content;
  const { opens, closes } = missingIn(text);
  return opens || closes ? `${opens ? '(' : ''}${content.trim()}${closes ? ')' : ''}` : content;
}

/** Without the parentheses that were typed though they were there. */
export function withoutDoubled(content: string): string {
  let text = content.trim();
  for (let open = unclosed(text); open > 0 && text.startsWith('(('); open--) text = text.slice(1);
  for (let open = unclosed(text); open < 0 && text.endsWith('))'); open++) text = text.slice(0, -1);
  return text;
}

/** An element as it is stored now; what was stored before parentheses came by themselves gets them. The same object else. */
export function inItsParentheses<T extends { elementType: ElementType; content: string }>(element: T): T {
  const { elementType, content: stored } = element;
  if (elementType !== 'parenthetical' || (stored.startsWith('(') && stored.endsWith(')'))) return element;
  const content = withParentheses(stored);
  return content === stored ? element : { ...element, content };
}

/** Which parentheses a text has to get at its ends. One that has a pair of its own in it gets both. */
export function missingIn(text: string): { opens: boolean; closes: boolean } {
  const opens = !text.startsWith('(');
  const closes = !text.endsWith(')');
  if (opens === closes) return { opens, closes };
  const isBalanced = unclosed(text) === 0;
  return { opens: opens || isBalanced, closes: closes || isBalanced };
}

/** How many more parentheses are opened than closed. */
function unclosed(text: string): number {
  let open = 0;
  for (const sign of text) if (sign === '(') open++;
  for (const sign of text) if (sign === ')') open--;
  return open;
}

/** Whether nothing is written between the parentheses. */
export function isBlankParenthetical(text: string): boolean {
  return /^\(?\s*\)?$/.test(text.trim());
}

/** A line that becomes a parenthetical: its text between parentheses, with the caret where it stood in it. */
export function inParentheses(styled: StyledText, caret: number): { text: StyledText; caret: number } {
  const { opens, closes } = missingIn(styled.text.trim());
  const text = concatStyled(unstyled(opens ? '(' : ''), styled, unstyled(closes ? ')' : ''));
  const first = text.text.indexOf('(') + 1;
  return { text, caret: Math.max(first, caret + (opens ? 1 : 0)) };
}

/**
 * What was typed before or after the pair that stands around all of a parenthetical goes inside of it; null where
 * nothing was. `before` is the text as it was.
 */
export function movedInside(
  before: string,
  styled: StyledText,
  caret: number,
): { text: StyledText; caret: number } | null {
  const { text } = styled;
  const added = text.length - before.length;
  if (added <= 0 || !isOnePair(before)) return null;
  const isBefore = text.endsWith(before) && !/[()]/.test(text.slice(0, added));
  const isAfter = text.startsWith(before) && !/[()]/.test(text.slice(before.length));
  if (!isBefore && !isAfter) return null;
  const [from, to] = isBefore ? [0, added] : [before.length, text.length];
  const outside = sliceStyled(styled, from, to);
  const inside = isBefore
    ? sliceStyled(styled, added + 1, text.length - 1)
    : sliceStyled(styled, 1, before.length - 1);
  const parts = isBefore ? [outside, inside] : [inside, outside];
  return {
    text: concatStyled(unstyled('('), ...parts, unstyled(')')),
    caret: caret + (isBefore ? 1 : -1),
  };
}

/** A line that is a parenthetical no more: without the pair that stands around all of it. */
export function outOfParentheses(styled: StyledText, caret: number): { text: StyledText; caret: number } {
  const { text } = styled;
  if (isBlankParenthetical(text)) return { text: unstyled(''), caret: 0 };
  if (!isOnePair(text)) return { text: styled, caret };
  const inside = sliceStyled(styled, 1, text.length - 1);
  return { text: inside, caret: Math.min(Math.max(0, caret - 1), inside.text.length) };
}

/** Content of an element that was a parenthetical, as another type keeps it. */
export function withoutParentheses(content: string): string {
  const styled = parseEmphasis(content);
  const { text } = outOfParentheses(styled, 0);
  return text.text === '' || text === styled ? content : writeEmphasis(text);
}

/** Whether the first parenthesis is closed by the last character, and not before. */
function isOnePair(text: string): boolean {
  if (!text.startsWith('(') || !text.endsWith(')')) return false;
  let open = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(') open++;
    if (text[at] === ')') open--;
    if (open === 0) return at === text.length - 1;
  }
  return false;
}
