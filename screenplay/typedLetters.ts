/*
 * Letters as typed in elements whose text is in capitals (decision OQ-123, docs/decisions/0074).
 * `content` is in capitals, so its readers need not know about letters. `typedContent` has the
 * letters where they differ.
 */
import { capitals, expandLetters } from './capitals.ts';
import type { ElementType, ScriptElement } from './element.ts';
import { isParentheticalType } from './elementTypes/predicates.ts';
import { isUpperCased } from './elementTypes/table.ts';
import { contentAs, lettersAs } from './flow.ts';
import { withoutParentheses } from './parenthetical.ts';

/** Text of an element, with its letters where they are stored. */
export type LetteredText = Pick<ScriptElement, 'elementType' | 'content' | 'typedContent'>;

/**
 * Return the text of an element as it was typed. Letters that belong to another text are ignored:
 * a node of an earlier version changes `content` alone.
 */
export function lettersOf({ elementType, content, typedContent }: LetteredText): string {
  const isCurrent =
    typedContent != null && isUpperCased(elementType) && contentAs(elementType, typedContent) === content;
  return isCurrent ? typedContent : content;
}

/** Return the text of an element as it was typed, with the offsets of its content in capitals. */
export function editableContent(element: LetteredText): string {
  const letters = lettersOf(element);
  return letters === element.content ? letters : expandLetters(letters);
}

/** Return the fields in which an element of this type stores a text. */
export function storedText(elementType: ElementType, text: string) {
  const content = contentAs(elementType, text);
  const letters = lettersAs(elementType, text);
  return { content, typedContent: letters === content ? null : letters };
}

/** Return an element of a file, whose letters have any case, as it is stored. */
export function withStoredCapitals(element: ScriptElement): ScriptElement {
  const { elementType } = element;
  return isUpperCased(elementType) ? { ...element, ...storedText(elementType, lettersOf(element)) } : element;
}

/**
 * Return the fields in which the page shows a text that is being written. The content has its
 * offsets: letters whose capital is longer stay, and the page prints them by its style.
 */
export function shownText(elementType: ElementType, text: string) {
  return isUpperCased(elementType)
    ? { content: capitals(text), typedContent: text }
    : { content: text, typedContent: null };
}

/**
 * Return the letters of an element after it got a type and a text. A text in capitals takes the
 * letters of the one before, because earlier versions and other programs know only capitals.
 */
export function lettersAfter(before: LetteredText, elementType: ElementType, text?: string): string {
  const letters = lettersOf(before);
  if (text === undefined) return letters;
  const isInCapitals = isUpperCased(elementType);
  if ((isInCapitals || isUpperCased(before.elementType)) && text === editableContent(before)) return letters;
  return isInCapitals && text === text.toUpperCase() ? withLettersOf(text, letters) : text;
}

/**
 * Return a text with the letters of another one, for the words that both have at the start and at
 * the end. Letters that are not capitals stay.
 */
export function withLettersOf(text: string, source: string): string {
  const upper = text.toUpperCase();
  if (text === upper && source.toUpperCase() === text) return source;
  if (upper.length !== text.length) return text;
  const letters = expandLetters(source);
  const other = letters.toUpperCase();
  const shorter = Math.min(upper.length, other.length);
  let head = 0;
  while (head < shorter && upper[head] === other[head]) head++;
  while (head > 0 && (isInsideWord(upper, head) || isInsideWord(other, head))) head--;
  let tail = 0;
  while (tail < shorter - head && upper.at(-1 - tail) === other.at(-1 - tail)) tail++;
  const isInside = () => isInsideWord(upper, upper.length - tail) || isInsideWord(other, other.length - tail);
  while (tail > 0 && isInside()) tail--;
  const taken = (from: number, length: number, at: number) =>
    Array.from({ length }, (_, i) => {
      const own = text.charAt(from + i);
      return own === upper[from + i] ? letters.charAt(at + i) : own;
    }).join('');
  const end = text.length - tail;
  return taken(0, head, 0) + text.slice(head, end) + taken(end, tail, letters.length - tail);
}

const wordUnit = /[\p{L}\p{M}\p{N}\p{Surrogate}]/u;

function isInsideWord(text: string, at: number): boolean {
  return wordUnit.test(text.charAt(at - 1)) && wordUnit.test(text.charAt(at));
}

/**
 * Return the text of an element, as typed, after changing its type. A parenthetical loses its
 * parentheses.
 */
export function lettersOfType(newType: ElementType, element: LetteredText): string {
  const letters = lettersOf(element);
  if (element.elementType === newType) return letters;
  return lettersAs(newType, isParentheticalType(element.elementType) ? withoutParentheses(letters) : letters);
}
