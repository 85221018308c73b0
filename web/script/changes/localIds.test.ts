import { expect, test } from 'vitest';
import type { BasedEdit } from './change.ts';
import { newLocalId, withRealIds } from './localIds.ts';

test('two new elements never share an id', () => {
  const ids = Array.from({ length: 50 }, newLocalId);
  expect(new Set(ids).size).toBe(50);
  expect(ids.every((id) => id < 0)).toBe(true);
});

test('ids that the server gave take the place of local ones, wherever they stand', () => {
  const idOf = (id: number) => (id < 0 ? -id * 100 : id);
  const local: BasedEdit[] = [
    { does: 'insert', afterId: -1, elements: [] },
    { does: 'move', ids: [-1, 2], afterId: -3 },
    { does: 'delete', id: -1, base: null },
    { does: 'update', id: -2, fields: {}, base: null },
    { does: 'restore', id: -2, afterId: -1 },
  ];
  expect(local.map((edit) => withRealIds(edit, idOf))).toMatchObject([
    { does: 'insert', afterId: 100, elements: [] },
    { does: 'move', ids: [100, 2], afterId: 300 },
    { does: 'delete', id: 100, base: null },
    { does: 'update', id: 200, fields: {}, base: null },
    { does: 'restore', id: 200, afterId: 100 },
  ]);
  const real: BasedEdit = { does: 'delete', id: 7, base: null };
  expect(withRealIds(real, idOf)).toBe(real);
});
