/* Replacing the matches of find.ts while keeping the style of the text. */
import { expandLetters } from './capitals.ts';
import { isUpperCased } from './elementTypes/table.ts';
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

/** Replace each match by printed text. `matches` are of this element, in order. */
export function replaceIn(
  element: FindableElement,
  matches: readonly Pick<Match, 'start' | 'end'>[],
  replacement: string,
): Replaced {
  const shown = toStorableReplacement(element, replacement);
  const text = searchedText(element);
  const changed = matches.filter(({ start, end }) => text.slice(start, end) !== shown);
  if (changed.length === 0) return { type: 'nothing' };
  const inserted = lettersOfReplacement(element, replacement);
  const content = lettersAs(
    element.elementType,
    replaceInContent(editableContent(element), changed, inserted),
  );
  const { text: left } = parseEmphasis(content);
  if (isBlankLine({ elementType: element.elementType, text: left })) return { type: 'empty' };
  if (content.length > maxCharacters) return { type: 'overfill', characters: content.length };
  return { type: 'change', content };
}

/**
 * Return the replacement text as the element shows it, without characters that cannot be stored.
 */
export function toStorableReplacement(
  element: Pick<FindableElement, 'elementType'>,
  replacement: string,
): string {
  const letters = lettersOfReplacement(element, replacement);
  return isUpperCased(element.elementType) ? letters.toUpperCase() : letters;
}

/** Return the replacement text as typed, with the offsets of the shown one. */
function lettersOfReplacement(
  { elementType }: Pick<FindableElement, 'elementType'>,
  replacement: string,
): string {
  const storable = replacement.replaceAll('\0', '').replace(loneSurrogates, '\u{fffd}');
  return isUpperCased(elementType) ? expandLetters(storable) : storable;
}

const loneSurrogates = /\p{Surrogate}/gu;

function replaceInContent(
  content: string,
  matches: readonly Pick<Match, 'start' | 'end'>[],
  inserted: string,
): string {
  const styled = parseEmphasis(content);
  const { text } = styled;
  // Content without marks and escapes equals its text and stays as written.
  if (content === text) {
    const plain = replaceInText(text, matches, inserted);
    if (isPlain(plain)) return plain;
  }
  return writeEmphasis(replaceInStyled(styled, matches, inserted));
}

function isPlain(content: string): boolean {
  const { text, spans } = parseEmphasis(content);
  return spans.length === 0 && text === content;
}

function replaceInText(
  text: string,
  matches: readonly Pick<Match, 'start' | 'end'>[],
  inserted: string,
): string {
  let end = 0;
  const parts: string[] = [];
  for (const match of matches) {
    parts.push(text.slice(end, match.start), inserted);
    end = match.end;
  }
  return parts.join('') + text.slice(end);
}

/**
 * Replace matches in styled text. The replacement takes the style of the first replaced character;
 * all other text keeps its style.
 */
function replaceInStyled(
  { text, spans }: StyledText,
  matches: readonly Pick<Match, 'start' | 'end'>[],
  inserted: string,
): StyledText {
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
    copy(end, match.start);
    const first = spans.find(({ from, to }) => from <= match.start && match.start < to);
    const from = match.start + shift;
    if (first && inserted !== '') newSpans.push({ ...first, from, to: from + inserted.length });
    shift += inserted.length - (match.end - match.start);
    end = match.end;
  }
  copy(end, text.length);
  return { text: replaceInText(text, matches, inserted), spans: mergeSpans(newSpans) };
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
