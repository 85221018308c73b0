import { useLayoutEffect, useRef } from 'react';
import { useStore } from '#web/lib/store.ts';
import { findIndexNear } from '#web/scriptSync/indexNear.ts';
import { type EditorViewport, viewStepPx } from '../pages/editorViewport.ts';
import { viewPreferences } from '../pages/viewPreferences.ts';
import { useScriptEditor } from '../scriptEditor.ts';
import { toElementRows } from '../sheet/elementCasts.ts';
import { linePositions, pageAt, pageIn, type SheetLayout } from '../sheet/sheetLayout.ts';

/**
 * Keep the visible text in place while others write above it: the active line, or else the first
 * visible one. Renders nothing. It must come before components that scroll.
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
    // Reading the scroll position here would force a layout on every Enter.
    if (movedBy(was, book, liveId, nearlySeen(view.get())) === 0 || node.clientHeight === 0) return;
    const { scrollTop: topPx, clientHeight: heightPx } = node;
    const byPx = movedBy(was, book, liveId, { topPx: [topPx, topPx], heightPx });
    if (byPx !== null && byPx !== 0) node.scrollTop += byPx;
  }, [book, liveId, nodes, view]);
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

/** Position and height of the visible part. */
interface Seen {
  /** It begins between the two. */
  topPx: [least: number, most: number];
  heightPx: number;
}

/** Return the visible part as far as it is known without a layout. */
function nearlySeen({ scrollPx, heightPx }: EditorViewport): Seen {
  return { topPx: [scrollPx, scrollPx + viewStepPx], heightPx };
}

/**
 * Return how far the visible text moved down, in pixels; null if that depends on the exact scroll
 * position.
 */
function movedBy(
  was: SheetLayout,
  book: SheetLayout,
  liveId: number | null,
  { topPx: [minPx, maxPx], heightPx }: Seen,
): number | null {
  const seen = linesIn(was, minPx, maxPx + heightPx);
  const live = seen.find(({ id }) => id === liveId);
  const byLive = live ? moveOf(book, live) : null;
  if (live && byLive !== null) return live.topPx >= maxPx && live.topPx < minPx + heightPx ? byLive : null;
  // Compare each element that may be the first visible one, up to the first that certainly is.
  let moved: number | null = null;
  for (const each of seen) {
    const byPx = moveOf(book, each);
    if (byPx === null) continue;
    if (moved !== null && byPx !== moved) return null;
    moved = byPx;
    if (each.topPx >= maxPx) break;
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
