import { expect, test } from 'vitest';
import { moveSequence, type Plan, removeAct, removeBeat, removeSequence } from './plan.ts';
import { removedPart, restorePart } from './planRestoring.ts';

/** Three acts; act 2 has a sequence with two beats, a loose beat and two scenes. */
const plan: Plan = {
  acts: [1, 2, 3].map((number) => ({ id: number * 10, number, orderIndex: number - 1 })),
  sequences: [{ id: 5, actNumber: 2, orderIndex: 0 }],
  beats: [
    { id: 1, actId: 20, actNumber: 2, sequenceId: 5, orderIndex: 0 },
    { id: 2, actId: 20, actNumber: 2, sequenceId: 5, orderIndex: 1 },
    { id: 3, actId: 20, actNumber: 2, sequenceId: null, orderIndex: 0 },
  ],
  scenes: [
    { id: 7, actNumber: 2, sequenceId: 5 },
    { id: 8, actNumber: 2, sequenceId: null },
    { id: 9, actNumber: 3, sequenceId: null },
  ],
};
const scene = (of: Plan | null, id: number) => of?.scenes.find((each) => each.id === id);

test('leaves a scene where it was moved after the act was deleted', () => {
  const after = removeAct(plan, 20);
  const moved = {
    ...after,
    scenes: after.scenes.map((each) => (each.id === 8 ? { ...each, actNumber: 2 } : each)),
  };
  const restored = restorePart(moved, removedPart(plan, after));
  expect(scene(restored, 7)).toEqual({ id: 7, actNumber: 2, sequenceId: 5 });
  expect(scene(restored, 8)).toEqual({ id: 8, actNumber: 3, sequenceId: null });
});

test('takes scenes back from the act that a later deletion moved them to', () => {
  const withoutTwo = removeAct(plan, 20);
  const withoutOne = removeAct(withoutTwo, 10);
  const moved = removedPart(withoutTwo, withoutOne);
  const movedOn = (id: number, actId: number | null) =>
    moved.scenes.find((each) => each.id === id && each.actId === actId)?.movedToActId ?? actId;
  const restored = restorePart(withoutOne, removedPart(plan, withoutTwo), movedOn);
  expect([7, 8, 9].map((id) => scene(restored, id)?.actNumber)).toEqual([1, 1, 2]);
  expect(restored?.acts.map(({ id, number }) => [id, number])).toEqual([
    [20, 1],
    [30, 2],
  ]);
});

test('puts a beat into its sequence wherever that is now, and into the act if the sequence is deleted', () => {
  const after = removeBeat(plan, 1);
  const part = removedPart(plan, after);
  const beat = (of: Plan | null) => of?.beats.find(({ id }) => id === 1);
  expect(beat(restorePart(moveSequence(after, 5, 3), part))).toEqual({
    ...{ id: 1, actId: 30, actNumber: 3, sequenceId: 5, orderIndex: 0 },
  });
  expect(beat(restorePart(removeSequence(after, 5), part))).toMatchObject({ actId: 20, sequenceId: null });
  expect(restorePart(removeAct(after, 20), part)).toBe(null);
});

test('gives a sequence the beats that are still loose in its act', () => {
  const after = removeSequence(plan, 5);
  const beats = after.beats.map((beat) => (beat.id === 2 ? { ...beat, actId: 10, actNumber: 1 } : beat));
  const restored = restorePart({ ...after, beats }, removedPart(plan, after));
  expect(restored?.beats.map(({ id, actNumber, sequenceId }) => [id, actNumber, sequenceId]).sort()).toEqual([
    [1, 2, 5],
    [2, 1, null],
    [3, 2, null],
  ]);
});
