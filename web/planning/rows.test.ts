import { expect, test } from 'vitest';
import { beatRow } from '#test/storyRows.ts';
import { withPlaces } from './rows.ts';

test('replaces moved rows, and reuses unmoved ones', () => {
  const rows = [beatRow(1, 1), beatRow(2, 1, { orderIndex: 1 })];
  const places = rows.map(({ id, orderIndex }) => ({ id, orderIndex: id === 2 ? 0 : orderIndex }));
  const next = withPlaces(rows, places);
  expect(next[0]).toBe(rows[0]);
  expect(next[1]).toEqual({ ...rows[1], orderIndex: 0 });
  expect(next[1]).not.toBe(rows[1]);
});

test('removes rows without a position', () => {
  expect(withPlaces([beatRow(1, 1), beatRow(2, 1)], [{ id: 2, orderIndex: 0 }]).map(({ id }) => id)).toEqual([
    2,
  ]);
});
