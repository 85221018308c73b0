/* Replacing the matches of find.ts while keeping the style of the text. */
import { expandLetters } from './capitals.ts';
import { isUpperCased, toShownCase } from './elementTypes/table.ts';
import { parseEmphasis, type Span, type StyledText, writeEmphasis } from './emphasis.ts';
import { type FindableElement, type Match, searchedText } from './find.ts';
import { isBlankLine, lettersAs } from './flow.ts';
import { editableContent } from './typedLetters.ts';

/** Result of a replacement in an element. */
export type Replaced =
  /** The replacement equals the current text. */
  | { type: 'nothing' }
  | { type: 'change'; content: string }
  /** No text would be left, or only parentheses. Such content cannot be stored. */
  | { type: 'empty' }
  /** The content would exceed the maximum length. */
  | { type: 'overfill'; characters: number };

/** Maximum length of an element's content. */
export const maxCharacters = 20_000;

type Range = Pick<Match, 'start' | 'end'>;

/** A match with the text that takes its place. */
interface Insertion extends Range {
  inserted: string;
}

/**
 * Replace each match by printed text. `matches` are of this element, in order. With
 * `keepsCapitals` the replacement gets the capitals of the match.
 */
export function replaceIn(
  element: FindableElement,
  matches: readonly Range[],
  replacement: string,
  keepsCapitals = false,
): Replaced {
  const text = searchedText(element);
  const { elementType } = element;
  const changed = matches
    .map((match) => ({ ...match, inserted: insertedFor(element, match, replacement, keepsCapitals) }))
    .filter(({ start, end, inserted }) => text.slice(start, end) !== toShownCase(elementType, inserted));
  if (changed.length === 0) return { type: 'nothing' };
  const content = lettersAs(elementType, replaceInContent(editableContent(element), changed));
  const { text: left } = parseEmphasis(content);
  if (isBlankLine({ elementType: element.elementType, text: left })) return { type: 'empty' };
  if (content.length > maxCharacters) return { type: 'overfill', characters: content.length };
  return { type: 'change', content };
}

/** Return the text that takes the place of a match, with its letters and the shown offsets. */
export function insertedFor(
  element: FindableElement,
  { start, end }: Range,
  replacement: string,
  keepsCapitals: boolean,
): string {
  const found = parseEmphasis(editableContent(element)).text.slice(start, end);
  return toStorableReplacement(element, keepsCapitals ? withCapitalsOf(found, replacement) : replacement);
}

/**
 * Give a replacement the capitals of the text that it replaces: FERRY → BOAT, Ferry → Boat.
 * Capitals that were typed in the replacement stay.
 */
export function withCapitalsOf(found: string, replacement: string): string {
  const letters = found.match(/\p{L}/gu) ?? [];
  const isUpper = (letter: string) => letter !== letter.toLowerCase();
  const hasCapitals = letters.length > 0 && letters.every(isUpper);
  if (hasCapitals && letters.length > 1) return replacement.toUpperCase();
  const [first] = letters;
  if (first === undefined || !isUpper(first)) return replacement;
  return replacement.replace(/\p{L}/u, (letter) => letter.toUpperCase());
}

/** Return the replacement text as typed, without characters that cannot be stored. */
function toStorableReplacement(
  { elementType }: Pick<FindableElement, 'elementType'>,
  replacement: string,
): string {
  const storable = replacement.replaceAll('\0', '').replace(loneSurrogates, '\u{fffd}');
  return isUpperCased(elementType) ? expandLetters(storable) : storable;
}

const loneSurrogates = /\p{Surrogate}/gu;

function replaceInContent(content: string, matches: readonly Insertion[]): string {
  const styled = parseEmphasis(content);
  const { text } = styled;
  // Content without marks and escapes equals its text and stays as written.
  if (content === text) {
    const plain = replaceInText(text, matches);
    if (isPlain(plain)) return plain;
  }
  return writeEmphasis(replaceInStyled(styled, matches));
}

function isPlain(content: string): boolean {
  const { text, spans } = parseEmphasis(content);
  return spans.length === 0 && text === content;
}

function replaceInText(text: string, matches: readonly Insertion[]): string {
  let end = 0;
  const parts: string[] = [];
  for (const match of matches) {
    parts.push(text.slice(end, match.start), match.inserted);
    end = match.end;
  }
  return parts.join('') + text.slice(end);
}

/**
 * Replace matches in styled text. The replacement takes the style of the first replaced character;
 * all other text keeps its style.
 */
function replaceInStyled({ text, spans }: StyledText, matches: readonly Insertion[]): StyledText {
  const newSpans: Span[] = [];
  let shift = 0;
  let end = 0;
  const copy = (from: number, to: number) => {
    for (const span of spans) {
      const clipped = { ...span, from: Math.max(from, span.from), to: Math.min(to, span.to) };
      if (clipped.from >= clipped.to) continue;
      newSpans.push({ ...clipped, from: clipped.from + shift, to: clipped.to + shift });
    }
  };
  for (const match of matches) {
    const { inserted } = match;
    copy(end, match.start);
    const first = spans.find(({ from, to }) => from <= match.start && match.start < to);
    const from = match.start + shift;
    if (first && inserted !== '') newSpans.push({ ...first, from, to: from + inserted.length });
    shift += inserted.length - (match.end - match.start);
    end = match.end;
  }
  copy(end, text.length);
  return { text: replaceInText(text, matches), spans: mergeSpans(newSpans) };
}

/** Merge adjacent spans of equal style. */
function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans) {
    const last = merged.at(-1);
    if (last && last.to === span.from && isSameStyle(last, span)) last.to = span.to;
    else merged.push({ ...span });
  }
  return merged;
}

function isSameStyle(one: Span, other: Span): boolean {
  return (
    one.isBold === other.isBold &&
    one.isItalic === other.isItalic &&
    one.isUnderlined === other.isUnderlined &&
    !one.isStruck === !other.isStruck
  );
}
