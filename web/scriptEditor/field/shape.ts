import type { Alignment } from '#screenplay/element.ts';
import { cellsOf } from '#screenplay/layout/cells.ts';
import type { PlacedLine } from '../sheet/sheetLayout.ts';

/*
 * The field's text is one row of letters, some of them styled; the browser breaks it. A float beside it has the
 * shape of what no line may reach: every line is left just the room it has on the page, and none where a page ends.
 * So the caret, selections, spelling, undo and input methods are the browser's own, and no line moves.
 */

/** Where the field stands on the desk, and the shape of the float in it. */
export interface FieldShape {
  topPx: number;
  heightPx: number;
  /** From the left edge of the sheet. */
  leftPx: number;
  widthPx: number;
  /** Of the first line; a bracket hangs. */
  indentPx: number;
  align: 'left' | 'center' | 'right';
  /** The float's side and CSS polygon; null for centred text, which the browser breaks by its width. */
  beside: { side: 'left' | 'right'; polygon: string } | null;
}

interface Sizes {
  sheetPx: number;
  linePx: number;
  charPx: number;
}

/** A stretch of height and the room that text has in it. */
interface Row {
  heightPx: number;
  roomPx: number;
}

/** Room that a line has beyond its characters, in characters: enough for rounding, too little for another. */
const slack = 0.4;

/** `text` is the field's, without marks: the offsets of the lines count in it; `column` is where the box stands on the sheet. */
export function shapeOf(
  text: string,
  lines: readonly PlacedLine[],
  alignment: Alignment,
  column: { leftPx: number; rightPx: number },
  { sheetPx, linePx, charPx }: Sizes,
): FieldShape {
  const topPx = lines[0]?.topPx ?? 0;
  const heightPx = (lines.at(-1)?.topPx ?? 0) + linePx - topPx;
  if (alignment === 'Center') {
    const { leftPx, rightPx } = column;
    const widthPx = rightPx - leftPx;
    return { topPx, heightPx, leftPx, widthPx, indentPx: 0, align: 'center', beside: null };
  }
  const isRight = alignment === 'Right';
  const firstPx = lines[0]?.leftPx ?? column.leftPx;
  const leftPx = isRight ? 0 : (lines[1]?.leftPx ?? column.leftPx);
  const widthPx = (isRight ? column.rightPx : sheetPx) - leftPx;
  const rows: Row[] = [];
  let endPx = topPx;
  for (const [index, line] of lines.entries()) {
    if (line.topPx > endPx) rows.push({ heightPx: line.topPx - endPx, roomPx: 0 });
    endPx = line.topPx + linePx;
    const next = lines[index + 1];
    const indentPx = isRight ? 0 : line.leftPx - leftPx;
    // The last line may grow as far as the sheet goes; the next keystroke gives it a new shape.
    const roomPx = next ? indentPx + roomOf(text, line, next) * charPx : widthPx;
    rows.push({ heightPx: linePx, roomPx: Math.min(widthPx, roomPx) });
  }
  const side = isRight ? 'left' : 'right';
  const edge = (roomPx: number) => (isRight ? widthPx - roomPx : roomPx);
  return {
    topPx,
    heightPx,
    leftPx,
    widthPx,
    indentPx: isRight ? 0 : firstPx - leftPx,
    align: side === 'left' ? 'right' : 'left',
    beside: { side, polygon: polygonOf(rows, isRight ? 0 : widthPx, edge) },
  };
}

/** Characters of room of a line that another follows. Spaces where it breaks are its own, or they would move down. */
function roomOf(text: string, line: PlacedLine, next: PlacedLine): number {
  const own = text.slice(line.from, Math.max(line.to, next.from)).replace(/\n$/, '');
  return Math.max(1, cellsOf(own)) + slack;
}

/**
 * What lies between one side of the field and the edges of the rows, as a CSS polygon. Where two rows meet the
 * wider room counts for a moment, or each would be as narrow as its neighbours.
 */
function polygonOf(rows: readonly Row[], sidePx: number, edge: (roomPx: number) => number): string {
  const points = [`${sidePx}px 0px`];
  let topPx = 0;
  for (const [index, { heightPx, roomPx }] of rows.entries()) {
    const above = edge(Math.max(roomPx, rows[index - 1]?.roomPx ?? roomPx));
    const below = edge(Math.max(roomPx, rows[index + 1]?.roomPx ?? roomPx));
    const own = edge(roomPx);
    const seamPx = Math.min(1, heightPx / 4);
    const endPx = topPx + heightPx;
    points.push(`${above}px ${topPx}px`, `${above}px ${topPx + seamPx}px`, `${own}px ${topPx + seamPx}px`);
    points.push(`${own}px ${endPx - seamPx}px`, `${below}px ${endPx - seamPx}px`, `${below}px ${endPx}px`);
    topPx = endPx;
  }
  points.push(`${sidePx}px ${topPx}px`);
  return `polygon(${points.join(', ')})`;
}
