import type { Alignment } from '#screenplay/element.ts';
import { cellsOf } from '#screenplay/layout/cells.ts';
import type { PlacedLine } from '../sheet/sheetLayout.ts';

/*
 * The field's text is one sequence of characters, which the browser breaks into lines. A float next
 * to it has the shape of the area that no line may reach, so each line has exactly the room that it
 * has on the page, and none at a page break. Caret, selection, spelling, undo and input methods
 * stay the browser's, and no line moves.
 */

/** Position of the field in the editor, and the shape of its float. */
export interface FieldShape {
  topPx: number;
  heightPx: number;
  /** Distance from the left edge of the sheet. */
  leftPx: number;
  widthPx: number;
  /** Indent of the first line; a bracket hangs. */
  indentPx: number;
  align: 'left' | 'center' | 'right';
  /**
   * Side and CSS polygon of the float; null for centred text, which the browser breaks by its
   * width.
   */
  beside: { side: 'left' | 'right'; polygon: string } | null;
}

interface Sizes {
  sheetPx: number;
  linePx: number;
  charPx: number;
}

/** Height and available width of a row of the field. */
interface Row {
  heightPx: number;
  roomPx: number;
}

/** Extra room of a line, in characters: enough for rounding, too little for another character. */
const slack = 0.4;

/**
 * Return the shape. The offsets of `lines` refer to the field's text without marks; `column` is the
 * position of the text column on the sheet.
 */
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
    // The last line may grow to the edge of the sheet; the next keystroke gives it a new shape.
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

/**
 * Return the room of a line that is followed by another, in characters. Spaces at the break belong
 * to it; otherwise they would wrap.
 */
function roomOf(text: string, line: PlacedLine, next: PlacedLine): number {
  const own = text.slice(line.from, Math.max(line.to, next.from)).replace(/\n$/, '');
  return Math.max(1, cellsOf(own)) + slack;
}

/**
 * Return the area between one side of the field and the edges of the rows as a CSS polygon. Where
 * two rows meet, the wider room counts; otherwise each would be as narrow as its neighbour.
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
