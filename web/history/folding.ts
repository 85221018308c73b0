import type { ComparedRow } from '#screenplay/compare.ts';

/** Rows to show, or a stretch of unchanged ones that is folded away. */
export type FoldedItem = { row: ComparedRow } | { fold: { first: number; count: number } };

/** Unchanged elements that stay beside a change. */
const besideRows = 1;
/** A stretch this short is shown: a fold would take as much room. */
const minFolded = 3;

/**
 * Fold unchanged rows. `opened` has the first rows of the stretches that the reader has opened.
 * Rows count from the start of the comparison.
 */
export function foldUnchanged(
  rows: readonly ComparedRow[],
  opened: ReadonlySet<number> = new Set(),
): FoldedItem[] {
  const items: FoldedItem[] = [];
  let at = 0;
  while (at < rows.length) {
    let end = at;
    while (rows[end]?.type === 'same') end++;
    // Nothing is beside the start and the end of the script.
    const first = at === 0 ? at : at + besideRows;
    const count = (end === rows.length ? end : end - besideRows) - first;
    const isFolded = count >= minFolded && !opened.has(first);
    if (isFolded) {
      items.push(...shown(rows.slice(at, first)), { fold: { first, count } });
      items.push(...shown(rows.slice(first + count, end)));
    } else items.push(...shown(rows.slice(at, end)));
    const changed = rows[end];
    if (changed) items.push({ row: changed });
    at = end + 1;
  }
  return items;
}

function shown(rows: readonly ComparedRow[]): FoldedItem[] {
  return rows.map((row) => ({ row }));
}
