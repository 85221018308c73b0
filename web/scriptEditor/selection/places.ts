import { plainText } from '#screenplay/emphasis.ts';
import type { Position } from '#screenplay/selection.ts';
import type { Element } from '#shared/contract/elements.ts';
import { offsetInLine } from '../field/caret.ts';
import { linePositions, type PlacedLine, pageAt, pageIn, type SheetLayout } from '../sheet/sheetLayout.ts';

/** Point in the editor: from the left edge of the sheets and the top of the scrolled content. */
export interface TextPoint {
  xPx: number;
  yPx: number;
}

/** Return the text position nearest to a point of the window. */
export function placeUnder(
  desk: HTMLElement,
  book: SheetLayout,
  { clientX, clientY }: { clientX: number; clientY: number },
): Position | null {
  const { left, top } = desk.getBoundingClientRect();
  return placeNear(book, {
    xPx: clientX - left + desk.scrollLeft - book.measures.sheetLeftPx,
    yPx: clientY - top + desk.scrollTop,
  });
}

interface LineOnDesk extends PlacedLine {
  id: number;
  column: 'left' | 'right' | null;
}

/** Return the text position nearest to a point of the editor; null in a script without text. */
export function placeNear(book: SheetLayout, { xPx, yPx }: TextPoint): Position | null {
  const { linePx, charPx } = book.measures;
  const page = pageAt(book, yPx);
  const lines = linesOfPage(book, page);
  const near = lines.length > 0 ? lines : page > 0 ? linesOfPage(book, page - 1) : [];
  const line = nearest(near, ({ topPx }) => Math.max(topPx - yPx, yPx - topPx - linePx, 0), xPx, charPx);
  return line && placeIn(line, xPx, charPx);
}

/**
 * Return the position one line above or below, in the column of `xPx`; null at the end of the
 * script.
 */
export function placeBeside(
  book: SheetLayout,
  from: LineOnDesk,
  direction: 1 | -1,
  xPx: number,
): Position | null {
  const { charPx, linePx } = book.measures;
  const isBeyond = ({ topPx, column }: LineOnDesk) =>
    direction * (topPx - from.topPx) > 1 &&
    (from.column === null || column === null || column === from.column);
  for (let page = pageAt(book, from.topPx); page >= 0 && page < book.bodies.length; page += direction) {
    const beyond = linesOfPage(book, page).filter(isBeyond);
    // Lines of a dual dialogue are next to each other.
    const line = nearest(
      beyond,
      ({ topPx }) => Math.floor(Math.abs(topPx - from.topPx) / (linePx / 2)),
      xPx,
      charPx,
    );
    if (line) return placeIn(line, xPx, charPx);
  }
  return null;
}

/** Return the line of a text position; null if it is not on the pages. */
export function lineOnPage(
  book: SheetLayout,
  rows: readonly Element[],
  { id, offset }: Position,
): LineOnDesk | null {
  const index = rows.findIndex((row) => row.id === id);
  if (index < 0) return null;
  const lines = linePositions(book, index);
  const line = lines.findLast(({ from }) => from <= offset) ?? lines[0];
  if (!line) return null;
  const page = pageIn(book, pageAt(book, line.topPx));
  const column = page.pieces.find(({ element }) => element.id === id)?.piece.column ?? null;
  return { ...line, id, column };
}

/** Return the distance of an offset from the left edge of the sheets. */
export function xOf({ measures }: SheetLayout, line: PlacedLine, offset: number): number {
  const alongPx = (Math.min(offset, line.to) - line.from) * (line.charPx ?? measures.charPx);
  return line.rightPx === undefined ? line.leftPx + alongPx : line.rightPx - alongPx;
}

export function lengthOf(element: Element | undefined): number {
  return element ? plainText(element.content).length : 0;
}

function linesOfPage(book: SheetLayout, page: number): LineOnDesk[] {
  const bodyPx = (book.tops[page] ?? 0) + book.measures.headPx;
  return pageIn(book, page).pieces.flatMap(({ element, piece, topPx, pitchPx, abovePx, lines }) =>
    lines.map((line, index) => ({
      ...line,
      id: element.id,
      column: piece.column,
      topPx: bodyPx + topPx + index * pitchPx + abovePx,
    })),
  );
}

/** Return the line nearest by height; of equally near ones, the one nearest horizontally. */
function nearest(
  lines: readonly LineOnDesk[],
  heightOf: (line: LineOnDesk) => number,
  xPx: number,
  charPx: number,
): LineOnDesk | null {
  let best: { line: LineOnDesk; height: number; side: number } | null = null;
  for (const line of lines) {
    const height = heightOf(line);
    const rightPx = line.leftPx + (line.to - line.from) * charPx;
    const side = Math.max(line.leftPx - xPx, xPx - rightPx, 0);
    if (!best || height < best.height || (height === best.height && side < best.side))
      best = { line, height, side };
  }
  return best?.line ?? null;
}

function placeIn(line: LineOnDesk, xPx: number, charPx: number): Position {
  const alongPx = line.rightPx === undefined ? xPx - line.leftPx : line.rightPx - xPx;
  return { id: line.id, offset: offsetInLine(line, alongPx, line.charPx ?? charPx) };
}
