import { expect, test } from 'vitest';
import type { Element } from '#shared/contract/elements.ts';
import { scriptRows } from '#test/scriptRows.ts';
import {
  type ElementChanges,
  openingSceneId,
  reuseUnchangedRows,
  withChanges,
  withScenes,
} from './elementRows.ts';

const { elements: list, scenes } = scriptRows([
  { elementType: 'scene_heading', content: 'INT. CAR DECK - NIGHT' },
  { elementType: 'action', content: 'Nobody moves.' },
  { elementType: 'scene_heading', content: 'INT. BRIDGE - NIGHT' },
  { elementType: 'action', content: 'A kettle.' },
]);
const [first, second, third, fourth] = list as [Element, Element, Element, Element];

const after = (changes: Partial<ElementChanges>) =>
  withChanges(list, { elements: [], removedIds: [], renumbered: [], ...changes });

test('replaces the object of a changed element and reuses all others', () => {
  const changed = { ...second, content: 'Somebody moves.' };
  const now = after({ elements: [changed] });
  expect(now.map((each, index) => each === list[index])).toEqual([true, false, true, true]);
  expect(now[1]).toBe(changed);
});

test('inserts a new element at its position and replaces only the elements that made room', () => {
  const added = { ...second, id: 90, orderIndex: 20 };
  const now = after({ elements: [added], renumbered: [{ id: second.id, orderIndex: 25 }] });
  expect(now.map(({ id }) => id)).toEqual([first.id, 90, second.id, third.id, fourth.id]);
  expect(now[2]).toEqual({ ...second, orderIndex: 25 });
  expect([now[0], now[3], now[4]]).toEqual([first, third, fourth]);
  expect(now[3]).toBe(third);
});

test('finds the position of a line within a scene, also as its first and last one', () => {
  const at = (orderIndex: number, sceneId: number | null) =>
    after({ elements: [{ ...second, id: 90, orderIndex, sceneId }] }).map(({ id }) => id);
  expect(at(15, first.sceneId)).toEqual([first.id, 90, second.id, third.id, fourth.id]);
  expect(at(25, first.sceneId)).toEqual([first.id, second.id, 90, third.id, fourth.id]);
  expect(at(99, third.sceneId)).toEqual([first.id, second.id, third.id, fourth.id, 90]);
  // A line before the first heading does not belong to the scenes around it.
  expect(at(5, 77)).toEqual([90, first.id, second.id, third.id, fourth.id]);
});

test('reuses unchanged objects of a refetched list', () => {
  const added = { ...second, id: 90, orderIndex: 15 };
  const copies = structuredClone([first, added, { ...second, content: 'Somebody moves.' }, third, fourth]);
  const rows = reuseUnchangedRows(list, copies);
  expect(rows).toEqual(copies);
  expect(rows.map((row) => list.includes(row))).toEqual([true, false, false, true, true]);
  expect(reuseUnchangedRows(list, structuredClone(list))).toBe(list);
});

test('applies several inserts, changes and deletions at once', () => {
  const changed = { ...first, content: 'INT. HOLD - NIGHT' };
  const [added, last] = [
    { ...second, id: 90, orderIndex: 25 },
    { ...second, id: 91, orderIndex: 26 },
  ];
  const now = after({ elements: [last, changed, added], removedIds: [second.id] });
  expect(now.map(({ id }) => id)).toEqual([first.id, 90, 91, third.id, fourth.id]);
  expect(now[0]).toBe(changed);
});

test('puts moved elements at their new position', () => {
  const moved = { ...second, orderIndex: 45 };
  expect(after({ elements: [moved] }).map(({ id }) => id)).toEqual([
    first.id,
    third.id,
    fourth.id,
    second.id,
  ]);
});

test('moves text below a new heading into its scene', () => {
  const heading = { ...first, id: 90, orderIndex: 15, sceneId: 77 };
  const scenesNow = after({ elements: [heading] }).map(({ sceneId }) => sceneId);
  expect(scenesNow).toEqual([first.sceneId, 77, 77, third.sceneId, fourth.sceneId]);
});

test('assigns text to the scene before when its heading is deleted', () => {
  const now = after({ removedIds: [third.id] });
  expect(now.at(-1)).toEqual({ ...fourth, sceneId: first.sceneId });
  expect(now[0]).toBe(first);
});

test('assigns text to the opening when no heading is above it any more', () => {
  const opening = [{ ...second, sceneId: 55 }, { ...first, orderIndex: 25 }, third, fourth];
  const now = withChanges(list, { elements: opening, removedIds: [], renumbered: [] }, 55);
  expect(now.map(({ sceneId }) => sceneId)).toEqual([55, first.sceneId, third.sceneId, third.sceneId]);
  const last = { ...fourth, orderIndex: 5 };
  expect(withChanges(now, { elements: [last], removedIds: [], renumbered: [] }, 55)[0]?.sceneId).toBe(55);
});

test('returns the scene without a heading as the opening', () => {
  const [one] = scenes;
  if (!one) throw new Error('A scene is expected');
  expect(openingSceneId([one, { ...one, id: 55, heading: '' }])).toBe(55);
  expect(openingSceneId(scenes)).toBe(null);
});

test('changes nothing when a removed element is not in the list', () => {
  expect(after({ removedIds: [999] }).every((each, index) => each === list[index])).toBe(true);
});

test('returns scenes in script order after some were created, changed and merged', () => {
  const [one, two] = scenes;
  if (!one || !two) throw new Error('Two scenes are expected');
  const made = { ...one, id: 99, sceneNumber: 2, heading: 'EXT. QUAY - DAWN' };
  const now = withScenes(scenes, [made, { ...two, sceneNumber: 3 }], [one.id]);
  expect(now.map(({ id, sceneNumber }) => [id, sceneNumber])).toEqual([
    [99, 2],
    [two.id, 3],
  ]);
  expect(withScenes(scenes, [], [])).toBe(scenes);
});
