import { expect, it } from 'vitest';
import { findIndexNear } from './indexNear.ts';

const rows = [7, 3, 9, 4, 1].map((id) => ({ id }));

it('finds an element from any start position', () => {
  for (const near of [-1, 0, 2, 4, 99])
    expect(rows.map(({ id }) => findIndexNear(rows, id, near))).toEqual([0, 1, 2, 3, 4]);
});

it('returns -1 for an unknown element', () => {
  expect(findIndexNear(rows, 5, 2)).toBe(-1);
  expect(findIndexNear([], 5, 0)).toBe(-1);
});
