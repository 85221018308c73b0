/* Replacing what find.ts found, so that the style of the text stays. */
import { isUpperCased } from './element.ts';
import { parseEmphasis, type Span, type StyledText, writeEmphasis } from './emphasis.ts';
import { type FindableElement, type Match, searchedText } from './find.ts';
import { contentAs, isBlankLine } from './flow.ts';

/** What an element holds after a replacement. */
export type Replaced =
  /** The replacement is what stood there. */
  | { type: 'nothing' }
  | { type: 'change'; content: string }
  /** No text would be left, or only the brackets of a parenthetical: nothing that can be stored. */
  | { type: 'empty' }
  /** More than an element may hold. */
  | { type: 'overfill'; characters: number };

/** Characters that the content of one element may have. */
export const maxCharacters = 20_000;

/** Puts text, taken as it is printed, in the place of each match. `matches`: of this element, in order. */
export function replaceIn(
  element: FindableElement,
  matches: readonly Pick<Match, 'start' | 'end'>[],
  replacement: string,
): Replaced {
  const inserted = asStored(element, replacement);
  const text = searchedText(element);
  const changed = matches.filter(({ start, end }) => text.slice(start, end) !== inserted);
  if (changed.length === 0) return { type: 'nothing' };
  const content = contentAs(element.elementType, contentWith(element.content, text, changed, inserted));
  const { text: left } = parseEmphasis(content);
  if (isBlankLine({ elementType: element.elementType, text: left })) return { type: 'empty' };
  if (content.length > maxCharacters) return { type: 'overfill', characters: content.length };
  return { type: 'change', content };
}

/** The text that stands in the place of a match, as that element keeps it: without what cannot be stored. */
export function asStored({ elementType }: Pick<FindableElement, 'elementType'>, replacement: string): string {
  const storable = replacement.replaceAll('\0', '').replace(halves, '\u{fffd}');
  return isUpperCased(elementType) ? storable.toUpperCase() : storable;
}

const halves = /\p{Surrogate}/gu;

function contentWith(
  content: string,
  text: string,
  matches: readonly Pick<Match, 'start' | 'end'>[],
  inserted: string,
): string {
  // Without marks and escapes the content is the text, and stays as it was written.
  if (content === text) {
    const plain = textWith(text, matches, inserted);
    if (isPlain(plain)) return plain;
  }
  return writeEmphasis(styledWith(parseEmphasis(content), matches, inserted));
}

function isPlain(content: string): boolean {
  const { text, spans } = parseEmphasis(content);
  return spans.length === 0 && text === content;
}

function textWith(text: string, matches: readonly Pick<Match, 'start' | 'end'>[], inserted: string): string {
  let end = 0;
  const parts: string[] = [];
  for (const match of matches) {
    parts.push(text.slice(end, match.start), inserted);
    end = match.end;
  }
  return parts.join('') + text.slice(end);
}

/** What is put in has the style of the first character it replaces; all other text keeps its own. */
function styledWith(
  { text, spans }: StyledText,
  matches: readonly Pick<Match, 'start' | 'end'>[],
  inserted: string,
): StyledText {
  const kept: Span[] = [];
  let shift = 0;
  let end = 0;
  const copy = (from: number, to: number) => {
    for (const span of spans) {
      const stretch = { ...span, from: Math.max(from, span.from), to: Math.min(to, span.to) };
      if (stretch.from >= stretch.to) continue;
      kept.push({ ...stretch, from: stretch.from + shift, to: stretch.to + shift });
    }
  };
  for (const match of matches) {
    copy(end, match.start);
    const first = spans.find(({ from, to }) => from <= match.start && match.start < to);
    const from = match.start + shift;
    if (first && inserted !== '') kept.push({ ...first, from, to: from + inserted.length });
    shift += inserted.length - (match.end - match.start);
    end = match.end;
  }
  copy(end, text.length);
  return { text: textWith(text, matches, inserted), spans: joined(kept) };
}

/** Neighbours of one style become one span. */
function joined(spans: readonly Span[]): Span[] {
  const whole: Span[] = [];
  for (const span of spans) {
    const last = whole.at(-1);
    if (last && last.to === span.from && isSameStyle(last, span)) last.to = span.to;
    else whole.push({ ...span });
  }
  return whole;
}

function isSameStyle(one: Span, other: Span): boolean {
  return (
    one.isBold === other.isBold &&
    one.isItalic === other.isItalic &&
    one.isUnderlined === other.isUnderlined &&
    !one.isStruck === !other.isStruck
  );
}
