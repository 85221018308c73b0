import { describe, expect, test } from 'vitest';
import type { Change, QueuedEdit } from './change.ts';
import { UndoStack } from './undoStack.ts';

const update = (content: string, base: string | number): QueuedEdit => ({
  type: 'update',
  id: 5,
  fields: { content },
  base,
});

/** Return a stack with one step of two changes: from "waits" to "stays" to "stands". */
function stackOfGroup(): UndoStack {
  const stack = new UndoStack();
  const step = { label: 'Suggestion', group: 'all' };
  stack.add({ ...step, key: 'first', inverse: [update('Mara waits. It rains.', 'first')] });
  stack.add({ ...step, key: 'second', inverse: [update('Mara stays. It rains.', 'second')] });
  return stack;
}

test('merges remote text into the step of a group by its last change', () => {
  const stack = stackOfGroup();
  const sent = 'Mara stands. It rains.';
  const change: Change = { key: 'second', label: null, type: 'edit', edits: [update(sent, 'first')] };
  const stored = { id: 5, elementType: 'action', content: 'Mara stands. It rains hard.' } as const;
  stack.preserveRemoteText(change, [stored], { idOf: (id) => id });
  expect(stack.take('undo')?.inverse).toEqual([update('Mara waits. It rains hard.', 'second')]);
});

describe('preserveRemoteText of a heading', () => {
  /** Return the text to which undo leads after "int. ferry - day" was stored as this row. */
  function undoAfter(row: { content: string; typedContent: string | null }) {
    const stack = new UndoStack();
    stack.add({ key: 'own', label: 'Edit', group: null, inverse: [update('Int. ferry', 'own')] });
    const edits = [update('int. ferry - day', 3)];
    const change: Change = { key: 'own', label: null, type: 'edit', edits };
    const stored = { id: 5, elementType: 'scene_heading', ...row } as const;
    stack.preserveRemoteText(change, [stored], { idOf: (id) => id });
    return stack.take('undo')?.inverse;
  }

  test.each(['int. ferry - day', null])('finds no remote text in its capitals (%s)', (typedContent) => {
    const undone = undoAfter({ content: 'INT. FERRY - DAY', typedContent });
    expect(undone).toEqual([update('Int. ferry', 'own')]);
  });

  test('adds remote words with their letters', () => {
    const row = { content: 'INT. OLD FERRY - DAY', typedContent: 'int. Old ferry - day' };
    expect(undoAfter(row)).toEqual([update('Int. Old ferry', 'own')]);
  });
});

test('removes the step of a group when its last change is dropped', () => {
  const stack = stackOfGroup();
  stack.replace('second', null);
  expect(stack.undoLabel).toBeNull();
});
