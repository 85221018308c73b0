import { expect, test } from 'vitest';
import type { Change, QueuedEdit } from './change.ts';
import { dropChange } from './dropChange.ts';

const cue = { key: -5, elementType: 'character', content: 'MARA' } as const;
const dropped: Change = {
  key: 'cue',
  label: null,
  type: 'edit',
  edits: [{ type: 'insert', afterId: 1, elements: [cue] }],
};
const deletion: QueuedEdit = { type: 'delete', id: -5, base: 'cue' };

test('drops a later change whose only element was never made', () => {
  expect(dropChange([{ ...dropped, key: 'later', edits: [deletion] }], dropped)).toEqual([]);
});

test('keeps a later change that finishes a cue, without its edits', () => {
  const finished: Change = { ...dropped, key: 'later', edits: [deletion], finishedCues: [cue] };
  expect(dropChange([finished], dropped)).toEqual([{ ...finished, edits: [] }]);
});
