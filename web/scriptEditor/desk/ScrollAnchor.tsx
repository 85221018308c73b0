import { useLayoutEffect, useRef } from 'react';
import { useStore } from '#web/lib/store.ts';
import { findIndexNear } from '#web/scriptSync/indexNear.ts';
import { type EditorViewport, viewStepPx } from '../pages/editorViewport.ts';
import { viewPreferences } from '../pages/viewPreferences.ts';
import { useScriptEditor } from '../scriptEditor.ts';
import { toElementRows } from '../sheet/elementCasts.ts';
import { linePositions, pageAt, pageIn, type SheetLayout } from '../sheet/sheetLayout.ts';

/**
 * What is read stays where it is while others write above it: the line under one's own hands, or else the first one in the
 * window. Shows nothing; it stands before whatever scrolls to a place of its own.
 */
export function ScrollAnchor() {
  const { nodes, pages, writing, view } = useScriptEditor();
  const book = useStore(pages.book);
  const liveId = useStore(writing.line, (live) => live?.id ?? null);
  const before = useRef(book);
  useLayoutEffect(() => {
    const [node, was] = [nodes.desk.current, before.current];
    before.current = book;
    if (!node || !isComparable(was, book) || viewPreferences.get().isTypewriter) return;
    // To ask the desk where it stands has the browser lay out the page in the middle of drawing it, for every Enter.
    if (movedBy(was, book, liveId, nearlySeen(view.get())) === 0 || node.clientHeight === 0) return;
    const { scrollTop: topPx, clientHeight: heightPx } = node;
    const byPx = movedBy(was, book, liveId, { topPx: [topPx, topPx], heightPx });
    if (byPx !== null && byPx !== 0) node.scrollTop += byPx;
  }, [book, liveId, nodes, view]);
  return null;
}

/** Whether pages have only come to stand elsewhere; who filters or zooms looks for something else. */
function isComparable(was: SheetLayout, book: SheetLayout): boolean {
  const { measures, insets, places } = book;
  return was !== book && was.measures === measures && was.insets === insets && !was.places && !places;
}

/** Where the part of the desk that is seen begins and how high it is. */
interface Seen {
  /** It begins somewhere between the two. */
  topPx: [least: number, most: number];
  heightPx: number;
}

/** As far as it is known without asking the desk. */
function nearlySeen({ scrollPx, heightPx }: EditorViewport): Seen {
  return { topPx: [scrollPx, scrollPx + viewStepPx], heightPx };
}

/**
 * How far that what is seen has come to stand further down, in pixels; null where that depends on where exactly it
 * begins.
 */
function movedBy(
  was: SheetLayout,
  book: SheetLayout,
  liveId: number | null,
  { topPx: [leastPx, mostPx], heightPx }: Seen,
): number | null {
  const seen = linesIn(was, leastPx, mostPx + heightPx);
  const live = seen.find(({ id }) => id === liveId);
  const byLive = live ? moveOf(book, live) : null;
  if (live && byLive !== null) return live.topPx >= mostPx && live.topPx < leastPx + heightPx ? byLive : null;
  // Each of those that may be the first, and the first that surely is seen.
  let moved: number | null = null;
  for (const each of seen) {
    const byPx = moveOf(book, each);
    if (byPx === null) continue;
    if (moved !== null && byPx !== moved) return null;
    moved = byPx;
    if (each.topPx >= mostPx) break;
  }
  return moved ?? 0;
}

function moveOf(book: SheetLayout, { id, topPx, near }: SeenElement): number | null {
  const now = topOf(book, id, near);
  return now === null ? null : now - topPx;
}

interface SeenElement {
  id: number;
  topPx: number;
  /** It stands a little behind that place of the script. */
  near: number;
}

/** The elements that begin in a stretch of the desk, in their order. */
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
