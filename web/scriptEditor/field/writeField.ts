import type { Span } from '#screenplay/emphasis.ts';
import { isSameStyled, type Style, sliceStyled, styles } from '#screenplay/styled.ts';
import { select } from './caret.ts';
import { hasMixedStyles, nodesOf, readField, renderField } from './domText.ts';
import type { LiveText, TextRange } from './liveText.ts';

/**
 * Replace the text of a field and select a range. Only the difference is written, by commands of
 * the browser, so that its undo includes it. If a browser produces another result, the text is
 * rendered again.
 */
export function writeField(field: HTMLElement, next: LiveText, selection: TextRange | number): void {
  const reading = readField(field);
  const change = textDifference(reading.live, next);
  if (change) {
    select(field, reading, { start: change.from, end: change.to });
    insertAtSelection(reading.live, change);
    if (!isSameStyled(readField(field).live, next)) renderField(field, next);
  }
  select(field, readField(field), selection);
}

/**
 * Run an edit command of the browser at the selection, as one undo step. Returns false if it
 * failed.
 */
export function execEditCommand(name: string, value?: string): boolean {
  return typeof document.execCommand === 'function' && document.execCommand(name, false, value);
}

interface Change {
  from: number;
  to: number;
  insert: LiveText;
}

/** Return the range in which two texts differ; null if they are equal. */
export function textDifference(before: LiveText, after: LiveText): Change | null {
  if (isSameStyled(before, after)) return null;
  const [a, b] = [before.text, after.text];
  const [aStyles, bStyles] = [bitsOf(before), bitsOf(after)];
  const isSame = (one: number, other: number) =>
    a.charCodeAt(one) === b.charCodeAt(other) && aStyles[one] === bStyles[other];
  const shorter = Math.min(a.length, b.length);
  let from = 0;
  while (from < shorter && isSame(from, from)) from++;
  if (isInsidePair(a, from) || isInsidePair(b, from)) from--;
  let tail = 0;
  while (tail < shorter - from && isSame(a.length - tail - 1, b.length - tail - 1)) tail++;
  if (isInsidePair(a, a.length - tail) || isInsidePair(b, b.length - tail)) tail--;
  return { from, to: a.length - tail, insert: sliceStyled(after, from, b.length - tail) };
}

function insertAtSelection(before: LiveText, { from, to, insert }: Change): void {
  const { text, spans } = insert;
  if (text === '') {
    execEditCommand('delete');
    return;
  }
  // Typed text takes the style of the text that it replaces or follows.
  const style = styleAt(before.spans, from < to ? from : from - 1);
  const own = styleAt(spans, 0);
  const isUniform = spans.length === 0 || (spans.length === 1 && spans[0]?.to === text.length);
  const isTyped =
    isUniform &&
    !hasMixedStyles(before, { start: from, end: to }) &&
    styles.every((each) => own?.[each] === style?.[each]) &&
    own?.isStruck === style?.isStruck;
  if (isTyped && !text.includes('\n')) {
    execEditCommand('insertText', text);
    return;
  }
  const holder = document.createElement('div');
  holder.append(...nodesOf(insert, true));
  execEditCommand('insertHTML', holder.innerHTML);
}

function styleAt(spans: readonly Span[], offset: number): Span | undefined {
  return spans.find(({ from, to }) => from <= offset && offset < to);
}

const bits: Record<Style, number> = { isBold: 1, isItalic: 2, isUnderlined: 4 };

function bitsOf({ text, spans }: LiveText): Uint8Array {
  const marked = new Uint8Array(text.length);
  for (const span of spans) {
    let sum = span.isStruck ? 8 : 0;
    for (const style of styles) if (span[style]) sum += bits[style];
    marked.fill(sum, span.from, span.to);
  }
  return marked;
}

/** Return whether an offset is inside a surrogate pair. */
function isInsidePair(text: string, offset: number): boolean {
  return /[\uD800-\uDBFF]/.test(text.charAt(offset - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(offset));
}
