import { expect, test } from 'vitest';
import { deckRow } from '#test/rows.ts';
import { actsToBegin, withActBegin } from './actBegins.ts';

const inActs = (...acts: number[]) => acts.map((actNumber, index) => deckRow(index + 1, { actNumber }));

test('divides an imported script with one act at the start of the next act', () => {
  const scenes = inActs(1, 1, 1, 1);
  expect(actsToBegin(scenes, scenes[2] ?? deckRow(0))).toEqual([2]);
  expect(withActBegin(scenes, 3, 2)).toEqual([
    { id: 3, actNumber: 2 },
    { id: 4, actNumber: 2 },
  ]);
});

test('moves the start of an existing act earlier or later', () => {
  const scenes = inActs(1, 1, 2, 2, 3);
  expect(withActBegin(scenes, 2, 2)).toEqual([{ id: 2, actNumber: 2 }]);
  expect(actsToBegin(scenes, scenes[3] ?? deckRow(0))).toEqual([2, 3]);
  expect(withActBegin(scenes, 4, 2)).toEqual([{ id: 3, actNumber: 1 }]);
});

test('starts the first act with the first scene, after any opening', () => {
  const scenes = [
    deckRow(1, { heading: '', sceneNumber: 0 }),
    ...inActs(1, 1).map((each) => ({ ...each, id: each.id + 1 })),
  ];
  expect(actsToBegin(scenes, scenes[1] ?? deckRow(0))).toEqual([]);
  expect(actsToBegin(scenes, scenes[2] ?? deckRow(0))).toEqual([2]);
});
