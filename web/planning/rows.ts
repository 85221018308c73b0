import { insertAmongSiblings } from '#screenplay/denseOrder.ts';
import type { Placed } from '#screenplay/order.ts';

/**
 * Rows with the places that a step of the plan has given them; those that it took away are gone. A row that keeps its
 * place stays the same object, so that its card is not drawn again.
 */
export function withPlaces<Row extends { id: number }>(
  rows: readonly Row[],
  places: readonly Placed[],
): Row[] {
  const known = new Map(rows.map((row) => [row.id, row]));
  return places.flatMap((place) => {
    const row = known.get(place.id);
    if (!row) return [];
    const before = new Map<string, unknown>(Object.entries(row));
    const isSame = Object.entries(place).every(([field, value]) => before.get(field) === value);
    return isSame ? row : { ...row, ...place };
  });
}

/** A row in its place among its siblings, which make room. */
export function withRow<Row extends Placed>(rows: Row[], row: Row, isSibling: (row: Row) => boolean): Row[] {
  return [
    ...rows.filter((each) => !isSibling(each)),
    ...insertAmongSiblings(rows.filter(isSibling), row, row.orderIndex),
  ];
}
