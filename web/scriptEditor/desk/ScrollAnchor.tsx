import { useLayoutEffect, useRef } from 'react';
import { useStore } from '#web/lib/store.ts';
import { findIndexNear } from '#web/scriptSync/indexNear.ts';
import type { VerticalRange } from '../pages/hover.ts';
import { viewPreferences } from '../pages/viewPreferences.ts';
import { useScriptEditor } from '../scriptEditor.ts';
import { toElementRows } from '../sheet/elementCasts.ts';
import { linePositions, pageAt, pageIn, type SheetLayout } from '../sheet/sheetLayout.ts';

/**
 * Keep the visible text in place while others write above it: the active line, or else the first
 * visible one. Renders nothing. It must come before components that scroll.
 */
export function ScrollAnchor() {
  const { nodes, pages, writing, view, scrollPx } = useScriptEditor();
  const book = useStore(pages.book);
  const liveId = useStore(writing.line, (live) => live?.id ?? null);
  const before = useRef(book);
  useLayoutEffect(() => {
    const [node, was] = [nodes.desk.current, before.current];
    before.current = book;
    if (!node || !isComparable(was, book) || viewPreferences.get().isTypewriter) return;
    const topPx = scrollPx.get();
    const byPx = movedBy(was, book, liveId, { topPx, bottomPx: topPx + view.get().heightPx });
    if (byPx !== 0) node.scrollTop += byPx;
  }, [book, liveId, nodes, view, scrollPx]);
  return null;
}

/**
 * Return whether only positions changed. After filtering or zooming the user looks for something
 * else.
 */
function isComparable(was: SheetLayout, book: SheetLayout): boolean {
  const { measures, insets, places } = book;
  return was !== book && was.measures === measures && was.insets === insets && !was.places && !places;
}

/** Return how far the visible text moved down, in pixels. */
function movedBy(
  was: SheetLayout,
  book: SheetLayout,
  liveId: number | null,
  { topPx, bottomPx }: VerticalRange,
): number {
  const seen = linesIn(was, topPx, bottomPx);
  const live = seen.find(({ id }) => id === liveId);
  const byLive = live ? moveOf(book, live) : null;
  if (byLive !== null) return byLive;
  for (const each of seen) {
    const byPx = moveOf(book, each);
    if (byPx !== null) return byPx;
  }
  return 0;
}

function moveOf(book: SheetLayout, { id, topPx, near }: SeenElement): number | null {
  const now = topOf(book, id, near);
  return now === null ? null : now - topPx;
}

interface SeenElement {
  id: number;
  topPx: number;
  /** Approximate index of the element. */
  near: number;
}

/** Return the elements that begin in a vertical range, in order. */
function linesIn(book: SheetLayout, fromPx: number, toPx: number): SeenElement[] {
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

function topOf(book: SheetLayout, id: number, near: number): number | null {
  const index = findIndexNear(toElementRows(book.pagination.elements), id, near);
  return index < 0 ? null : (linePositions(book, index)[0]?.topPx ?? null);
}
