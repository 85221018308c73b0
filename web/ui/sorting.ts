/** `ids` with the one moved to the place of the other index; the same array if nothing moves. */
export function withMoved(ids: readonly number[], from: number, to: number): readonly number[] {
  const id = ids[from];
  if (id === undefined || from === to || to < 0 || to >= ids.length) return ids;
  return ids.toSpliced(from, 1).toSpliced(to, 0, id);
}

/** Return `order` without deleted ids and with new ones at the end. */
export function reconcileOrder(order: readonly number[], ids: readonly number[]): readonly number[] {
  const there = new Set(ids);
  const known = new Set(order);
  return [...order.filter((id) => there.has(id)), ...ids.filter((id) => !known.has(id))];
}

export function isSameOrder(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((id, index) => id === other[index]);
}

interface Step {
  key: string;
  index: number;
  count: number;
  /** How many stand side by side; one in a list. */
  columns: number;
  isRightToLeft: boolean;
}

/**
 * Return the index that an arrow key, Home or End leads to; null for other keys. At an edge it
 * stays.
 */
export function stepBy({ key, index, count, columns, isRightToLeft }: Step): number | null {
  const sideways = columns > 1 ? (isRightToLeft ? -1 : 1) : 0;
  const by: Record<string, number> = {
    ArrowUp: -columns,
    ArrowDown: columns,
    ArrowLeft: -sideways,
    ArrowRight: sideways,
    Home: -index,
    End: count - 1 - index,
  };
  const step = by[key];
  if (step === undefined) return null;
  const next = index + step;
  if (next >= 0 && next < count) return next;
  // Below the last full row stands the last one, if there is such a row at all.
  const isInLastRow = Math.floor(index / columns) === Math.floor((count - 1) / columns);
  return key === 'ArrowDown' && !isInLastRow ? count - 1 : index;
}
