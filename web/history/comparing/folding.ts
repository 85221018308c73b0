import type { ComparedRow } from '#screenplay/comparing/compareDrafts.ts';

/** Index of a shown row, or a range of unchanged rows that is folded. */
export type FoldedItem = { row: number } | { fold: { first: number; count: number } };

/** Unchanged rows that are shown next to a change. */
const besideRows = 1;
/** Minimum number of rows to fold; a shorter range needs no more space than the fold. */
const minFolded = 3;

/**
 * Fold unchanged rows. `opened` has the first rows of the ranges that the reader has opened. Rows
 * count from the start of the comparison.
 */
export function foldUnchanged(
  rows: readonly Pick<ComparedRow, 'type'>[],
  opened: ReadonlySet<number> = new Set(),
): FoldedItem[] {
  const items: FoldedItem[] = [];
  let at = 0;
  while (at < rows.length) {
    let end = at;
    while (rows[end]?.type === 'same') end++;
    // There is no change before the start or after the end of the script.
    const first = at === 0 ? at : at + besideRows;
    const count = (end === rows.length ? end : end - besideRows) - first;
    const isFolded = count >= minFolded && !opened.has(first);
    if (isFolded) {
      items.push(...shown(at, first), { fold: { first, count } }, ...shown(first + count, end));
    } else items.push(...shown(at, end));
    if (end < rows.length) items.push({ row: end });
    at = end + 1;
  }
  return items;
}

function shown(from: number, to: number): FoldedItem[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => ({ row: from + index }));
}
