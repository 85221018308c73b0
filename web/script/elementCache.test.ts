import { expect, test } from 'vitest';
import type { Element } from '#shared/contract/elements.ts';
import { withElement, withoutElement, withScenes } from './elementCache.ts';
import { ScriptServer } from './testing/scriptServer.ts';

const { elements: list, scenes } = new ScriptServer([
  { elementType: 'scene_heading', content: 'INT. CAR DECK - NIGHT' },
  { elementType: 'action', content: 'Nobody moves.' },
  { elementType: 'scene_heading', content: 'INT. BRIDGE - NIGHT' },
  { elementType: 'action', content: 'A kettle.' },
]);
const [first, second, third, fourth] = list as [Element, Element, Element, Element];

test('a changed element is a new object, and every other one the same as before', () => {
  const changed = { ...second, content: 'Somebody moves.' };
  const after = withElement(list, changed, []);
  expect(after.map((each, index) => each === list[index])).toEqual([true, false, true, true]);
  expect(after[1]).toBe(changed);
});

test('a new element stands in its place, and only those that made room for it are new objects', () => {
  const added = { ...second, id: 90, orderIndex: 20 };
  const after = withElement(list, added, [{ id: second.id, orderIndex: 25 }]);
  expect(after.map(({ id }) => id)).toEqual([first.id, 90, second.id, third.id, fourth.id]);
  expect(after[2]).toEqual({ ...second, orderIndex: 25 });
  expect([after[0], after[3], after[4]]).toEqual([first, third, fourth]);
  expect(after[3]).toBe(third);
});

test('text below a new heading moves into its scene', () => {
  const heading = { ...first, id: 90, orderIndex: 15, sceneId: 77 };
  const after = withElement(list, heading, []);
  expect(after.map(({ sceneId }) => sceneId)).toEqual([first.sceneId, 77, 77, third.sceneId, fourth.sceneId]);
});

test('without its heading text belongs to the scene before', () => {
  const after = withoutElement(list, third.id);
  expect(after.at(-1)).toEqual({ ...fourth, sceneId: first.sceneId });
  expect(after[0]).toBe(first);
});

test('removing what is not there changes nothing', () => {
  expect(withoutElement(list, 999)).toBe(list);
});

test('scenes made, changed and merged end in script order', () => {
  const [one, two] = scenes;
  if (!one || !two) throw new Error('Two scenes are expected');
  const made = { ...one, id: 99, sceneNumber: 2, heading: 'EXT. QUAY - DAWN' };
  const after = withScenes(scenes, [made, { ...two, sceneNumber: 3 }], [one.id]);
  expect(after.map(({ id, sceneNumber }) => [id, sceneNumber])).toEqual([
    [99, 2],
    [two.id, 3],
  ]);
  expect(withScenes(scenes, [], [])).toBe(scenes);
});
