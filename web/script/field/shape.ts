import { cellsOf } from '#screenplay/layout/cells.ts';
import type { PlacedLine } from '../sheet/book.ts';

/*
 * The field's text is one plain text in one node; the browser breaks it. Floats at both sides of every line
 * leave just the room that the line has on the page, and a float over the whole width stands where a page ends.
 * So the caret, selections, spelling, undo and input methods are the browser's own, and no line moves.
 */

/** The room of one line. */
export interface LineRoom {
  /** Where the line's text begins; its name among the lines. */
  from: number;
  /** Nothing may stand in this height above the line: double spacing, or the end of a page. */
  gapPx: number;
  leftPx: number;
  rightPx: number;
}

export interface FieldShape {
  topPx: number;
  heightPx: number;
  rooms: LineRoom[];
}

/** Room that a line has beyond its characters: less than one of them, and enough for rounding. */
const slack = 0.4;

/** `text` is what the offsets of the lines count in. */
export function shapeOf(
  text: string,
  lines: readonly PlacedLine[],
  { sheetPx, linePx, charPx }: { sheetPx: number; linePx: number; charPx: number },
): FieldShape {
  const topPx = lines[0]?.topPx ?? 0;
  let endPx = topPx;
  const rooms = lines.map(({ from, to, topPx: lineTopPx, leftPx }, index) => {
    const gapPx = lineTopPx - endPx;
    endPx = lineTopPx + linePx;
    const next = lines[index + 1];
    // The last line may grow as far as the sheet goes; the next keystroke gives it a new shape.
    if (!next) return { from, gapPx, leftPx, rightPx: 0 };
    // Spaces where a line breaks belong to it, or the browser would carry them down.
    const own = text.slice(from, Math.max(to, next.from)).replace(/\n$/, '');
    const widthPx = (Math.max(1, cellsOf(own)) + slack) * charPx;
    return { from, gapPx, leftPx, rightPx: Math.max(0, sheetPx - leftPx - widthPx) };
  });
  return { topPx, heightPx: endPx - topPx, rooms };
}
