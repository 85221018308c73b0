import { expect, test } from 'vitest';
import { beatRow } from '#test/storyRows.ts';
import { withPlaces } from './rows.ts';

test('a row in a new place is another object, one that keeps its place is the same', () => {
  const rows = [beatRow(1, 1), beatRow(2, 1, { orderIndex: 1 })];
  const places = rows.map(({ id, orderIndex }) => ({ id, orderIndex: id === 2 ? 0 : orderIndex }));
  const next = withPlaces(rows, places);
  expect(next[0]).toBe(rows[0]);
  expect(next[1]).toEqual({ ...rows[1], orderIndex: 0 });
  expect(next[1]).not.toBe(rows[1]);
});

test('a row without a place is gone', () => {
  expect(withPlaces([beatRow(1, 1), beatRow(2, 1)], [{ id: 2, orderIndex: 0 }]).map(({ id }) => id)).toEqual([
    2,
  ]);
});
