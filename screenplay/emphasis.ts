/**
 * Fountain emphasis inside an element's content: **bold**, *italic*, ***both***, _underline_, and \* \_ \\ for
 * the characters themselves. A mark needs a partner on the same line and no space just inside it; without
 * one it is an ordinary character. So is an underscore between two letters or digits, as in snake_case_name,
 * and so are rows of two underscores or four asterisks. Source: docs/format.md, "Fountain".
 */
export interface Span {
  /** Offsets into the plain text. */
  from: number;
  to: number;
  isBold: boolean;
  isItalic: boolean;
  isUnderlined: boolean;
}

export interface StyledText {
  /** The text as printed, without marks and escapes. */
  text: string;
  /** The styled stretches in order, not overlapping; empty for plain text. */
  spans: Span[];
}

// One bit per kind; for asterisks the bits also are their number: * 1, ** 2, *** 3.
const italic = 1;
const bold = 2;
const underline = 4;

const marked = /[*_\\]/;

/** Whether the content holds a character that could be a mark or an escape. Most content does not. */
export function hasMarks(content: string): boolean {
  return marked.test(content);
}

/** Content → what is printed. Never throws; takes time in proportion to the length. */
export function parseEmphasis(content: string): StyledText {
  if (!hasMarks(content)) return { text: content, spans: [] };
  return applyMarks(content, pairMarks(content));
}

/** The text as printed, without marks and escapes. */
export function plainText(content: string): string {
  return parseEmphasis(content).text;
}

/** Printed text → content that prints as just that text, unstyled. */
export function escapeText(text: string): string {
  return hasMarks(text) ? text.replace(/[*_\\]/g, '\\$&') : text;
}

/**
 * Printed text and its styled stretches → content; parseEmphasis gives that text back, always. What marks cannot
 * say gives way: style at the end of a line or on spaces at the edge of a stretch is dropped, and an underline
 * that begins or ends between two letters takes in the whole word.
 */
export function writeEmphasis({ text, spans }: StyledText): string {
  if (spans.length === 0) return escapeText(text);
  const styles = new Uint8Array(text.length);
  for (const span of spans) styles.fill(bitsOf(span), span.from, span.to);
  settleSpaces(text, styles);
  settleUnderlines(text, styles);
  const parts: string[] = [];
  let from = 0;
  let active = 0;
  for (let at = 0; at <= text.length; at++) {
    const style = styles[at] ?? 0;
    if (style === active) continue;
    const changed = active ^ style;
    parts.push(escapeText(text.slice(from, at)));
    // An underscore stands on the far side of the asterisks from the letter it must not touch.
    if (changed & active & underline) parts.push('_');
    parts.push('*'.repeat(changed & (italic | bold)));
    if (changed & style & underline) parts.push('_');
    from = at;
    active = style;
  }
  parts.push(escapeText(text.slice(from)));
  return parts.join('');
}

/** A row of marks, or the backslash of an escape (all bits 0). */
interface Mark {
  at: number;
  length: number;
  kinds: number;
  opens: number;
  closes: number;
}

/** Finds the marks and gives each its partner: the nearest opener of the same kind on the same line. */
function pairMarks(content: string): Mark[] {
  const marks: Mark[] = [];
  const tokens = /\n|\\[*_\\]|\*+|_+/g;
  let openers: (Mark | null)[] = [];
  // Where the last stretch that is certainly text ends: a pair around nothing is no pair.
  let textEnd = 0;
  let tokenEnd = 0;
  for (let token = tokens.exec(content); token; token = tokens.exec(content)) {
    const at = token.index;
    if (at > tokenEnd) textEnd = at;
    tokenEnd = tokens.lastIndex;
    const row = token[0];
    if (row === '\n') {
      openers = [];
      continue;
    }
    if (row.startsWith('\\')) {
      marks.push({ at, length: 1, kinds: 0, opens: 0, closes: 0 });
      textEnd = tokenEnd;
      continue;
    }
    const mark = { at, length: row.length, kinds: kindsOf(content, at, row), opens: 0, closes: 0 };
    if (mark.kinds === 0) {
      textEnd = tokenEnd;
      continue;
    }
    marks.push(mark);
    const canClose = !isSpaceAt(content, at - 1);
    const canOpen = !isSpaceAt(content, tokenEnd);
    for (const kind of [italic, bold, underline]) {
      if (!(mark.kinds & kind)) continue;
      const opener = openers[kind];
      if (opener && canClose && textEnd > opener.at + opener.length) {
        opener.opens |= kind;
        mark.closes |= kind;
        openers[kind] = null;
      } else if (canOpen) {
        openers[kind] = mark;
      }
    }
  }
  return marks;
}

function kindsOf(content: string, at: number, row: string): number {
  if (row.startsWith('*')) return row.length <= 3 ? row.length : 0;
  return row.length > 1 || isInsideWord(content, at, at + 1) ? 0 : underline;
}

function applyMarks(content: string, marks: Mark[]): StyledText {
  const spans: Span[] = [];
  let text = '';
  let from = 0;
  let active = 0;
  let activeFrom = 0;
  const change = (next: number) => {
    if (next === active) return;
    if (active && text.length > activeFrom) spans.push(spanOf(activeFrom, text.length, active));
    active = next;
    activeFrom = text.length;
  };
  for (const mark of marks) {
    text += content.slice(from, mark.at);
    from = mark.at + mark.length;
    const alone = mark.kinds & ~(mark.opens | mark.closes);
    const remaining = active & ~mark.closes;
    if (alone) {
      change(remaining);
      text += alone === underline ? '_' : '*'.repeat(alone);
    }
    change(remaining | mark.opens);
  }
  return { text: text + content.slice(from), spans };
}

/** Leaves spaces only the style that both their neighbours and all of them have: no mark then touches a space. */
function settleSpaces(text: string, styles: Uint8Array): void {
  for (const { index, 0: spaces } of text.matchAll(/\s+/g)) {
    const end = index + spaces.length;
    let common = spaces.includes('\n') ? 0 : (styles[index - 1] ?? 0) & (styles[end] ?? 0);
    for (let at = index; at < end && common; at++) common &= styles[at] ?? 0;
    styles.fill(common, index, end);
  }
}

/** Widens underlines whose edge stands between two letters with no asterisk to part them. */
function settleUnderlines(text: string, styles: Uint8Array): void {
  for (let at = 1; at < text.length; at++) {
    const before = styles[at - 1] ?? 0;
    const after = styles[at] ?? 0;
    if ((before ^ after) !== underline || !isInsideWord(text, at, at)) continue;
    if (before & underline) {
      styles[at] = after | underline;
      continue;
    }
    for (let back = at - 1; back >= 0; back--) {
      styles[back] = (styles[back] ?? 0) | underline;
      const isEdge = back === 0 || !isInsideWord(text, back, back);
      if (isEdge || (styles[back - 1] ?? 0) & underline) break;
    }
  }
}

const space = /\s/;
const letter = /[\p{L}\p{N}\p{M}]/u;

function isSpaceAt(text: string, index: number): boolean {
  return index < 0 || index >= text.length || space.test(text.charAt(index));
}

/** Whether a letter or digit ends just before `end` and another begins at `start`. */
function isInsideWord(text: string, end: number, start: number): boolean {
  return letter.test(codePointBefore(text, end)) && letter.test(codePointAt(text, start));
}

function codePointBefore(text: string, index: number): string {
  const isPair =
    /[\uDC00-\uDFFF]/.test(text.charAt(index - 1)) && /[\uD800-\uDBFF]/.test(text.charAt(index - 2));
  return text.slice(Math.max(0, index - (isPair ? 2 : 1)), index);
}

function codePointAt(text: string, index: number): string {
  return String.fromCodePoint(text.codePointAt(index) ?? 0x20);
}

function bitsOf(span: Span): number {
  return (span.isItalic ? italic : 0) | (span.isBold ? bold : 0) | (span.isUnderlined ? underline : 0);
}

function spanOf(from: number, to: number, bits: number): Span {
  return {
    from,
    to,
    isBold: (bits & bold) !== 0,
    isItalic: (bits & italic) !== 0,
    isUnderlined: (bits & underline) !== 0,
  };
}
