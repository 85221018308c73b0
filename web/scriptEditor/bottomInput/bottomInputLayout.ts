import type { ScriptFormat } from '#screenplay/format.ts';
import { type Box, boxOf } from '#screenplay/layout/sheet.ts';
import { linesOf } from '#screenplay/layout/wrap.ts';
import { shapeOf } from '../field/shape.ts';
import { columnOf, lineLeftPx, type TextColumn } from '../sheet/lines.ts';
import type { Measures } from '../sheet/measures.ts';
import type { PlacedLine } from '../sheet/sheetLayout.ts';
import type { AddLine } from './useBottomInput.ts';

/**
 * Return the layout of the line below the script: the box of its type, its column, its lines and
 * their shape.
 */
export function bottomInputLayout(
  { type, text: { text } }: AddLine,
  format: ScriptFormat,
  measures: Measures,
) {
  const element = { elementType: type, content: text, dual: null, originalType: null, extras: null };
  const box = boxOf(element, format);
  const column = columnOf(box, measures);
  const lines = linesBelow(text, box, column, measures);
  return { box, column, lines, shape: shapeOf(text, lines, box.alignment, column, measures) };
}

export type PlaceBelow = ReturnType<typeof bottomInputLayout>;

/** The lines of the text as the page would break them. */
function linesBelow(text: string, box: Box, column: TextColumn, { charPx, linePx }: Measures): PlacedLine[] {
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
