import { expect, test } from 'vitest';
import type { RestoringEdit } from '#screenplay/restoring.ts';
import { countEdits, restoringText } from './restoringText.ts';

const fields = { content: 'Rain.' };
const line = {
  elementType: 'action',
  content: 'Rain.',
  characterName: null,
  parenthetical: null,
  dual: null,
} as const;

test.each<[RestoringEdit[], string]>([
  [[{ type: 'update', id: 1, fields }], '1 element changes: 1 gets its earlier text.'],
  [
    [
      { type: 'restore', id: 1, afterId: null },
      { type: 'restore', id: 2, afterId: 1 },
      { type: 'update', id: 2, fields },
      { type: 'insert', afterId: 2, elements: [line] },
    ],
    '3 elements change: 3 come back.',
  ],
  [
    [
      { type: 'move', ids: [1, 2], afterId: null },
      { type: 'update', id: 1, fields },
      { type: 'delete', id: 3 },
    ],
    '3 elements change: 1 gets its earlier text, 1 moves back and 1 is deleted.',
  ],
])('%j', (edits, text) => {
  expect(restoringText(edits)).toBe(text);
});

test('the limit counts every element that an edit names', () => {
  const edits: RestoringEdit[] = [
    { type: 'restore', id: 1, afterId: null },
    { type: 'update', id: 1, fields },
    { type: 'move', ids: [2, 3], afterId: 1 },
  ];
  expect(countEdits(edits).named).toBe(4);
});
