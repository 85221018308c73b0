import { cellsOfCodePoint } from './cells.ts';
import type { Capacities } from './lines.ts';

// Signs that may not begin a line of Chinese or Japanese, and those that may not end one.
const closing = codePointsOf(
  '、。，．・：；？！）］｝〉》」』】〕〗ー～…‥’”ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ',
);
const opening = codePointsOf('（［｛〈《「『【〔〖‘“');
const lineFeed = 0x0a;
const hyphen = 0x2d;
const ideographicSpace = 0x3000;
const joiner = 0x200d;

/**
 * The rules of `wrapOrdinary` for texts with characters of no or two cells. Between two characters of which one is
 * wide a line may break too, as Chinese and Japanese do, but not before a closing sign or after an opening one,
 * and not inside a word of those that have spaces.
 */
export function wrapByCells(
  text: string,
  from: number,
  { capacity, firstCapacity }: Capacities,
  maxLines: number,
  bounds: number[] | null,
): number {
  // What is wider than any line need not be read to its end to know it.
  const enough = Math.max(capacity, firstCapacity) + 1;
  let count = 0;
  let width = from === 0 ? firstCapacity : capacity;
  let lineStart = from;
  let lineEnd = from;
  /** Cells of the line up to `at`, spaces included. */
  let cells = 0;
  let at = from;
  const endLine = (to: number, next: number): boolean => {
    bounds?.push(lineStart, to);
    lineStart = next;
    width = capacity;
    cells = 0;
    return ++count >= maxLines;
  };
  for (;;) {
    if (at >= text.length || text.charCodeAt(at) === lineFeed) {
      if (endLine(lineEnd, at + 1) || at >= text.length) return count;
      lineEnd = ++at;
    } else if (isSpace(text.charCodeAt(at))) {
      cells += text.charCodeAt(at) === ideographicSpace ? 2 : 1;
      at++;
    } else {
      readPart(text, at, enough);
      if (cells + part.cells - part.overhang > width && lineEnd > lineStart && endLine(lineEnd, at))
        return count;
      // Cut where the line is full, and read on after the cut: the part may be of any length.
      while (cells + part.cells - part.overhang > width) {
        const cut = fitting(text, lineStart, part.end, width);
        part.cells -= cut.cells - cells;
        if (endLine(cut.end, cut.end)) return count;
        readOn(text, enough);
      }
      cells += part.cells;
      at = lineEnd = part.end;
    }
  }
}

interface Stretch {
  end: number;
  cells: number;
}

/** Characters that no line break may part, as far as they are read. */
interface Part extends Stretch {
  from: number;
  /** 1 for a hyphen at its end, which may stand past the edge. */
  overhang: number;
  /** What the last character was, which says whether the next one belongs to it. */
  before: number;
  isAfterWide: boolean;
  isAfterOpening: boolean;
}

// Read into by wrapByCells, which is never inside itself: one serves all.
const part: Part = {
  from: 0,
  end: 0,
  cells: 0,
  overhang: 0,
  before: 0,
  isAfterWide: false,
  isAfterOpening: false,
};

/** Reads the part that begins at an offset, up to its end or until it is wider than `enough`. */
function readPart(text: string, from: number, enough: number): void {
  part.from = part.end = from;
  part.cells = part.before = 0;
  part.isAfterWide = part.isAfterOpening = false;
  readOn(text, enough);
}

function readOn(text: string, enough: number): void {
  let { end: at, cells, before, isAfterWide, isAfterOpening } = part;
  while (at < text.length && cells <= enough) {
    const codePoint = text.codePointAt(at) as number;
    if (codePoint === lineFeed || isSpace(codePoint)) break;
    const own = cellsOfCodePoint(codePoint, before);
    if (own > 0) {
      const isWide = own === 2 && !hasWords(codePoint);
      if (at > part.from && (isWide || isAfterWide) && !isAfterOpening && !closing.has(codePoint)) break;
      if (at > part.from && before === hyphen) break;
      isAfterWide = isWide;
      isAfterOpening = opening.has(codePoint);
    }
    cells += own;
    before = codePoint;
    at += codePoint > 0xffff ? 2 : 1;
  }
  part.end = at;
  part.cells = cells;
  part.overhang = before === hyphen ? 1 : 0;
  part.before = before;
  part.isAfterWide = isAfterWide;
  part.isAfterOpening = isAfterOpening;
}

/** As many characters as fit the width, with what combines with them; at least one. */
function fitting(text: string, from: number, end: number, width: number): Stretch {
  let cells = 0;
  let before = 0;
  let at = from;
  while (at < end) {
    const codePoint = text.codePointAt(at) as number;
    const own = cellsOfCodePoint(codePoint, before);
    if (own > 0 && cells > 0 && cells + own > width && before !== joiner) break;
    cells += own;
    before = codePoint;
    at += codePoint > 0xffff ? 2 : 1;
  }
  return { end: at, cells };
}

function codePointsOf(signs: string): Set<number | undefined> {
  return new Set(Array.from(signs, (sign) => sign.codePointAt(0)));
}

function isSpace(unit: number): boolean {
  return unit === 0x20 || (unit >= 9 && unit <= 13 && unit !== lineFeed) || unit === ideographicSpace;
}

/** Of wide letters those that are written in words: Korean, Tamil, Sinhala and Burmese. */
function hasWords(codePoint: number): boolean {
  return codePoint <= 0x109f || (codePoint >= 0xac00 && codePoint <= 0xd7a3);
}
