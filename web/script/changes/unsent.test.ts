import { expect, test } from 'vitest';
import { defaultFormat } from '#screenplay/format.ts';
import type { BasedEdit, Change } from './change.ts';
import { unsentElements, unsentFountain } from './unsent.ts';

const change = (...edits: BasedEdit[]): Change => ({
  key: crypto.randomUUID(),
  label: null,
  edits,
  kind: 'edit',
});
const insert = (key: number | undefined, elementType: 'action' | 'character' | 'dialogue', content: string) =>
  change({ does: 'insert', afterId: 1, elements: [{ elementType, content, key }] });
const update = (id: number, content: string) => change({ does: 'update', id, fields: { content }, base: 1 });

const unsent = (...changes: Change[]) => unsentElements(changes, (id) => (id === 7 ? 'dialogue' : undefined));

test('of what was written several times the last words count, in the place of the first', () => {
  expect(unsent(insert(-1, 'action', 'Gulls.'), update(7, 'Wait.'), update(-1, 'Gulls cry.'))).toEqual([
    { elementType: 'action', content: 'Gulls cry.' },
    { elementType: 'dialogue', content: 'Wait.' },
  ]);
});

test('what was deleted again, moved or emptied is not there', () => {
  expect(
    unsent(
      insert(-1, 'action', 'Gulls.'),
      change({ does: 'delete', id: -1, base: null }),
      change({ does: 'move', ids: [7], afterId: null }),
      update(8, ' '),
    ),
  ).toEqual([]);
});

test('elements of earlier versions without a name of their own are all there', () => {
  expect(unsent(insert(undefined, 'action', 'One.'), insert(undefined, 'action', 'Two.'))).toHaveLength(2);
});

test('it becomes a file that other programs read', () => {
  const elements = unsent(
    insert(-1, 'action', 'Gulls.'),
    insert(-2, 'character', 'MARA'),
    insert(-3, 'dialogue', 'Go.'),
  );
  expect(unsentFountain(elements, defaultFormat)).toBe('Gulls.\n\nMARA\nGo.');
});
