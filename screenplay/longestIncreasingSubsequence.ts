/**
 * The most values that rise from left to right: their indexes, ascending. Values may not repeat. The elements that
 * can stay where they are while the others move between them.
 */
export function longestIncreasingSubsequence(values: readonly number[]): number[] {
  /** Index of the least value that ends a rising row of this length. */
  const ends: number[] = [];
  const before: number[] = [];
  for (const [index, value] of values.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[ends[middle] ?? 0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    before.push(ends[low - 1] ?? -1);
    ends[low] = index;
  }
  const found: number[] = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) found.push(index);
  return found.reverse();
}
