/** The rows in the order of these ids; those that are not named go after them, as they are. */
export function inOrder<Row extends { id: number }>(rows: readonly Row[], ids: readonly number[]): Row[] {
  const places = new Map(ids.map((id, index) => [id, index]));
  const placeOf = ({ id }: Row) => places.get(id) ?? ids.length;
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b));
}
