import { expect, test } from 'vitest';
import { defaultFormat } from '#screenplay/format.ts';
import type { Change, QueuedEdit } from './change.ts';
import { unsentElements, unsentFountain } from './unsentText.ts';

const change = (...edits: QueuedEdit[]): Change => ({
  key: crypto.randomUUID(),
  label: null,
  edits,
  type: 'edit',
});
const insert = (key: number | undefined, elementType: 'action' | 'character' | 'dialogue', content: string) =>
  change({ type: 'insert', afterId: 1, elements: [{ elementType, content, key }] });
const update = (id: number, content: string) => change({ type: 'update', id, fields: { content }, base: 1 });

const unsent = (...changes: Change[]) => unsentElements(changes, (id) => (id === 7 ? 'dialogue' : undefined));

test('returns the last text of an element at the position of its first change', () => {
  expect(unsent(insert(-1, 'action', 'Gulls.'), update(7, 'Wait.'), update(-1, 'Gulls cry.'))).toEqual([
    { elementType: 'action', content: 'Gulls cry.' },
    { elementType: 'dialogue', content: 'Wait.' },
  ]);
});

test('leaves out deleted, moved and emptied elements', () => {
  expect(
    unsent(
      insert(-1, 'action', 'Gulls.'),
      change({ type: 'delete', id: -1, base: null }),
      change({ type: 'move', ids: [7], afterId: null }),
      update(8, ' '),
    ),
  ).toEqual([]);
});

test('returns all elements of earlier versions without keys', () => {
  expect(unsent(insert(undefined, 'action', 'One.'), insert(undefined, 'action', 'Two.'))).toHaveLength(2);
});

test('returns a Fountain file that can be parsed', () => {
  const elements = unsent(
    insert(-1, 'action', 'Gulls.'),
    insert(-2, 'character', 'MARA'),
    insert(-3, 'dialogue', 'Go.'),
  );
  expect(unsentFountain(elements, defaultFormat)).toBe('Gulls.\n\nMARA\nGo.');
});
