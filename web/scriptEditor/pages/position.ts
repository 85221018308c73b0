import { isHeadingType } from '#screenplay/elementTypes/predicates.ts';
import { nextPageLabelOf, pageLabelOf } from '#screenplay/layout/pageNumbers.ts';
import { pageOf, piecesOn, slotOf, slotsOn } from '#screenplay/layout/pieces.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import { linePositions, pageAt, pageIn, pagePlaceOf, type SheetLayout } from '../sheet/sheetLayout.ts';

/** Position of the caret for the status line. Numbers start at 1. */
export interface EditorPosition {
  /** Label of the page, and of the last one. */
  page: string;
  pages: string;
  line: number;
  linesPerPage: number;
}

/** Return the position of an offset in an element. */
export function deskPositionOf(book: SheetLayout, index: number, offset = 0): EditorPosition {
  const { pages, linesPerPage } = book.pagination;
  const place = pagePlaceOf(book, index);
  const counts = { pages: pageLabelOf(book.pagination, pages.length - 1), linesPerPage };
  if (place < 0) return { ...counts, page: pageLabelOf(book.pagination, 0), line: 1 };
  let found = { page: pageOf(book.pagination, place), slot: slotOf(book.pagination, place) };
  for (let page = found.page; page < pages.length; page++) {
    const pieces = piecesOn(book.pagination, page).filter(({ elementIndex }) => elementIndex === place);
    for (const { slot, spacing, lines } of pieces) {
      const line = lines.findLastIndex(({ from }) => from <= offset);
      if (line >= 0) found = { page, slot: slot + line * spacing + spacing - 1 };
    }
    if (pages[page + 1]?.elementIndex !== place) break;
  }
  const page = pageLabelOf(book.pagination, found.page);
  return { ...counts, page, line: Math.floor(found.slot) + 1 };
}

/** Return the position of the bottom input, after a blank line. */
export function bottomInputPosition({ pagination }: SheetLayout): EditorPosition {
  const { pages, linesPerPage, elements } = pagination;
  const line = elements.length === 0 ? 1 : Math.ceil(slotsOn(pagination, pages.length - 1)) + 2;
  const isOver = line > linesPerPage;
  const page = isOver ? nextPageLabelOf(pagination) : pageLabelOf(pagination, pages.length - 1);
  return { page, pages: page, line: isOver ? 1 : line, linesPerPage };
}

/** Return the element at the top of the viewport; null in an empty script. */
export function elementInView(book: SheetLayout, scrollPx: number): Element | null {
  const readingPx = scrollPx + 60;
  const page = pageAt(book, readingPx);
  const withinPx = readingPx - (book.tops[page] ?? 0) - book.measures.headPx;
  const { pieces } = pageIn(book, page);
  const piece = pieces.findLast(({ topPx }) => topPx <= withinPx) ?? pieces[0];
  return piece?.element ?? null;
}

/** Return whether an element begins in the viewport. */
export function startsInView(
  book: SheetLayout,
  index: number,
  { scrollPx, heightPx }: { scrollPx: number; heightPx: number },
): boolean {
  const topPx = linePositions(book, index)[0]?.topPx ?? -1;
  return topPx >= scrollPx && topPx < scrollPx + heightPx;
}

/** Return the scene at an element: the one of the heading above it, or the opening. */
export function sceneAt(elements: readonly Element[], scenes: readonly Scene[], index: number): Scene | null {
  let heading: Element | undefined;
  for (let at = index; at >= 0 && !heading; at--) {
    if (isHeadingType(elements[at]?.elementType)) heading = elements[at];
  }
  const sceneId = heading ? heading.sceneId : elements[0]?.sceneId;
  return scenes.find(({ id }) => id === sceneId) ?? null;
}

/** Return the index of the first element of a scene; -1 if it is empty. */
export function indexOfScene(elements: readonly Element[], sceneId: number): number {
  const heading = elements.findIndex(
    (element) => isHeadingType(element.elementType) && element.sceneId === sceneId,
  );
  return heading >= 0 ? heading : elements.findIndex((element) => element.sceneId === sceneId);
}
