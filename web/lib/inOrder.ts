/** Return the rows in the order of these ids. Others go after them, as they are. */
export function inOrder<Row extends { id: number | string }>(
  rows: readonly Row[],
  ids: readonly Row['id'][],
): Row[] {
  const places = new Map(ids.map((id, index) => [id, index]));
  const placeOf = ({ id }: Row) => places.get(id) ?? ids.length;
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b));
}
