import { compareOrder, type Placed } from './order.ts';

/*
 * Lists whose places have no gaps: 0 to n-1 among siblings (decision OQ-83). Acts, sequences, beats, outline items and
 * characters are kept so, elements are not (order.ts).
 */

/** Numbers the rows in the order in which they are given; one whose number is right stays the same object. */
export function renumberDensely<Row extends Placed>(rows: readonly Row[]): Row[] {
  return rows.map((row, orderIndex) => (row.orderIndex === orderIndex ? row : { ...row, orderIndex }));
}

/** The rows in the order of their places, ties by id, with the gaps closed. */
export function closeGaps<Row extends Placed>(rows: readonly Row[]): Row[] {
  return renumberDensely(rows.toSorted(compareOrder));
}

/**
 * Puts a row at a place among its siblings; those from there on make room. A place beyond the end is the end, and so is
 * none. A row that is one of the siblings is moved: its place is counted without it, and so is what it has afterwards.
 */
export function insertAmongSiblings<Row extends Placed>(
  siblings: readonly Row[],
  row: Row,
  at?: number,
): Row[] {
  const others = siblings.filter(({ id }) => id !== row.id).sort(compareOrder);
  // A place beyond the end is the end to toSpliced, too.
  return renumberDensely(others.toSpliced(at ?? others.length, 0, row));
}

/** Whether `ids` names each of the rows once and nothing else. */
export function isWholeOrder(rows: readonly { id: number }[], ids: readonly number[]): boolean {
  const named = new Set(ids);
  return named.size === ids.length && ids.length === rows.length && rows.every(({ id }) => named.has(id));
}

/** Of `after` the rows that were in `before`, too, and have another value in some field now. */
export function changedRows<Row extends { id: number }>(
  before: readonly Row[],
  after: readonly Row[],
): Row[] {
  const known = new Map(before.map((row) => [row.id, row]));
  return after.filter((row) => {
    const was = known.get(row.id);
    return was && Object.entries(row).some(([field, value]) => Reflect.get(was, field) !== value);
  });
}
