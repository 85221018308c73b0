/**
 * Return the index of the element with this id, or -1. The search starts near its likely position,
 * such as its last one, so its cost does not depend on the length of the script.
 */
export function findIndexNear(rows: readonly { id: number }[], id: number, near: number): number {
  const from = Math.max(0, Math.min(near, rows.length - 1));
  for (let by = 0; by <= rows.length; by++) {
    if (rows[from + by]?.id === id) return from + by;
    if (rows[from - by]?.id === id) return from - by;
  }
  return -1;
}
