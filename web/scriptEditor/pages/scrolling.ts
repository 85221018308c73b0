import { linePositions, type SheetLayout } from '../sheet/sheetLayout.ts';

/** Space above and below an element that is scrolled into view. */
const marginPx = 48;

/** Scroll an element into view: to the top of the viewport, or no further than necessary. */
export function scrollToElement(
  desk: HTMLElement,
  book: SheetLayout,
  index: number,
  place: 'near' | 'top',
): void {
  const lines = linePositions(book, index);
  const first = lines[0];
  const last = lines.at(-1);
  if (!first || !last) return;
  const endPx = last.topPx + book.measures.linePx;
  const isTaller = endPx - first.topPx + 2 * marginPx > desk.clientHeight;
  const isSeen = first.topPx < desk.scrollTop + desk.clientHeight && endPx > desk.scrollTop;
  // Stay at the end of an element that is taller than the viewport.
  if (place === 'near' && isTaller && isSeen) return;
  if (place === 'top') desk.scrollTop = first.topPx - marginPx;
  else reveal(desk, first.topPx, endPx);
}

/**
 * Scroll no further than necessary to show a range with some space around it. Its start has
 * priority.
 */
export function reveal(desk: HTMLElement, topPx: number, endPx: number): void {
  const { scrollTop, clientHeight } = desk;
  if (topPx - marginPx < scrollTop) desk.scrollTop = topPx - marginPx;
  else if (endPx + marginPx > scrollTop + clientHeight)
    desk.scrollTop = Math.min(topPx - marginPx, endPx + marginPx - clientHeight);
}
