/**
 * Range of text with a style, parsed from the Fountain emphasis marks of an element's content:
 * **bold**, *italic*, ***both***, _underline_ and, as our own extension, ~~struck~~. The escapes \*
 * \_ \~ \\ stand for the characters themselves.
 *
 * A mark needs a partner on the same line and must not have a space on its inner side. Otherwise it
 * is an ordinary character. The following are ordinary characters too: an underscore between two
 * letters or digits (snake_case_name), two underscores, four asterisks, one tilde, three tildes.
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
  /** Printed text, without marks and escapes. */
  text: string;
  /** Styled ranges in order, not overlapping; empty for plain text. */
  spans: Span[];
}

// One bit per style. For asterisks the bits equal their number: * is 1, ** is 2, *** is 3.
const italic = 1;
const bold = 2;
const underline = 4;
const struck = 8;

const markCharacter = /[*_\\]|~~/;

/**
 * Return whether the content contains a character that could be a mark or an escape. Most does not.
 */
export function hasMarks(content: string): boolean {
  return markCharacter.test(content);
}

/** Parse content into printed text and styles. Never throws. Takes linear time. */
export function parseEmphasis(content: string): StyledText {
  if (!hasMarks(content)) return { text: content, spans: [] };
  return applyMarks(content, pairMarks(content));
}

/** Return the printed text, without marks and escapes. */
export function plainText(content: string): string {
  return parseEmphasis(content).text;
}

/** Escape printed text so that it parses as exactly that text without styles. */
export function escapeText(text: string): string {
  return hasMarks(text) ? text.replace(/[*_\\]|(?<!~)~(?=~(?!~))/g, '\\$&') : text;
}

/**
 * Write printed text and styles as content. `parseEmphasis` of the result always returns the same
 * text. Styles that marks cannot express are changed: style on a line feed or on outer spaces of a
 * range is dropped, and an underline that begins or ends inside a word is extended to the whole
 * word.
 */
export function writeEmphasis({ text, spans }: StyledText): string {
  if (spans.length === 0) return escapeText(text);
  const styles = new Uint8Array(text.length);
  for (const span of spans) styles.fill(bitsOf(span), span.from, span.to);
  unifySpaceStyles(text, styles);
  widenUnderlines(text, styles);
  const content = new TextBuilder();
  // A mark next to a literal tilde would form a run of three.
  const hasStruck = spans.some(({ isStruck }) => isStruck);
  const escaped = (part: string) => (hasStruck ? part.replace(/[*_\\~]/g, '\\$&') : escapeText(part));
  let from = 0;
  let active = 0;
  for (let at = 0; at <= text.length; at++) {
    const style = styles[at] ?? 0;
    if (style === active) continue;
    const changed = active ^ style;
    content.add(escaped(text.slice(from, at)));
    if (changed & active & struck) content.add('~~');
    // Put an underscore outside the asterisks, so that it does not touch a letter of the same word.
    if (changed & active & underline) content.add('_');
    content.add('*'.repeat(changed & (italic | bold)));
    if (changed & style & underline) content.add('_');
    if (changed & style & struck) content.add('~~');
    from = at;
    active = style;
  }
  content.add(escaped(text.slice(from)));
  return content.build();
}

/**
 * Runs of mark characters and escaping backslashes, in order. Stored as two arrays of numbers,
 * because a text may contain a million. `bits` packs three fields of four bits: the styles of the
 * run (0: an escape), the styles that it opens, and those that it closes.
 */
interface Marks {
  at: number[];
  bits: number[];
}

const openBits = 4;
const closeBits = 8;
const allKinds = 15;

/** Find the marks and pair each with the nearest open mark of the same style on the same line. */
function pairMarks(content: string): Marks {
  const at: number[] = [];
  const bits: number[] = [];
  const tokens = /\n|\\[*_\\~]|\*+|_+|~+/g;
  // By style: index of the open mark, or -1.
  const openers: number[] = new Array(struck + 1).fill(-1);
  // End of the last run of literal text. A pair that encloses no text is not a pair.
  let textEnd = 0;
  let tokenEnd = 0;
  for (let token = tokens.exec(content); token; token = tokens.exec(content)) {
    const start = token.index;
    if (start > tokenEnd) textEnd = start;
    tokenEnd = tokens.lastIndex;
    const run = token[0];
    if (run === '\n') {
      openers.fill(-1);
      continue;
    }
    const isEscape = run.startsWith('\\');
    const kinds = isEscape ? 0 : kindsOf(content, start, run);
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

/** Return the end of a mark. Asterisks are as many as their style bits, tildes two, others one. */
function endOf(at: number[], bits: number[], mark: number): number {
  if ((bits[mark] as number) & struck) return (at[mark] as number) + 2;
  return (at[mark] as number) + Math.max(1, (bits[mark] as number) & (italic | bold));
}

function kindsOf(content: string, at: number, run: string): number {
  if (run.startsWith('*')) return run.length <= 3 ? run.length : 0;
  if (run.startsWith('~')) return run.length === 2 ? struck : 0;
  return run.length > 1 || isInsideWord(content, at, at + 1) ? 0 : underline;
}

function applyMarks(content: string, { at, bits }: Marks): StyledText {
  const spans: Span[] = [];
  const text = new TextBuilder();
  let from = 0;
  let active = 0;
  let activeFrom = 0;
  const setActive = (next: number) => {
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
    const unpaired = fields & allKinds & ~(opens | closes);
    const remaining = active & ~closes;
    if (unpaired) {
      setActive(remaining);
      text.add(unpaired === struck ? '~~' : unpaired === underline ? '_' : '*'.repeat(unpaired));
    }
    setActive(remaining | opens);
  }
  text.add(content.slice(from));
  return { text: text.build(), spans };
}

/**
 * String builder that joins 1,000 parts at a time. Repeated `+=` would build a tree of a million
 * parts in the JavaScript engine.
 */
class TextBuilder {
  length = 0;
  #chunks: string[] = [];
  #pending: string[] = [];

  add(text: string): void {
    this.length += text.length;
    if (this.#pending.push(text) < 1000) return;
    this.#chunks.push(this.#pending.join(''));
    this.#pending = [];
  }

  build(): string {
    return this.#chunks.join('') + this.#pending.join('');
  }
}

/**
 * Reduce the style of white space to the styles that all its characters and both neighbours share.
 * No mark then touches a space.
 */
function unifySpaceStyles(text: string, styles: Uint8Array): void {
  for (const { index, 0: spaces } of text.matchAll(/\s+/g)) {
    const end = index + spaces.length;
    let common = spaces.includes('\n') ? 0 : (styles[index - 1] ?? 0) & (styles[end] ?? 0);
    for (let at = index; at < end && common; at++) common &= styles[at] ?? 0;
    styles.fill(common, index, end);
  }
}

/** Extend underlines that begin or end between two letters where no asterisk separates them. */
function widenUnderlines(text: string, styles: Uint8Array): void {
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

/** Return whether a letter or digit precedes `end` and another follows `start`. */
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
