/**
 * Fountain emphasis inside an element's content: **bold**, *italic*, ***both***, _underline_, our own ~~struck~~,
 * and \* \_ \~ \\ for the characters themselves. A mark needs a partner on the same line and no space just inside
 * it; without one it is an ordinary character. So is an underscore between two letters or digits, as in
 * snake_case_name, and so are rows of two underscores, four asterisks, one tilde or three.
 * Source: docs/format.md, "Fountain".
 */
export interface Span {
  /** Offsets into the plain text. */
  from: number;
  to: number;
  isBold: boolean;
  isItalic: boolean;
  isUnderlined: boolean;
  isStruck?: true;
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
const struck = 8;

const marked = /[*_\\]|~~/;

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
  return hasMarks(text) ? text.replace(/[*_\\]|(?<!~)~(?=~(?!~))/g, '\\$&') : text;
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
  const content = new TextBuilder();
  // A mark beside a tilde of the text would be a row of three.
  const isAnyStruck = spans.some(({ isStruck }) => isStruck);
  const escaped = (part: string) => (isAnyStruck ? part.replace(/[*_\\~]/g, '\\$&') : escapeText(part));
  let from = 0;
  let active = 0;
  for (let at = 0; at <= text.length; at++) {
    const style = styles[at] ?? 0;
    if (style === active) continue;
    const changed = active ^ style;
    content.add(escaped(text.slice(from, at)));
    if (changed & active & struck) content.add('~~');
    // An underscore stands on the far side of the asterisks from the letter it must not touch.
    if (changed & active & underline) content.add('_');
    content.add('*'.repeat(changed & (italic | bold)));
    if (changed & style & underline) content.add('_');
    if (changed & style & struck) content.add('~~');
    from = at;
    active = style;
  }
  content.add(escaped(text.slice(from)));
  return content.whole();
}

/**
 * Rows of marks, and backslashes of escapes, in order; two columns of numbers, since a text may hold a million of them.
 * The second has three fields of four bits: what kinds a row is (0: an escape), which of them it opens, and which it
 * closes.
 */
interface Marks {
  at: number[];
  bits: number[];
}

const openBits = 4;
const closeBits = 8;
const allKinds = 15;

/** Finds the marks and gives each its partner: the nearest opener of the same kind on the same line. */
function pairMarks(content: string): Marks {
  const at: number[] = [];
  const bits: number[] = [];
  const tokens = /\n|\\[*_\\~]|\*+|_+|~+/g;
  // By kind: the number of the mark that waits for its partner, or -1.
  const openers: number[] = new Array(struck + 1).fill(-1);
  // Where the last stretch that is certainly text ends: a pair around nothing is no pair.
  let textEnd = 0;
  let tokenEnd = 0;
  for (let token = tokens.exec(content); token; token = tokens.exec(content)) {
    const start = token.index;
    if (start > tokenEnd) textEnd = start;
    tokenEnd = tokens.lastIndex;
    const row = token[0];
    if (row === '\n') {
      openers.fill(-1);
      continue;
    }
    const isEscape = row.startsWith('\\');
    const kinds = isEscape ? 0 : kindsOf(content, start, row);
    if (kinds === 0) textEnd = tokenEnd;
    if (kinds === 0 && !isEscape) continue;
    const mark = at.push(start) - 1;
    bits.push(kinds);
    if (isEscape) continue;
    const canClose = !isSpaceAt(content, start - 1);
    const canOpen = !isSpaceAt(content, tokenEnd);
    for (const kind of [italic, bold, underline, struck]) {
      if (!(kinds & kind)) continue;
      const opener = openers[kind] as number;
      if (opener >= 0 && canClose && textEnd > endOf(at, bits, opener)) {
        bits[opener] = (bits[opener] as number) | (kind << openBits);
        bits[mark] = (bits[mark] as number) | (kind << closeBits);
        openers[kind] = -1;
      } else if (canOpen) {
        openers[kind] = mark;
      }
    }
  }
  return { at, bits };
}

/** Where a mark ends: asterisks are as many as their kinds say, tildes two, an underscore or a backslash is one. */
function endOf(at: number[], bits: number[], mark: number): number {
  if ((bits[mark] as number) & struck) return (at[mark] as number) + 2;
  return (at[mark] as number) + Math.max(1, (bits[mark] as number) & (italic | bold));
}

function kindsOf(content: string, at: number, row: string): number {
  if (row.startsWith('*')) return row.length <= 3 ? row.length : 0;
  if (row.startsWith('~')) return row.length === 2 ? struck : 0;
  return row.length > 1 || isInsideWord(content, at, at + 1) ? 0 : underline;
}

function applyMarks(content: string, { at, bits }: Marks): StyledText {
  const spans: Span[] = [];
  const text = new TextBuilder();
  let from = 0;
  let active = 0;
  let activeFrom = 0;
  const change = (next: number) => {
    if (next === active) return;
    if (active && text.length > activeFrom) spans.push(spanOf(activeFrom, text.length, active));
    active = next;
    activeFrom = text.length;
  };
  for (let mark = 0; mark < at.length; mark++) {
    const fields = bits[mark] as number;
    const opens = (fields >> openBits) & allKinds;
    const closes = fields >> closeBits;
    text.add(content.slice(from, at[mark]));
    from = endOf(at, bits, mark);
    const alone = fields & allKinds & ~(opens | closes);
    const remaining = active & ~closes;
    if (alone) {
      change(remaining);
      text.add(alone === struck ? '~~' : alone === underline ? '_' : '*'.repeat(alone));
    }
    change(remaining | opens);
  }
  text.add(content.slice(from));
  return { text: text.whole(), spans };
}

/** Joins texts a thousand at a time: one that is added to a million times is a tree of a million parts to the engine. */
class TextBuilder {
  length = 0;
  #done: string[] = [];
  #last: string[] = [];

  add(text: string): void {
    this.length += text.length;
    if (this.#last.push(text) < 1000) return;
    this.#done.push(this.#last.join(''));
    this.#last = [];
  }

  whole(): string {
    return this.#done.join('') + this.#last.join('');
  }
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
  const { isItalic, isBold, isUnderlined, isStruck } = span;
  return (
    (isItalic ? italic : 0) | (isBold ? bold : 0) | (isUnderlined ? underline : 0) | (isStruck ? struck : 0)
  );
}

function spanOf(from: number, to: number, bits: number): Span {
  return {
    from,
    to,
    isBold: (bits & bold) !== 0,
    isItalic: (bits & italic) !== 0,
    isUnderlined: (bits & underline) !== 0,
    ...((bits & struck) !== 0 && { isStruck: true }),
  };
}
