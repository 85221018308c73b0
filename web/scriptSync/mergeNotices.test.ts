import { expect, test } from 'vitest';
import type { Element } from '#shared/contract/elements.ts';
import type { Change, QueuedEdit } from './change.ts';
import { noticeOfDecision, noticesOfMergedEdits } from './mergeNotices.ts';

const idOf = (id: number) => (id === -5 ? 5 : id);
const update = (id: number, content: string, base: number | null = 3): QueuedEdit => ({
  type: 'update',
  id,
  fields: { content },
  base,
});
const change = (edits: QueuedEdit[]): Change => ({ key: 'one', label: null, edits, type: 'edit' });

function merged(edits: QueuedEdit[], versions: [number, number][], now = 'Heavy rain. Silence.') {
  return noticesOfMergedEdits({
    change: change(edits),
    versions: new Map(versions),
    idOf,
    versionOf: ({ base }) => (typeof base === 'number' ? base : undefined),
    storedOf: () => ({ elementType: 'action', content: now }),
  });
}

test('returns no notice when nobody else changed the element', () => {
  expect(merged([update(5, 'Rain.')], [[5, 4]])).toEqual([]);
  // A change whose reply was lost has the same version when it is sent again.
  expect(merged([update(5, 'Rain.')], [[5, 3]])).toEqual([]);
});

test('returns a notice when someone else stored a version in between', () => {
  const notice = { type: 'merged', elementId: 5, yours: 'Rain. Silence.', now: 'Heavy rain. Silence.' };
  expect(merged([update(5, 'Rain. Silence.')], [[5, 5]])).toEqual([notice]);
  expect(merged([update(-5, 'Rain. Silence.')], [[5, 5]])).toEqual([notice]);
});

test('counts two edits of one element in a change as two own versions', () => {
  const edits = [update(5, 'Rain.'), update(5, 'Rain. Silence.')];
  expect(merged(edits, [[5, 5]])).toEqual([]);
  expect(merged(edits, [[5, 6]])).toMatchObject([{ yours: 'Rain. Silence.' }]);
});

test('returns no notice for inserts and for edits without a base', () => {
  expect(merged([update(5, 'Rain.', null)], [[5, 9]])).toEqual([]);
  const insert: QueuedEdit = {
    type: 'insert',
    afterId: 1,
    elements: [{ elementType: 'action', content: 'A' }],
  };
  expect(merged([insert], [[6, 1]])).toEqual([]);
});

const current = { id: 5, elementType: 'action', content: 'Heavy rain.', version: 4 } as Element;
const both: QueuedEdit = {
  type: 'insert',
  afterId: 5,
  elements: [{ elementType: 'action', content: 'Rain!' }],
};

test("reports the user's choice after a conflict", () => {
  const own = change([update(5, 'Rain!')]);
  const kept = (edits: QueuedEdit[] | null) =>
    noticeOfDecision(own, edits && change(edits), { type: 'conflict', current, base: null }, idOf);
  const notice = { type: 'conflict', elementId: 5, yours: 'Rain!', theirs: 'Heavy rain.' };
  expect(kept([update(5, 'Rain!', 4)])).toEqual({ ...notice, kept: 'yours' });
  expect(kept([both])).toEqual({ ...notice, kept: 'both' });
  expect(kept(null)).toEqual({ ...notice, kept: 'theirs' });
  expect(kept([update(6, 'Other.')])).toEqual({ ...notice, kept: 'theirs' });
});

test('reports whether a deleted element was restored, and as which element', () => {
  const own = change([update(4, 'Fog.'), update(5, 'Rain!')]);
  const failure = { type: 'gone', editIndex: 1 } as const;
  const again: QueuedEdit = { ...both, elements: [{ elementType: 'action', content: 'Rain!', key: -9 }] };
  expect(noticeOfDecision(own, change([update(4, 'Fog.'), again]), failure, idOf)).toEqual({
    type: 'deleted',
    elementId: -9,
    yours: 'Rain!',
    kept: 'yours',
  });
  expect(noticeOfDecision(own, change([update(4, 'Fog.')]), failure, idOf)).toMatchObject({
    elementId: 5,
    kept: 'theirs',
  });
});

test('returns no notice for a change that was rejected for another reason', () => {
  const failure = { type: 'failed', message: 'Too long' } as const;
  expect(noticeOfDecision(change([update(5, 'Rain!')]), null, failure, idOf)).toBeNull();
});
