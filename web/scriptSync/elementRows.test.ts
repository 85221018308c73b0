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

test('a changed element is a new object, and every other one the same as before', () => {
  const changed = { ...second, content: 'Somebody moves.' };
  const now = after({ elements: [changed] });
  expect(now.map((each, index) => each === list[index])).toEqual([true, false, true, true]);
  expect(now[1]).toBe(changed);
});

test('a new element stands in its place, and only those that made room for it are new objects', () => {
  const added = { ...second, id: 90, orderIndex: 20 };
  const now = after({ elements: [added], renumbered: [{ id: second.id, orderIndex: 25 }] });
  expect(now.map(({ id }) => id)).toEqual([first.id, 90, second.id, third.id, fourth.id]);
  expect(now[2]).toEqual({ ...second, orderIndex: 25 });
  expect([now[0], now[3], now[4]]).toEqual([first, third, fourth]);
  expect(now[3]).toBe(third);
});

test('a line within a scene finds its place by itself, also as its last and first', () => {
  const at = (orderIndex: number, sceneId: number | null) =>
    after({ elements: [{ ...second, id: 90, orderIndex, sceneId }] }).map(({ id }) => id);
  expect(at(15, first.sceneId)).toEqual([first.id, 90, second.id, third.id, fourth.id]);
  expect(at(25, first.sceneId)).toEqual([first.id, second.id, 90, third.id, fourth.id]);
  expect(at(99, third.sceneId)).toEqual([first.id, second.id, third.id, fourth.id, 90]);
  // Before the first heading it stands in no scene of those around it.
  expect(at(5, 77)).toEqual([90, first.id, second.id, third.id, fourth.id]);
});

test('of a list that comes anew only what is new or other than before is another object', () => {
  const added = { ...second, id: 90, orderIndex: 15 };
  const copies = structuredClone([first, added, { ...second, content: 'Somebody moves.' }, third, fourth]);
  const rows = reuseUnchangedRows(list, copies);
  expect(rows).toEqual(copies);
  expect(rows.map((row) => list.includes(row))).toEqual([true, false, false, true, true]);
  expect(reuseUnchangedRows(list, structuredClone(list))).toBe(list);
});

test('several elements are changed, made and removed at once', () => {
  const changed = { ...first, content: 'INT. HOLD - NIGHT' };
  const [added, last] = [
    { ...second, id: 90, orderIndex: 25 },
    { ...second, id: 91, orderIndex: 26 },
  ];
  const now = after({ elements: [last, changed, added], removedIds: [second.id] });
  expect(now.map(({ id }) => id)).toEqual([first.id, 90, 91, third.id, fourth.id]);
  expect(now[0]).toBe(changed);
});

test('elements that moved stand in their new place', () => {
  const moved = { ...second, orderIndex: 45 };
  expect(after({ elements: [moved] }).map(({ id }) => id)).toEqual([
    first.id,
    third.id,
    fourth.id,
    second.id,
  ]);
});

test('text below a new heading moves into its scene', () => {
  const heading = { ...first, id: 90, orderIndex: 15, sceneId: 77 };
  const scenesNow = after({ elements: [heading] }).map(({ sceneId }) => sceneId);
  expect(scenesNow).toEqual([first.sceneId, 77, 77, third.sceneId, fourth.sceneId]);
});

test('without its heading text belongs to the scene before', () => {
  const now = after({ removedIds: [third.id] });
  expect(now.at(-1)).toEqual({ ...fourth, sceneId: first.sceneId });
  expect(now[0]).toBe(first);
});

test('text that no heading stands above any more is in the opening', () => {
  const opening = [{ ...second, sceneId: 55 }, { ...first, orderIndex: 25 }, third, fourth];
  const now = withChanges(list, { elements: opening, removedIds: [], renumbered: [] }, 55);
  expect(now.map(({ sceneId }) => sceneId)).toEqual([55, first.sceneId, third.sceneId, third.sceneId]);
  const last = { ...fourth, orderIndex: 5 };
  expect(withChanges(now, { elements: [last], removedIds: [], renumbered: [] }, 55)[0]?.sceneId).toBe(55);
});

test('the opening is the scene without a heading', () => {
  const [one] = scenes;
  if (!one) throw new Error('A scene is expected');
  expect(openingSceneId([one, { ...one, id: 55, heading: '' }])).toBe(55);
  expect(openingSceneId(scenes)).toBe(null);
});

test('removing what is not there changes nothing', () => {
  expect(after({ removedIds: [999] }).every((each, index) => each === list[index])).toBe(true);
});

test('scenes made, changed and merged end in script order', () => {
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
