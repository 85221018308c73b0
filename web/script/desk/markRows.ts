import { marginInches } from '../margin/MarginTools.tsx';
import { linesOnDesk, pageIn, pagesNear } from '../sheet/book.ts';
import type { ScriptDesk } from './useScriptDesk.ts';

/** Half the height of the list of types beside a new line, and a little more. */
const typeListPx = 66;

/** Where the comments of the elements near the window are told, in the right margin. */
export function markRows(
  { book, view, measures, live, liveIndex }: ScriptDesk,
  threads: ReadonlyMap<number, { count: number }>,
  sheetLeftPx: number,
) {
  if (threads.size === 0) return [];
  const livePx = live?.base === null ? linesOnDesk(book, liveIndex)[0]?.topPx : undefined;
  const { first, last } = pagesNear(book, view.scrollPx, view.heightPx);
  const found = [];
  for (let page = first; page <= last; page++) {
    for (const { element, piece, topPx: onPagePx, lines } of pageIn(book, page).pieces) {
      const marks = threads.get(element.id);
      if (!marks || element.id === live?.id || lines[0]?.from !== 0 || piece.column === 'left') continue;
      const topPx = (book.tops[page] ?? 0) + measures.headPx + onPagePx;
      if (livePx !== undefined && Math.abs(topPx - livePx) < typeListPx) continue;
      found.push({
        elementId: element.id,
        topPx,
        leftPx: sheetLeftPx + marginInches * measures.inchPx,
        count: marks.count,
        label: marks.count === 1 ? '1 comment' : `${marks.count} comments`,
      });
    }
  }
  return found;
}
