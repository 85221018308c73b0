import { cellsOfCodePoint } from './cells.ts';
import type { Capacities } from './wrap.ts';

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
 * and not between two syllables of Korean, which has spaces.
 */
export function wrapByCells(
  text: string,
  from: number,
  { capacity, firstCapacity }: Capacities,
  maxLines: number,
  bounds: number[] | null,
): number {
  let count = 0;
  let width = from === 0 ? firstCapacity : capacity;
  let lineStart = from;
  let lineEnd = from;
  /** Cells of the line up to `at`, spaces included. */
  let cells = 0;
  let at = from;
  for (;;) {
    if (at >= text.length || text.charCodeAt(at) === lineFeed) {
      bounds?.push(lineStart, lineEnd);
      if (++count >= maxLines || at >= text.length) return count;
      lineStart = lineEnd = ++at;
      width = capacity;
      cells = 0;
    } else if (isSpaceAt(text, at)) {
      cells += text.charCodeAt(at) === ideographicSpace ? 2 : 1;
      at++;
    } else {
      const part = partAt(text, at);
      const overhang = text.charCodeAt(part.end - 1) === hyphen ? 1 : 0;
      if (cells + part.cells - overhang > width && lineEnd > lineStart) {
        bounds?.push(lineStart, lineEnd);
        if (++count >= maxLines) return count;
        lineStart = at;
        width = capacity;
        cells = 0;
      }
      cells += part.cells;
      while (cells - overhang > width) {
        const cut = fitting(text, lineStart, part.end, width);
        bounds?.push(lineStart, cut.end);
        if (++count >= maxLines) return count;
        lineStart = cut.end;
        width = capacity;
        cells -= cut.cells;
      }
      at = lineEnd = part.end;
    }
  }
}

interface Stretch {
  end: number;
  cells: number;
}

/** The characters from an offset on that no line break may part. */
function partAt(text: string, from: number): Stretch {
  let cells = 0;
  let before = 0;
  let isAfterWide = false;
  let isAfterOpening = false;
  let at = from;
  while (at < text.length) {
    if (text.charCodeAt(at) === lineFeed || isSpaceAt(text, at)) break;
    const codePoint = text.codePointAt(at) as number;
    const own = cellsOfCodePoint(codePoint, before);
    if (own > 0) {
      const isWide = own === 2 && !isHangul(codePoint);
      if (at > from && (isWide || isAfterWide) && !isAfterOpening && !closing.has(codePoint)) break;
      if (at > from && before === hyphen && codePoint !== hyphen) break;
      isAfterWide = isWide;
      isAfterOpening = opening.has(codePoint);
    }
    cells += own;
    before = codePoint;
    at += codePoint > 0xffff ? 2 : 1;
  }
  return { end: at, cells };
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

function isSpaceAt(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit === 0x20 || (unit >= 9 && unit <= 13 && unit !== lineFeed) || unit === ideographicSpace;
}

function isHangul(codePoint: number): boolean {
  return codePoint >= 0xac00 && codePoint <= 0xd7a3;
}
