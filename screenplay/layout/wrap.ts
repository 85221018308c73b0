import { unusual } from './cells.ts';
import type { Capacities, Line } from './lines.ts';
import { wrapByCells } from './wrapByCells.ts';

/**
 * Break a plain text into lines, at least one. Each line is as long as possible. Spaces count as
 * typed and are dropped at the end of a line. A line may also break after any hyphen, including
 * each of several in a row; a hyphen may exceed the width by one character. A line feed always
 * breaks. A word that is longer than a line is cut. Source: docs/format.md, "Wrapping".
 */
export function linesOf(text: string, capacities: Capacities): Line[] {
  const bounds: number[] = [];
  if (unusual.test(text)) wrapByCells(text, 0, capacities, Number.POSITIVE_INFINITY, bounds);
  else wrapOrdinary(text, 0, capacities, Number.POSITIVE_INFINITY, bounds, true);
  return linesFrom(bounds);
}

/** Convert pairs of from and to into lines. */
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
 * Wrap a text in which every character takes one cell, from an offset on, into `maxLines` lines at
 * most. Return the number of lines; `bounds`, if given, receives from and to of each.
 *
 * It reads only the ends of lines, which is several times faster than reading all characters, and
 * never past the last line that it returns.
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
    const edge = start + width;
    let next = stopBefore(text, start, edge + 2, mayHaveFeeds);
    let to = next < 0 ? next : trimmedEnd(text, start, next);
    if (next < 0 || !fits(text, start, to, width)) {
      to = next = lineEnd(text, start, edge);
      while (isSpace(text.charCodeAt(next))) next++;
      // Spaces at the end of a text or before a line feed are an empty line.
      if (isSpace(text.charCodeAt(to - 1)) && isStop(text, next)) to = trimmedEnd(text, start, to);
    }
    bounds?.push(start, to);
    if (++count === maxLines || next >= text.length) return count;
    start = text.charCodeAt(next) === lineFeed ? next + 1 : next;
    width = capacity;
  }
}

/**
 * Return the offset of the line feed or the end of the text before `before`; -1 if there is
 * neither. Read no further.
 */
function stopBefore(text: string, from: number, before: number, mayHaveFeeds: boolean): number {
  if (mayHaveFeeds) {
    const feed = text.slice(from, before).indexOf('\n');
    if (feed >= 0) return from + feed;
  }
  return text.length < before ? text.length : -1;
}

function isStop(text: string, at: number): boolean {
  return at >= text.length || text.charCodeAt(at) === lineFeed;
}

function trimmedEnd(text: string, from: number, to: number): number {
  let end = to;
  while (end > from && isSpace(text.charCodeAt(end - 1))) end--;
  return end;
}

function fits(text: string, start: number, end: number, width: number): boolean {
  const length = end - start;
  return length <= width || (length === width + 1 && text.charCodeAt(end - 1) === hyphen);
}

/**
 * Return the end of the line from `start` in a text that continues past `edge`: after the last word
 * or hyphen, else `edge`.
 */
function lineEnd(text: string, start: number, edge: number): number {
  if (text.charCodeAt(edge) === hyphen) return edge + 1;
  for (let at = edge; at >= start; at--) {
    const unit = text.charCodeAt(at);
    if (isSpace(unit)) {
      while (at > start && isSpace(text.charCodeAt(at - 1))) at--;
      return at > start ? at : edge;
    }
    if (unit === hyphen && at < edge) return at + 1;
  }
  return edge;
}

function isSpace(unit: number): boolean {
  return unit === 0x20 || (unit >= 9 && unit <= 13 && unit !== lineFeed);
}
