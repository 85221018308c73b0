import { unusual } from './cells.ts';
import type { Line } from './types.ts';
import { wrapByCells } from './wrapByCells.ts';

/** How many characters the first and the other lines hold. A bracket that hangs gives the first line one more. */
export interface Capacities {
  capacity: number;
  firstCapacity: number;
}

/**
 * Breaks a plain text into lines; never none. Lines are as long as they can be. Spaces count as typed and vanish
 * at the end of a line. A line may also break behind hyphens, of which the last may stand one character past the
 * edge. A line feed always breaks; a word longer than a line is cut.
 * Source: docs/format.md, "Wrapping".
 */
export function linesOf(text: string, capacities: Capacities): Line[] {
  const bounds: number[] = [];
  if (unusual.test(text)) wrapByCells(text, 0, capacities, Number.POSITIVE_INFINITY, bounds);
  else wrapOrdinary(text, 0, capacities, Number.POSITIVE_INFINITY, bounds, true);
  return linesFrom(bounds);
}

/** Pairs of from and to → lines. */
export function linesFrom(bounds: readonly number[]): Line[] {
  const lines: Line[] = [];
  for (let at = 0; at < bounds.length; at += 2) {
    lines.push({ from: bounds[at] as number, to: bounds[at + 1] as number });
  }
  return lines;
}

const lineFeed = 0x0a;
const hyphen = 0x2d;

/**
 * The rules of `linesOf` for texts of which every character takes one cell: from an offset on, `maxLines` at most.
 * Gives the number of lines; `bounds`, when there is one, receives each line's from and to. It looks at the edges
 * of lines only, which is several times faster than going through the characters.
 */
export function wrapOrdinary(
  text: string,
  from: number,
  { capacity, firstCapacity }: Capacities,
  maxLines: number,
  bounds: number[] | null,
  mayHaveFeeds: boolean,
): number {
  let count = 0;
  let width = from === 0 ? firstCapacity : capacity;
  let start = from;
  for (;;) {
    // One stretch up to a line feed or the end, without the spaces it ends in.
    const feed = mayHaveFeeds ? text.indexOf('\n', start) : -1;
    let end = feed < 0 ? text.length : feed;
    while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
    while (!fits(text, start, end, width)) {
      const to = lineEnd(text, start, start + width);
      bounds?.push(start, to);
      if (++count === maxLines) return count;
      start = to;
      while (isSpace(text.charCodeAt(start))) start++;
      width = capacity;
    }
    bounds?.push(start, end);
    if (++count === maxLines || feed < 0) return count;
    start = feed + 1;
    width = capacity;
  }
}

function fits(text: string, start: number, end: number, width: number): boolean {
  const length = end - start;
  return length <= width || (length === width + 1 && text.charCodeAt(end - 1) === hyphen);
}

/** End of the line from `start` in a text that goes on past `edge`: behind the last word or hyphen, else the edge. */
function lineEnd(text: string, start: number, edge: number): number {
  if (text.charCodeAt(edge) === hyphen && text.charCodeAt(edge + 1) !== hyphen) return edge + 1;
  for (let at = edge; at >= start; at--) {
    const unit = text.charCodeAt(at);
    if (isSpace(unit)) {
      while (at > start && isSpace(text.charCodeAt(at - 1))) at--;
      return at > start ? at : edge;
    }
    if (unit === hyphen && at < edge && text.charCodeAt(at + 1) !== hyphen) return at + 1;
  }
  return edge;
}

function isSpace(unit: number): boolean {
  return unit === 0x20 || (unit >= 9 && unit <= 13 && unit !== lineFeed);
}
