// All characters except Latin, Greek, Cyrillic, punctuation, currency, arrows and lines, which take
// one cell each.
const unusualUnits = [
  String.raw`\u00ad\u0300-\u036f\u0483-\u0489\u0530-\u200f\u2028-\u202f\u205f-\u209f`,
  String.raw`\u20d0-\u20ff\u231a-\u24ff\u25fd-\uffff`,
].join('');

/**
 * Matches characters that take no or two cells, or that combine with others. A text with one is
 * measured by cells.
 */
export const unusual = new RegExp(`[${unusualUnits}]`);

/** Matches the characters of `unusual`, line feeds, and characters that may be emphasis marks. */
export const special = new RegExp(`[\\n*_~\\\\${unusualUnits}]`);

const zeroWidth = /[\p{M}\p{Cf}]/u;
const joiner = 0x200d;
const firstSkinTone = 0x1f3fb;
const lastSkinTone = 0x1f3ff;

/** First and last code points of scripts and pictures that take two cells, in order. */
const wideRanges = [
  // Letters of Tamil, Sinhala and Burmese are nearly as wide as two Courier characters.
  [0x0b80, 0x0bff],
  [0x0d80, 0x0dff],
  [0x1000, 0x109f],
  [0x1100, 0x115f],
  [0x231a, 0x231b],
  [0x2614, 0x2615],
  [0x26a1, 0x26a1],
  [0x2705, 0x2705],
  [0x2728, 0x2728],
  [0x274c, 0x274c],
  [0x2753, 0x2755],
  [0x2b50, 0x2b50],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f300, 0x1f64f],
  [0x1f680, 0x1f6ff],
  [0x1f900, 0x1faff],
  [0x20000, 0x3fffd],
] as const;

/** Cells plus one by code point up to U+FFFF; 0 if not computed yet. */
const cellsByCodePoint = new Uint8Array(0x10000);

/**
 * Return the width of one character in cells. `before` is the preceding code point: a character
 * after a joiner adds no width.
 */
export function cellsOfCodePoint(codePoint: number, before: number): 0 | 1 | 2 {
  if (before === joiner) return 0;
  if (codePoint >= cellsByCodePoint.length) return computeCells(codePoint);
  let cells = cellsByCodePoint[codePoint] as number;
  if (cells === 0) {
    cells = computeCells(codePoint) + 1;
    cellsByCodePoint[codePoint] = cells;
  }
  return (cells - 1) as 0 | 1 | 2;
}

function computeCells(codePoint: number): 0 | 1 | 2 {
  if (codePoint >= firstSkinTone && codePoint <= lastSkinTone) return 0;
  const char = String.fromCodePoint(codePoint);
  if (!unusual.test(char)) return 1;
  if (zeroWidth.test(char)) return 0;
  return wideRanges.some(([first, last]) => codePoint >= first && codePoint <= last) ? 2 : 1;
}

/** Return the width of a printed text in cells. */
export function cellsOf(text: string): number {
  if (!unusual.test(text)) return text.length;
  let cells = 0;
  let before = 0;
  for (const char of text) {
    const codePoint = char.codePointAt(0) ?? 0;
    cells += cellsOfCodePoint(codePoint, before);
    before = codePoint;
  }
  return cells;
}
