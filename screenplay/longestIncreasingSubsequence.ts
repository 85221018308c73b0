/**
 * Return the ascending indexes of a longest increasing subsequence. Values must be unique. Used to
 * find the elements that can stay in place while the others move.
 */
export function longestIncreasingSubsequence(values: readonly number[]): number[] {
  /** By length minus 1: index of the smallest value that ends a subsequence of this length. */
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
  const indexes: number[] = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) indexes.push(index);
  return indexes.reverse();
}
