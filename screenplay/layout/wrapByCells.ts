import { cellsOfCodePoint } from './cells.ts';
import type { Capacities } from './lines.ts';

// Characters that may not begin a line of Chinese or Japanese (`closing`), or may not end one
// (`opening`).
const closing = codePointsOf(
  '、。，．・：；？！）］｝〉》」』】〕〗ー～…‥’”ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ',
);
const opening = codePointsOf('（［｛〈《「『【〔〖‘“');
const lineFeed = 0x0a;
const hyphen = 0x2d;
const ideographicSpace = 0x3000;
const joiner = 0x200d;

/**
 * Wrap a text that has characters of no or two cells, by the rules of `wrapOrdinary` and one more.
 * As in Chinese and Japanese, a line may also break next to a wide character. It may not break
 * before a closing sign, after an opening sign, or inside a word of a script that uses spaces.
 */
export function wrapByCells(
  text: string,
  from: number,
  { capacity, firstCapacity }: Capacities,
  maxLines: number,
  bounds: number[] | null,
): number {
  // Stop reading a part as soon as it is wider than any line: it may be very long.
  const enough = Math.max(capacity, firstCapacity) + 1;
  let count = 0;
  let width = from === 0 ? firstCapacity : capacity;
  let lineStart = from;
  let lineEnd = from;
  /** Cells of the line up to `at`, including spaces. */
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
      // Cut the part where the line is full and continue reading after the cut: it may be very
      // long.
      while (cells + part.cells - part.overhang > width) {
        const cut = fitCells(text, lineStart, part.end, width);
        part.cells -= cut.cells - cells;
        if (endLine(cut.end, cut.end)) return count;
        continueReading(text, enough);
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

/** Characters without a possible line break between them, as far as they have been read. */
interface Part extends Stretch {
  from: number;
  /** 1 when the part ends with a hyphen, which may exceed the width by one character, else 0. */
  overhang: number;
  /** The last code point read. It decides whether the next one combines with it. */
  before: number;
  isAfterWide: boolean;
  isAfterOpening: boolean;
}

// Shared by all calls of `wrapByCells`, which is not reentrant.
const part: Part = {
  from: 0,
  end: 0,
  cells: 0,
  overhang: 0,
  before: 0,
  isAfterWide: false,
  isAfterOpening: false,
};

/** Read the part that begins at `from`, up to its end or until it is wider than `enough`. */
function readPart(text: string, from: number, enough: number): void {
  part.from = part.end = from;
  part.cells = part.before = 0;
  part.isAfterWide = part.isAfterOpening = false;
  continueReading(text, enough);
}

function continueReading(text: string, enough: number): void {
  let { end: at, cells, before, isAfterWide, isAfterOpening } = part;
  while (at < text.length && cells <= enough) {
    const codePoint = text.codePointAt(at) as number;
    if (codePoint === lineFeed || isSpace(codePoint)) break;
    const own = cellsOfCodePoint(codePoint, before);
    if (own > 0) {
      const isWide = own === 2 && !usesSpaces(codePoint);
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

/**
 * Return the end of as many characters as fit the width, including their combining marks. At least
 * one character is taken.
 */
function fitCells(text: string, from: number, end: number, width: number): Stretch {
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

/**
 * Return whether a wide letter belongs to a script that separates words with spaces: Korean, Tamil,
 * Sinhala or Burmese.
 */
function usesSpaces(codePoint: number): boolean {
  return codePoint <= 0x109f || (codePoint >= 0xac00 && codePoint <= 0xd7a3);
}
