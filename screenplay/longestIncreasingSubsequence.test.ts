import { expect, test } from 'vitest';
import { seeded } from '#test/random.ts';
import { longestIncreasingSubsequence } from './longestIncreasingSubsequence.ts';

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
])('of %j these stay', (values, indexes) => {
  expect(longestIncreasingSubsequence(values)).toEqual(indexes);
});

/** Tries all ways. */
function mostRising(values: readonly number[], above = -1): number {
  return values.reduce(
    (max, value, i) => (value > above ? Math.max(max, 1 + mostRising(values.slice(i + 1), value)) : max),
    0,
  );
}

test('rises, and no more values could stay', () => {
  const random = seeded(1);
  for (let i = 0; i < 300; i++) {
    const values = Array.from({ length: random.below(9) }, (_, k) => k);
    for (let k = values.length - 1; k > 0; k--) {
      const other = random.below(k + 1);
      [values[k], values[other]] = [values[other] ?? 0, values[k] ?? 0];
    }
    const kept = longestIncreasingSubsequence(values).map((index) => values[index] ?? 0);
    expect(kept).toEqual(kept.toSorted((a, b) => a - b));
    expect(kept).toHaveLength(mostRising(values));
  }
});
