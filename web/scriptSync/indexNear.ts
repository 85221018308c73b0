/**
 * Where the element with that id stands; -1 where there is none. It is looked for outwards from where it is likely to
 * be, such as where it was a moment ago, so that the length of the script does not count.
 */
export function findIndexNear(rows: readonly { id: number }[], id: number, near: number): number {
  const from = Math.max(0, Math.min(near, rows.length - 1));
  for (let by = 0; by <= rows.length; by++) {
    if (rows[from + by]?.id === id) return from + by;
    if (rows[from - by]?.id === id) return from - by;
  }
  return -1;
}
