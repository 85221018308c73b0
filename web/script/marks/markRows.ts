import type { EditorViewport } from '#web/scriptEditor/pages/editorViewport.ts';
import { linePositions, pageIn, pagesNear, type SheetLayout } from '#web/scriptEditor/sheet/sheetLayout.ts';
import { marginInches } from '../margin/barPlace.ts';

/** A little more than half the height of the type list beside a new line. */
const typeListPx = 66;

interface MarkRowsInput {
  book: SheetLayout;
  view: EditorViewport;
  /** Index of the active line; a new one covers the marks of its neighbours. */
  liveIndex: number;
  liveId: number | null;
  isNew: boolean;
  commented: ReadonlyMap<number, { count: number }>;
}

/** Return the comment marks of the elements near the viewport. */
export function markRows({ book, view, liveIndex, liveId, isNew, commented }: MarkRowsInput) {
  if (commented.size === 0) return [];
  const { measures } = book;
  const livePx = isNew ? linePositions(book, liveIndex)[0]?.topPx : undefined;
  const found = [];
  for (const { element, piece, topPx, lines } of piecesInView(book, view)) {
    const marks = commented.get(element.id);
    if (!marks || element.id === liveId || lines[0]?.from !== 0 || piece.column === 'left') continue;
    if (livePx !== undefined && Math.abs(topPx - livePx) < typeListPx) continue;
    found.push({
      elementId: element.id,
      topPx,
      leftPx: measures.sheetLeftPx + marginInches * measures.inchPx,
      count: marks.count,
      label: marks.count === 1 ? '1 comment' : `${marks.count} comments`,
    });
  }
  return found;
}

/** Return the pieces of the pages near the viewport, with their positions among all sheets. */
export function piecesInView(book: SheetLayout, { scrollPx, heightPx }: EditorViewport) {
  const { first, last } = pagesNear(book, scrollPx, heightPx);
  const pages = Array.from({ length: last - first + 1 }, (_page, index) => first + index);
  return pages.flatMap((page) =>
    pageIn(book, page).pieces.map((each) => {
      return { ...each, page, topPx: (book.tops[page] ?? 0) + book.measures.headPx + each.topPx };
    }),
  );
}
