import { linePositions, type SheetLayout } from '../sheet/sheetLayout.ts';

/** Room kept above and below an element that is brought into view. */
const marginPx = 48;

/** Brings an element into view: to the top of the window, or no further than it takes. */
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
  // Whoever has written at the end of a long one stays there.
  if (place === 'near' && isTaller && isSeen) return;
  if (place === 'top') desk.scrollTop = first.topPx - marginPx;
  else reveal(desk, first.topPx, endPx);
}

/** Scrolls no further than it takes to see a stretch of the desk with some room around it; its start counts most. */
export function reveal(desk: HTMLElement, topPx: number, endPx: number): void {
  if (topPx - marginPx < desk.scrollTop) desk.scrollTop = topPx - marginPx;
  else if (endPx + marginPx > desk.scrollTop + desk.clientHeight)
    desk.scrollTop = Math.min(topPx - marginPx, endPx + marginPx - desk.clientHeight);
}
