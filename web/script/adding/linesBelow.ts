import type { Box } from '#screenplay/layout/sheet.ts';
import { linesOf } from '#screenplay/layout/wrap.ts';
import type { PlacedLine } from '../sheet/book.ts';
import { lineLeftPx, type TextColumn } from '../sheet/lines.ts';
import type { Measures } from '../sheet/measures.ts';

/** The lines of the text as the page would break them. */
export function linesBelow(
  text: string,
  box: Box,
  column: TextColumn,
  { charPx, linePx }: Measures,
): PlacedLine[] {
  const capacity = Math.max(1, Math.floor((column.rightPx - column.leftPx) / charPx + 1));
  const first = Math.max(1, capacity - Math.round(column.firstIndentPx / charPx));
  const lines = linesOf(text, { capacity, firstCapacity: first });
  return (lines.length > 0 ? lines : [{ from: 0, to: 0 }]).map(({ from, to }, index) => ({
    from,
    to,
    topPx: index * linePx,
    leftPx: lineLeftPx(text.slice(from, to), box, column, index === 0, charPx),
  }));
}
