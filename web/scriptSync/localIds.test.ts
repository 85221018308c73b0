import { expect, test } from 'vitest';
import type { QueuedEdit } from './change.ts';
import { newLocalId, withServerIds } from './localIds.ts';

test('returns a different id on each call', () => {
  const ids = Array.from({ length: 50 }, newLocalId);
  expect(new Set(ids).size).toBe(50);
  expect(ids.every((id) => id < 0)).toBe(true);
});

test('replaces local ids in every position by server ids', () => {
  const idOf = (id: number) => (id < 0 ? -id * 100 : id);
  const local: QueuedEdit[] = [
    { type: 'insert', afterId: -1, elements: [] },
    { type: 'move', ids: [-1, 2], afterId: -3 },
    { type: 'delete', id: -1, base: null },
    { type: 'update', id: -2, fields: {}, base: null },
    { type: 'restore', id: -2, afterId: -1 },
  ];
  expect(local.map((edit) => withServerIds(edit, idOf))).toMatchObject([
    { type: 'insert', afterId: 100, elements: [] },
    { type: 'move', ids: [100, 2], afterId: 300 },
    { type: 'delete', id: 100, base: null },
    { type: 'update', id: 200, fields: {}, base: null },
    { type: 'restore', id: 200, afterId: 100 },
  ]);
  const real: QueuedEdit = { type: 'delete', id: 7, base: null };
  expect(withServerIds(real, idOf)).toBe(real);
});
