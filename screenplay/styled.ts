/* Operations on styled text. Offsets count in the plain text. */
import { expandLetters } from './capitals.ts';
import type { Span, StyledText } from './emphasis.ts';

export type Style = 'isBold' | 'isItalic' | 'isUnderlined';

export const styles = ['isBold', 'isItalic', 'isUnderlined'] as const satisfies readonly Style[];

/**
 * Normalise spans: drop empty ones and merge adjacent ones of equal style. Equal texts then have
 * equal spans.
 */
export function normaliseSpans(spans: readonly Span[]): Span[] {
  const normalised: Span[] = [];
  for (const span of spans) {
    if (span.from >= span.to || !(span.isStruck || styles.some((style) => span[style]))) continue;
    const last = normalised.at(-1);
    if (last && last.to === span.from && isSameStyle(last, span)) last.to = span.to;
    else normalised.push({ ...span });
  }
  return normalised;
}

/** Slice a text with its styles. Offsets beyond the text are clamped. */
export function sliceStyled({ text, spans }: StyledText, from: number, to = text.length): StyledText {
  const start = Math.min(Math.max(0, from), text.length);
  const end = Math.min(Math.max(start, to), text.length);
  const inside: Span[] = [];
  for (let index = firstSpanAfter(spans, start); index < spans.length; index++) {
    const span = spans[index];
    if (!span || span.from >= end) break;
    inside.push({ ...span, from: Math.max(span.from, start) - start, to: Math.min(span.to, end) - start });
  }
  return { text: text.slice(start, end), spans: normaliseSpans(inside) };
}

/** Split a text into runs of one style each. */
export function lookRuns({ text, spans }: StyledText): { text: string; look: Look }[] {
  const runs: { text: string; look: Look }[] = [];
  let at = 0;
  for (const { from, to, ...look } of spans) {
    if (from > at) runs.push({ text: text.slice(at, from), look: plain });
    runs.push({ text: text.slice(from, to), look });
    at = to;
  }
  if (at < text.length) runs.push({ text: text.slice(at), look: plain });
  return runs;
}

/** Concatenate texts without separators. */
export function concatStyled(...parts: readonly StyledText[]): StyledText {
  return concatRuns(parts);
}

/** Concatenate any number of texts. A call with that many arguments would exceed the stack. */
export function concatRuns(parts: readonly StyledText[]): StyledText {
  let text = '';
  const spans: Span[] = [];
  for (const part of parts) {
    for (const span of part.spans) {
      spans.push({ ...span, from: span.from + text.length, to: span.to + text.length });
    }
    text += part.text;
  }
  return { text, spans: normaliseSpans(spans) };
}

/** Convert plain text to styled text. */
export function unstyled(text: string): StyledText {
  return { text, spans: [] };
}

/** Join two elements' texts with one space. The returned caret is after the space. */
export function joinStyled(first: StyledText, second: StyledText): { styled: StyledText; caret: number } {
  const before = sliceStyled(first, 0, first.text.trimEnd().length);
  const after = sliceStyled(second, second.text.length - second.text.trimStart().length);
  const gap = before.text !== '' && after.text !== '' ? ' ' : '';
  const [last, next] = [before.spans.at(-1), after.spans[0]];
  const isBetween = last?.to === before.text.length && next?.from === 0;
  const style = (each: Style) => isBetween && last[each] && next[each];
  const space: Span = {
    from: 0,
    to: gap.length,
    isBold: style('isBold'),
    isItalic: style('isItalic'),
    isUnderlined: style('isUnderlined'),
    ...(isBetween && last.isStruck && next.isStruck && { isStruck: true }),
  };
  const styled = concatStyled(before, { text: gap, spans: [space] }, after);
  return { styled, caret: before.text.length + gap.length };
}

/** Split a text at the caret and trim both parts. A style that spans the caret is in both parts. */
export function splitStyled(styled: StyledText, caret: number): [before: StyledText, after: StyledText] {
  return [trimStyled(sliceStyled(styled, 0, caret)), trimStyled(sliceStyled(styled, caret))];
}

/** Replace a range of a text by another text. */
export function replaceRange(styled: StyledText, from: number, to: number, insert: StyledText): StyledText {
  return concatStyled(sliceStyled(styled, 0, from), insert, sliceStyled(styled, Math.max(from, to)));
}

/**
 * Apply a style to a range, or remove it if the whole range already has it. White space does not
 * count.
 */
export function toggleStyle(styled: StyledText, from: number, to: number, style: Style): StyledText {
  const inside = sliceStyled(styled, from, to);
  const isOn = !hasStyle(inside, style);
  const spans: Span[] = [];
  let at = 0;
  for (const span of [...inside.spans, { ...plain, from: inside.text.length, to: inside.text.length }]) {
    spans.push({ ...plain, from: at, to: span.from, [style]: isOn }, { ...span, [style]: isOn });
    at = span.to;
  }
  return replaceRange(styled, from, to, { text: inside.text, spans: normaliseSpans(spans) });
}

/**
 * Return whether all characters but white space have a style. In text that is only white space, all
 * characters count.
 */
export function hasStyle({ text, spans }: StyledText, style: Style): boolean {
  const styledSpans = spans.filter((span) => span[style]);
  if (styledSpans.length === 0) return false;
  let at = 0;
  const isBlank = text.trim() === '';
  const isIgnorableGap = (gap: string) => (isBlank ? gap === '' : gap.trim() === '');
  for (const { from, to } of styledSpans) {
    if (!isIgnorableGap(text.slice(at, from))) return false;
    at = to;
  }
  return isIgnorableGap(text.slice(at));
}

/** Convert to upper case. */
export function upperStyled(styled: StyledText): StyledText {
  return mapLetters(styled, (text) => text.toUpperCase());
}

/** Replace letters whose capital is longer, such as ß, by their capitals. */
export function expandStyled(styled: StyledText): StyledText {
  return mapLetters(styled, expandLetters);
}

/** Convert the letters of a text. Those that change length shift the spans after them. */
export function mapLetters({ text, spans }: StyledText, convert: (text: string) => string): StyledText {
  const converted = convert(text);
  if (converted.length === text.length) return { text: converted, spans };
  const lengthTo = (offset: number) => convert(text.slice(0, offset)).length;
  return {
    text: converted,
    spans: normaliseSpans(
      spans.map((span) => ({ ...span, from: lengthTo(span.from), to: lengthTo(span.to) })),
    ),
  };
}

export function isSameStyled(one: StyledText, other: StyledText): boolean {
  return (
    one.text === other.text &&
    one.spans.length === other.spans.length &&
    one.spans.every((span, index) => {
      const counterpart = other.spans[index];
      return (
        counterpart !== undefined &&
        span.from === counterpart.from &&
        span.to === counterpart.to &&
        isSameStyle(span, counterpart)
      );
    })
  );
}

export const plain: Look = { isBold: false, isItalic: false, isUnderlined: false };

/** Style of a range of text. */
export type Look = Readonly<Record<Style, boolean>> & { readonly isStruck?: true };

function isSameStyle(one: Look, other: Look): boolean {
  return !one.isStruck === !other.isStruck && styles.every((style) => one[style] === other[style]);
}

/** Trim white space at both ends. */
export function trimStyled(styled: StyledText): StyledText {
  const { text } = styled;
  const start = text.length - text.trimStart().length;
  return sliceStyled(styled, start, Math.max(start, text.trimEnd().length));
}

/** Return the index of the first span that ends after an offset. */
export function firstSpanAfter(spans: readonly Span[], offset: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle] as Span).to <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
