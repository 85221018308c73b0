import { expect, test } from 'vitest';
import { deckRow } from '#test/rows.ts';
import { sequenceRow } from '#test/storyRows.ts';
import { positionAtTarget, positionOf, positionsFor, type ReorderTarget } from '#web/ui/reorder/positions.ts';
import { actGroups } from './grouping.ts';
import {
  moveOnBoard,
  movesInList,
  type SceneDrop,
  sceneContainersOf,
  withMove,
  withSceneMoved,
} from './places.ts';

/**
 * Act 1 has scenes 1 and 2 in sequence 7, an empty sequence 8, and scene 3 without a sequence. Act
 * 2 has scene 4.
 */
const scenes = [
  deckRow(1, { sequenceId: 7 }),
  deckRow(2, { sequenceId: 7 }),
  deckRow(3),
  deckRow(4, { actNumber: 2 }),
];
const plan = {
  acts: [],
  sequences: [sequenceRow(7, 1, { orderIndex: 7 }), sequenceRow(8, 1, { orderIndex: 8 })],
  beats: [],
};
const stretchesOf = (all = scenes) => actGroups(all, plan).flatMap(({ stretches }) => stretches);
const stretches = stretchesOf();
const withId = (id: number, all = scenes) => all.find((each) => each.id === id) ?? deckRow(id);

/** Return the move of scene `id` to the position with that key and index. */
function sent(id: number, key: string, index: number, all = scenes): SceneDrop | null {
  const own = stretchesOf(all);
  const isPosition = positionsFor(sceneContainersOf(own), id).some(
    (each) => each.containerKey === key && each.index === index,
  );
  const stretch = own.find((each) => each.key === key);
  if (!isPosition || !stretch) throw new Error(`No place ${index} in ${key}`);
  return withSceneMoved(all, own, withId(id, all), { stretch, index });
}

test('every group has a position before, between and after its other scenes', () => {
  const places = positionsFor(sceneContainersOf(stretches), 1).map(
    ({ containerKey, index }) => `${containerKey} ${index}`,
  );
  expect(places).toEqual(['1:7 0', '1:7 1', '1:8 0', '1: 0', '1: 1', '2: 0', '2: 1', '3: 0']);
});

test('a drop at the current position changes nothing', () => {
  const containers = sceneContainersOf(stretches);
  expect(positionOf(containers, 2)).toEqual({ containerKey: '1:7', index: 1 });
  expect(positionsFor(containers, 2)).toContainEqual({ containerKey: '1:7', index: 1 });
  expect(sent(2, '1:7', 1)).toBeNull();
});

test('a move within its group gives a scene the number of its new position', () => {
  expect(sent(1, '1:7', 1)).toEqual({ sceneNumber: 2 });
  expect(sent(2, '1:7', 0)).toEqual({ sceneNumber: 1 });
});

test('a move to another act sets act and sequence', () => {
  expect(sent(4, '1:7', 1)).toEqual({ sceneNumber: 2, actNumber: 1, sequenceId: 7 });
  expect(sent(1, '2:', 1)).toEqual({ sceneNumber: 4, actNumber: 2, sequenceId: null });
});

test('the script order is unchanged if only act or sequence change', () => {
  expect(sent(3, '1:7', 2)).toEqual({ sceneNumber: 3, actNumber: 1, sequenceId: 7 });
  expect(sent(3, '2:', 0)).toEqual({ sceneNumber: 3, actNumber: 2, sequenceId: null });
});

test('a move into an empty group puts a scene between its visible neighbours', () => {
  expect(sent(1, '1:8', 0)).toEqual({ sceneNumber: 2, actNumber: 1, sequenceId: 8 });
  expect(sent(1, '3:', 0)).toEqual({ sceneNumber: 4, actNumber: 3, sequenceId: null });
  expect(sent(3, '1:8', 0)).toEqual({ sceneNumber: 3, actNumber: 1, sequenceId: 8 });
});

test('the opening stays first', () => {
  const all = [deckRow(1, { heading: '' }), deckRow(2), deckRow(3)];
  const own = stretchesOf(all);
  expect(movesInList(own, withId(1, all))).toBe('none');
  expect(movesInList(own, withId(2, all))).toBe('both');
  const inFirst = positionsFor(sceneContainersOf(own), 3).filter(({ containerKey }) => containerKey === '1:');
  expect(inFirst).toMatchObject([{ index: 1 }, { index: 2 }]);
  expect(moveOnBoard(all, withId(3, all), 0)).toEqual({ sceneNumber: 2 });
  expect(sent(3, '1:7', 0, all)).toEqual({ sceneNumber: 2, actNumber: 1, sequenceId: 7 });
});

test('a scene can step up and down except beyond the ends', () => {
  expect(movesInList(stretches, withId(1))).toBe('down');
  expect(movesInList(stretches, withId(2))).toBe('both');
  expect(movesInList(stretches, withId(4))).toBe('both');
  const last = [...scenes, deckRow(5, { actNumber: 3 })];
  expect(movesInList(stretchesOf(last), withId(5, last))).toBe('up');
});

test('the pointer selects the position before the upper half of a row, after the lower half, and the first below a head', () => {
  const at = (target: Exclude<ReorderTarget, { type: 'slot' }>) => {
    const position = positionAtTarget(sceneContainersOf(stretches), 4, target);
    return position && `${position.containerKey} ${position.index}`;
  };
  expect(at({ type: 'item', id: 2, side: 'before' })).toBe('1:7 1');
  expect(at({ type: 'item', id: 2, side: 'after' })).toBe('1:7 2');
  expect(at({ type: 'item', id: 4, side: 'after' })).toBe('2: 0');
  expect(at({ type: 'container', key: '1:7', edge: 'start' })).toBe('1:7 0');
  expect(at({ type: 'container', key: '1:7', edge: 'end' })).toBe('1:7 2');
  expect(at({ type: 'item', id: 99, side: 'before' })).toBeNull();
});

test('on the board, a scene between scenes of another act joins that act', () => {
  const all = [
    deckRow(1),
    deckRow(2),
    deckRow(3, { actNumber: 2, sequenceId: 9 }),
    deckRow(4, { actNumber: 2, sequenceId: 9 }),
  ];
  expect(moveOnBoard(all, withId(1, all), 0)).toBeNull();
  expect(moveOnBoard(all, withId(1, all), 1)).toEqual({ sceneNumber: 2 });
  expect(moveOnBoard(all, withId(1, all), 2)).toEqual({ sceneNumber: 3, actNumber: 2, sequenceId: 9 });
  expect(moveOnBoard(all, withId(4, all), 0)).toEqual({ sceneNumber: 1, actNumber: 1, sequenceId: null });
});

test("the optimistic result of a move equals the server's: numbers are positions", () => {
  const after = withMove(scenes, 4, { sceneNumber: 2, actNumber: 1, sequenceId: 7 });
  expect(after.map(({ id, sceneNumber }) => [id, sceneNumber])).toEqual([
    [1, 1],
    [4, 2],
    [2, 3],
    [3, 4],
  ]);
  expect(after[1]).toMatchObject({ actNumber: 1, sequenceId: 7 });
  expect(withMove(scenes, 1, { sceneNumber: 99 }).map(({ id }) => id)).toEqual([2, 3, 4, 1]);
  expect(withMove(scenes, 77, { sceneNumber: 1 })).toEqual(scenes);
});
