import { insertAmongSiblings } from '#screenplay/denseOrder.ts';
import type { Placed } from '#screenplay/order.ts';

/**
 * Return the rows with the places of a step, without the removed ones. An unchanged row stays the
 * same object, so that its card does not re-render.
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

/** Insert a row at its position, and move later siblings back. */
export function withRow<Row extends Placed>(rows: Row[], row: Row, isSibling: (row: Row) => boolean): Row[] {
  return [
    ...rows.filter((each) => !isSibling(each)),
    ...insertAmongSiblings(rows.filter(isSibling), row, row.orderIndex),
  ];
}
