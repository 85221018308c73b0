import { pageOf, slotOf } from '#screenplay/layout/pieces.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Scene } from '#shared/contract/scenes.ts';
import { type Book, linesOnDesk, pageAt, pageIn, placeOf } from '../sheet/book.ts';

/** Where the writer is: what the status line tells. Numbers count from 1. */
export interface Position {
  page: number;
  pages: number;
  line: number;
  linesPerPage: number;
}

export function positionOf(book: Book, index: number): Position {
  const { pages, linesPerPage } = book.pagination;
  const place = placeOf(book, index);
  return {
    page: place >= 0 ? pageOf(book.pagination, place) + 1 : 1,
    pages: pages.length,
    line: place >= 0 ? slotOf(book.pagination, place) + 1 : 1,
    linesPerPage,
  };
}

/** The element at the top of the window; null in an empty script. */
export function elementInView(book: Book, scrollPx: number): Element | null {
  const readingPx = scrollPx + 60;
  const page = pageAt(book, readingPx);
  const withinPx = readingPx - (book.tops[page] ?? 0) - book.measures.headPx;
  const { pieces } = pageIn(book, page);
  const piece = pieces.findLast(({ topPx }) => topPx <= withinPx) ?? pieces[0];
  return piece?.element ?? null;
}

/** Whether an element begins in the window. */
export function isSeen(
  book: Book,
  index: number,
  { scrollPx, heightPx }: { scrollPx: number; heightPx: number },
): boolean {
  const topPx = linesOnDesk(book, index)[0]?.topPx ?? -1;
  return topPx >= scrollPx && topPx < scrollPx + heightPx;
}

/** The scene that stands at an element: that of the heading above it, or the opening. */
export function sceneAt(elements: readonly Element[], scenes: readonly Scene[], index: number): Scene | null {
  let heading: Element | undefined;
  for (let at = index; at >= 0 && !heading; at--) {
    if (elements[at]?.elementType === 'scene_heading') heading = elements[at];
  }
  const sceneId = heading ? heading.sceneId : elements[0]?.sceneId;
  return scenes.find(({ id }) => id === sceneId) ?? null;
}

/** The first element of a scene; -1 where nothing stands in it. */
export function indexOfScene(elements: readonly Element[], sceneId: number): number {
  const heading = elements.findIndex(
    (element) => element.elementType === 'scene_heading' && element.sceneId === sceneId,
  );
  return heading >= 0 ? heading : elements.findIndex((element) => element.sceneId === sceneId);
}
