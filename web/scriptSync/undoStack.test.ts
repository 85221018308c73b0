import { expect, test } from 'vitest';
import type { Change, QueuedEdit } from './change.ts';
import { UndoStack } from './undoStack.ts';

const update = (content: string, base: string | number): QueuedEdit => ({
  type: 'update',
  id: 5,
  fields: { content },
  base,
});

/** Return a stack with one step of two changes: waits, stays, stands. */
function stackOfGroup(): UndoStack {
  const stack = new UndoStack();
  const step = { label: 'Suggestion', group: 'all' };
  stack.add({ ...step, key: 'first', inverse: [update('Mara waits. It rains.', 'first')] });
  stack.add({ ...step, key: 'second', inverse: [update('Mara stays. It rains.', 'second')] });
  return stack;
}

test('merges remote text into the step of a group by its last change', async () => {
  const stack = stackOfGroup();
  const sent = 'Mara stands. It rains.';
  const change: Change = { key: 'second', label: null, type: 'edit', edits: [update(sent, 'first')] };
  const stored = { id: 5, elementType: 'action', content: 'Mara stands. It rains hard.' } as const;
  await stack.preserveRemoteText(change, [stored], (id) => id);
  expect(stack.take('undo')?.inverse).toEqual([update('Mara waits. It rains hard.', 'second')]);
});

test('removes the step of a group when its last change is dropped', () => {
  const stack = stackOfGroup();
  stack.replace('second', null);
  expect(stack.undoLabel).toBeNull();
});
