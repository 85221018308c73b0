import { useLayoutEffect, useRef } from 'react';
import { useStore } from '#web/lib/store.ts';
import { indexNear } from '../elementIndex.ts';
import { rowsOf } from '../sheet/asPrinted.ts';
import { type Book, linesOnDesk, pageAt, pageIn } from '../sheet/book.ts';
import { useDesk } from './scriptDesk.ts';
import { viewing } from './viewing.ts';

/**
 * What is read stays where it is while others write above it: the line under one's own hands, or else the first one in the
 * window. Shows nothing; it stands before whatever scrolls to a place of its own.
 */
export function StaysInPlace() {
  const { nodes, pages, writing } = useDesk();
  const book = useStore(pages.book);
  const liveId = useStore(writing.line, (live) => live?.id ?? null);
  const before = useRef(book);
  useLayoutEffect(() => {
    const [node, was] = [nodes.desk.current, before.current];
    before.current = book;
    if (!node || node.clientHeight === 0 || !isComparable(was, book) || viewing.get().isTypewriter) return;
    const byPx = movedBy(was, book, { topPx: node.scrollTop, heightPx: node.clientHeight, liveId });
    if (byPx !== 0) node.scrollTop += byPx;
  }, [book, liveId, nodes]);
  return null;
}

/** Whether pages have only come to stand elsewhere; who filters or zooms looks for something else. */
function isComparable(was: Book, book: Book): boolean {
  const { measures, insets, places } = book;
  return was !== book && was.measures === measures && was.insets === insets && !was.places && !places;
}

interface Seen {
  topPx: number;
  heightPx: number;
  liveId: number | null;
}

/** How far that what is seen has come to stand further down, in pixels. */
function movedBy(was: Book, book: Book, { topPx, heightPx, liveId }: Seen): number {
  const seen = linesIn(was, topPx, topPx + heightPx);
  const live = seen.filter(({ id }) => id === liveId);
  for (const { id, topPx: beforePx, near } of [...live, ...seen]) {
    const now = topOf(book, id, near);
    if (now !== null) return now - beforePx;
  }
  return 0;
}

interface SeenElement {
  id: number;
  topPx: number;
  /** It stands a little behind that place of the script. */
  near: number;
}

/** The elements that begin in a stretch of the desk, in their order. */
function linesIn(book: Book, fromPx: number, toPx: number): SeenElement[] {
  const found: SeenElement[] = [];
  for (let page = pageAt(book, fromPx); page <= pageAt(book, toPx); page++) {
    const bodyPx = (book.tops[page] ?? 0) + book.measures.headPx;
    const near = book.pagination.pages[book.pages[page] ?? 0]?.elementIndex ?? 0;
    for (const { element, topPx, abovePx, lines } of pageIn(book, page).pieces) {
      const top = bodyPx + topPx + abovePx;
      if (lines[0]?.from === 0 && top >= fromPx && top < toPx)
        found.push({ id: element.id, topPx: top, near });
    }
  }
  return found;
}

function topOf(book: Book, id: number, near: number): number | null {
  const index = indexNear(rowsOf(book.pagination.elements), id, near);
  return index < 0 ? null : (linesOnDesk(book, index)[0]?.topPx ?? null);
}
