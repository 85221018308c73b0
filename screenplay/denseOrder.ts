import { compareOrder, type Placed } from './order.ts';

/*
 * Lists without gaps: siblings have the order indexes 0 to n-1 (decision OQ-83). Acts, sequences,
 * beats, outline items and characters are ordered like this; elements are not (order.ts).
 */

/** Set the order indexes to 0 to n-1 in the given order. A row with the right index is reused. */
export function renumberDensely<Row extends Placed>(rows: readonly Row[]): Row[] {
  return rows.map((row, orderIndex) => (row.orderIndex === orderIndex ? row : { ...row, orderIndex }));
}

/** Sort the rows by order index, ties by id, and close the gaps. */
export function closeGaps<Row extends Placed>(rows: readonly Row[]): Row[] {
  return renumberDensely(rows.toSorted(compareOrder));
}

/**
 * Insert a row among its siblings at index `at`; the rows from there on move up. The default, and
 * any index beyond the end, is the end. If the row is already a sibling, it is moved: `at` is its
 * index after the move.
 */
export function insertAmongSiblings<Row extends Placed>(
  siblings: readonly Row[],
  row: Row,
  at?: number,
): Row[] {
  const otherSiblings = siblings.filter(({ id }) => id !== row.id).sort(compareOrder);
  return renumberDensely(otherSiblings.toSpliced(at ?? otherSiblings.length, 0, row));
}

/** Return whether `ids` contains the id of every row exactly once and nothing else. */
export function isWholeOrder(rows: readonly { id: number }[], ids: readonly number[]): boolean {
  const uniqueIds = new Set(ids);
  return (
    uniqueIds.size === ids.length && ids.length === rows.length && rows.every(({ id }) => uniqueIds.has(id))
  );
}

/** Return the rows of `after` that also exist in `before` and differ in some field. */
export function changedRows<Row extends { id: number }>(
  before: readonly Row[],
  after: readonly Row[],
): Row[] {
  const beforeById = new Map(before.map((row) => [row.id, row]));
  return after.filter((row) => {
    const old = beforeById.get(row.id);
    return old && Object.entries(row).some(([field, value]) => Reflect.get(old, field) !== value);
  });
}
