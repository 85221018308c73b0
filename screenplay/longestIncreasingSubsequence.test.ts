import { describe, expect, test } from 'vitest';
import { seeded } from '#test/random.ts';
import { longestIncreasingSubsequence } from './longestIncreasingSubsequence.ts';

describe('longestIncreasingSubsequence', () => {
  test.each([
    [[], []],
    [[7], [0]],
    [
      [1, 2, 3],
      [0, 1, 2],
    ],
    [[3, 2, 1], [2]],
    [
      [5, 1, 2, 3],
      [1, 2, 3],
    ],
  ])('returns for %j the indexes %j', (values, indexes) => {
    expect(longestIncreasingSubsequence(values)).toEqual(indexes);
  });
});

/** Return the maximum length by trying all subsequences. */
function maxRisingLength(values: readonly number[], above = -1): number {
  return values.reduce(
    (max, value, i) => (value > above ? Math.max(max, 1 + maxRisingLength(values.slice(i + 1), value)) : max),
    0,
  );
}

describe('longestIncreasingSubsequence with random values', () => {
  test('returns an increasing subsequence of maximum length', () => {
    const random = seeded(1);
    for (let i = 0; i < 300; i++) {
      const values = Array.from({ length: random.below(9) }, (_, k) => k);
      for (let k = values.length - 1; k > 0; k--) {
        const other = random.below(k + 1);
        [values[k], values[other]] = [values[other] ?? 0, values[k] ?? 0];
      }
      const subsequence = longestIncreasingSubsequence(values).map((index) => values[index] ?? 0);
      expect(subsequence).toEqual(subsequence.toSorted((a, b) => a - b));
      expect(subsequence).toHaveLength(maxRisingLength(values));
    }
  });
});
