import type { listCache } from './listCache.ts';

/** Return the rows in the order of these ids. Other rows follow in their current order. */
export function inOrder<Row extends { id: number | string }>(
  rows: readonly Row[],
  ids: readonly Row['id'][],
): Row[] {
  const places = new Map(ids.map((id, index) => [id, index]));
  const placeOf = ({ id }: Row) => places.get(id) ?? ids.length;
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/**
 * Change a list before the server has answered. The returned function restores the earlier rows
 * unless the list was changed again.
 */
export function changeOptimistically<Row extends { id: number | string }>(
  list: Pick<ReturnType<typeof listCache<Row>>, 'rows' | 'change'>,
  step: (rows: Row[]) => Row[],
): () => void {
  const before = list.rows();
  list.change(step);
  const after = list.rows();
  return () => list.change((rows) => (rows === after ? before : rows));
}
