import type { ScriptElement } from './element.ts';
import { isParentheticalType } from './elementTypes/predicates.ts';
import { hasMarks, parseEmphasis, plainText, type StyledText, writeEmphasis } from './emphasis.ts';
import { concatStyled, sliceStyled, unstyled } from './styled.ts';

/*
 * Parentheses of parentheticals, also full-width ones. A parenthetical is always in exactly one
 * pair, whether the writer typed it or not. All code that stores, draws or writes parentheticals
 * uses these functions.
 */

/** Return the content of a parenthetical with missing parentheses added. */
export function withParentheses(content: string): string {
  const text = (hasMarks(content) ? plainText(content) : content).trim();
  if (text === '') return content;
  const { opens, closes } = missingParentheses(text);
  return opens || closes ? `${opens}${content.trim()}${closes}` : content;
}

/** Remove parentheses that were typed in addition to the automatic ones. */
export function withoutDuplicateParentheses(content: string): string {
  let text = content.trim();
  for (let open = unclosedCount(text); open > 0 && /^[(（]{2}/.test(text); open--) text = text.slice(1);
  for (let open = unclosedCount(text); open < 0 && /[)）]{2}$/.test(text); open++) text = text.slice(0, -1);
  return text;
}

/**
 * Add missing parentheses to a parenthetical stored before they were added automatically. Any other
 * element is reused.
 */
export function normaliseParenthetical<T extends Pick<ScriptElement, 'elementType' | 'content'>>(
  element: T,
): T {
  const { elementType, content: stored } = element;
  if (!isParentheticalType(elementType) || (stored.startsWith('(') && stored.endsWith(')'))) return element;
  const content = withParentheses(stored);
  return content === stored ? element : { ...element, content };
}

/**
 * Return the parentheses to add at the ends; "" for none. A text whose parentheses are balanced
 * inside gets both. They are full-width if the text has such a one at its other end.
 */
export function missingParentheses(text: string): { opens: string; closes: string } {
  const isOpen = startsWithBracket(text);
  const isClosed = endsWithBracket(text);
  if (isOpen && isClosed) return { opens: '', closes: '' };
  const [opens, closes] = text.startsWith('（') || text.endsWith('）') ? ['（', '）'] : ['(', ')'];
  if (isOpen === isClosed || unclosedCount(text) === 0) return { opens, closes };
  return { opens: isOpen ? '' : opens, closes: isClosed ? '' : closes };
}

function startsWithBracket(text: string): boolean {
  return text.startsWith('(') || text.startsWith('（');
}

function endsWithBracket(text: string): boolean {
  return text.endsWith(')') || text.endsWith('）');
}

/** Return the number of opening minus closing parentheses. */
function unclosedCount(text: string): number {
  let open = 0;
  for (const sign of text) if (sign === '(' || sign === '（') open++;
  for (const sign of text) if (sign === ')' || sign === '）') open--;
  return open;
}

/** Return whether there is no text between the parentheses. */
export function isBlankParenthetical(text: string): boolean {
  return /^[(（]?\s*[)）]?$/.test(text.trim());
}

/** Convert a line to a parenthetical: add parentheses and keep the caret at the same text. */
export function wrapInParentheses(styled: StyledText, caret: number): { text: StyledText; caret: number } {
  const { opens, closes } = missingParentheses(styled.text.trim());
  const text = concatStyled(unstyled(opens), styled, unstyled(closes));
  const first = text.text.search(/[(（]/) + 1;
  return { text, caret: Math.max(first, caret + (opens ? 1 : 0)) };
}

/**
 * Move text that was typed outside the outer parentheses of a parenthetical inside them. `before`
 * is the text before typing. Return null when no text was typed outside.
 */
export function moveTextInside(
  before: string,
  styled: StyledText,
  caret: number,
): { text: StyledText; caret: number } | null {
  const { text } = styled;
  const added = text.length - before.length;
  if (added <= 0 || !isInOnePair(before)) return null;
  const isBefore = text.endsWith(before) && !/[()（）]/.test(text.slice(0, added));
  const isAfter = text.startsWith(before) && !/[()（）]/.test(text.slice(before.length));
  if (!isBefore && !isAfter) return null;
  const [from, to] = isBefore ? [0, added] : [before.length, text.length];
  const outside = sliceStyled(styled, from, to);
  const inside = isBefore
    ? sliceStyled(styled, added + 1, text.length - 1)
    : sliceStyled(styled, 1, before.length - 1);
  const parts = isBefore ? [outside, inside] : [inside, outside];
  return {
    text: concatStyled(unstyled(before.charAt(0)), ...parts, unstyled(before.slice(-1))),
    caret: caret + (isBefore ? 1 : -1),
  };
}

/** Remove the outer pair of parentheses from a line that is no longer a parenthetical. */
export function unwrapParentheses(styled: StyledText, caret: number): { text: StyledText; caret: number } {
  const { text } = styled;
  if (isBlankParenthetical(text)) return { text: unstyled(''), caret: 0 };
  if (!isInOnePair(text)) return { text: styled, caret };
  const inside = sliceStyled(styled, 1, text.length - 1);
  return { text: inside, caret: Math.min(Math.max(0, caret - 1), inside.text.length) };
}

/** Return the content of a former parenthetical for storage as another type. */
export function withoutParentheses(content: string): string {
  const styled = parseEmphasis(content);
  const { text } = unwrapParentheses(styled, 0);
  return text.text === '' || text === styled ? content : writeEmphasis(text);
}

/** Return whether one pair of parentheses encloses the whole text. */
function isInOnePair(text: string): boolean {
  if (!startsWithBracket(text) || !endsWithBracket(text)) return false;
  let open = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(' || text[at] === '（') open++;
    if (text[at] === ')' || text[at] === '）') open--;
    if (open === 0) return at === text.length - 1;
  }
  return false;
}
