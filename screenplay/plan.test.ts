import { describe, expect, test } from 'vitest';
import {
  addAct,
  addBeat,
  addSequence,
  beatContainerProblem,
  moveBeat,
  moveSequence,
  type Plan,
  removeAct,
  removeBeat,
  removeSequence,
} from './plan.ts';

/**
 * Create a plan with acts 1 to 3. Act 1 has two sequences of two beats and two loose beats, act 2
 * has one loose beat.
 */
function aPlan(): Plan {
  let plan: Plan = { acts: [], sequences: [], beats: [], scenes: [] };
  for (const id of [1, 2, 3]) plan = addAct(plan, id);
  for (const id of [11, 12]) plan = addSequence(plan, id, 1);
  for (const id of [101, 102]) plan = addBeat(plan, id, { actNumber: 1, sequenceId: null });
  for (const id of [111, 112]) plan = addBeat(plan, id, { actNumber: 1, sequenceId: 11 });
  for (const id of [121, 122]) plan = addBeat(plan, id, { actNumber: 1, sequenceId: 12 });
  return addBeat(plan, 201, { actNumber: 2, sequenceId: null });
}

/**
 * Return ids in order by container: "acts", "act 1" (its loose beats), "sequences 1" (of act 1),
 * "sequence 11".
 */
function idsByContainer(plan: Plan): Record<string, number[]> {
  const lists: Record<string, number[]> = {};
  const addList = (key: string, rows: { id: number; orderIndex: number }[]) => {
    if (rows.length > 0)
      lists[key] = rows.toSorted((a, b) => a.orderIndex - b.orderIndex).map(({ id }) => id);
  };
  addList('acts', plan.acts);
  for (const { number } of plan.acts) {
    const inAct = plan.sequences.filter((sequence) => sequence.actNumber === number);
    addList(`sequences ${number}`, inAct);
    addList(
      `act ${number}`,
      plan.beats.filter((beat) => beat.actNumber === number && beat.sequenceId === null),
    );
    for (const { id } of inAct)
      addList(
        `sequence ${id}`,
        plan.beats.filter((beat) => beat.sequenceId === id),
      );
  }
  return lists;
}

const whole = {
  acts: [1, 2, 3],
  'sequences 1': [11, 12],
  'act 1': [101, 102],
  'sequence 11': [111, 112],
  'sequence 12': [121, 122],
  'act 2': [201],
};

test('adds items at the end by default', () => {
  expect(idsByContainer(aPlan())).toEqual(whole);
});

describe('act of a plan', () => {
  test('gets the next number even if inserted before others', () => {
    const { acts } = addAct(aPlan(), 4, 0);
    expect(acts.map(({ id, number, orderIndex }) => [id, number, orderIndex])).toEqual([
      [4, 4, 0],
      [1, 1, 1],
      [2, 2, 2],
      [3, 3, 3],
    ]);
  });

  test('is removed with its sequences and beats, and later acts are renumbered', () => {
    const plan = removeAct(aPlan(), 1);
    expect(idsByContainer(plan)).toEqual({ acts: [2, 3], 'act 1': [201] });
    expect(plan.acts.map(({ number }) => number)).toEqual([1, 2]);
    expect(plan.beats).toEqual([{ id: 201, actId: 2, actNumber: 1, sequenceId: null, orderIndex: 0 }]);
    expect(plan.sequences).toEqual([]);
  });

  test('is removed without its scenes, which go to the act before it or to the new first act', () => {
    const scenes = [1, 2, 3, 5].map((actNumber) => ({ id: actNumber, actNumber, sequenceId: null }));
    const actsAfter = (actId: number) =>
      removeAct({ ...aPlan(), scenes }, actId).scenes.map(({ actNumber }) => actNumber);
    expect(actsAfter(1)).toEqual([1, 1, 2, 5]);
    expect(actsAfter(2)).toEqual([1, 1, 2, 5]);
    expect(actsAfter(3)).toEqual([1, 2, 2, 5]);
  });

  test('is removed with its sequences, which only its scenes lose', () => {
    const scenes = [
      { id: 1, actNumber: 1, sequenceId: 11 },
      { id: 2, actNumber: 2, sequenceId: 21 },
    ];
    const plan = removeAct({ ...addSequence(aPlan(), 21, 2), scenes }, 1);
    expect(plan.scenes).toEqual([
      { id: 1, actNumber: 1, sequenceId: null },
      { id: 2, actNumber: 1, sequenceId: 21 },
    ]);
  });

  test('is not removed if it is unknown', () => {
    const plan = aPlan();
    expect(removeAct(plan, 99)).toBe(plan);
  });
});

describe('sequence of a plan', () => {
  test('moves within its act', () => {
    expect(idsByContainer(moveSequence(aPlan(), 12, 1, 0))).toEqual({ ...whole, 'sequences 1': [12, 11] });
  });

  test('moves to another act with its beats and scenes', () => {
    const scenes = [11, 12, null].map((sequenceId, id) => ({ id, actNumber: 1, sequenceId }));
    const plan = moveSequence({ ...aPlan(), scenes }, 11, 2);
    expect(plan.scenes.map(({ actNumber }) => actNumber)).toEqual([2, 1, 1]);
    expect(idsByContainer(plan)).toEqual({ ...whole, 'sequences 1': [12], 'sequences 2': [11] });
    expect(plan.beats.filter(({ sequenceId }) => sequenceId === 11)).toMatchObject([
      { id: 111, actId: 2, actNumber: 2, orderIndex: 0 },
      { id: 112, actId: 2, actNumber: 2, orderIndex: 1 },
    ]);
    expect(plan.sequences.find(({ id }) => id === 12)?.orderIndex).toBe(0);
  });

  test('is removed without its beats, which become loose beats at the end of the act', () => {
    const scenes = [{ id: 1, actNumber: 1, sequenceId: 11 }];
    const plan = removeSequence({ ...aPlan(), scenes }, 11);
    const { 'sequence 11': _, ...left } = whole;
    expect(idsByContainer(plan)).toEqual({ ...left, 'sequences 1': [12], 'act 1': [101, 102, 111, 112] });
    expect(plan.scenes).toEqual([{ id: 1, actNumber: 1, sequenceId: null }]);
    expect(plan.sequences).toEqual([{ id: 12, actNumber: 1, orderIndex: 0 }]);
  });
});

describe('beat of a plan', () => {
  test.each([
    [
      'to the end of an act',
      101,
      { actNumber: 2, sequenceId: null },
      undefined,
      { 'act 1': [102], 'act 2': [201, 101] },
    ],
    [
      'to an index in a sequence',
      101,
      { actNumber: 1, sequenceId: 11 },
      1,
      { 'act 1': [102], 'sequence 11': [111, 101, 112] },
    ],
    [
      'out of its sequence',
      112,
      { actNumber: 1, sequenceId: null },
      0,
      { 'act 1': [112, 101, 102], 'sequence 11': [111] },
    ],
    ['within its sequence', 111, { actNumber: 1, sequenceId: 11 }, 1, { 'sequence 11': [112, 111] }],
    [
      'beyond the end',
      111,
      { actNumber: 1, sequenceId: 12 },
      77,
      { 'sequence 11': [112], 'sequence 12': [121, 122, 111] },
    ],
    ['nowhere', 111, { actNumber: 1, sequenceId: 11 }, undefined, {}],
  ])('moves %s', (_, id, container, at, changed) => {
    expect(idsByContainer(moveBeat(aPlan(), id, container, at))).toEqual({ ...whole, ...changed });
  });

  test('gets the act of its container', () => {
    const plan = moveBeat(aPlan(), 101, { actNumber: 3, sequenceId: null });
    expect(plan.beats.find(({ id }) => id === 101)).toMatchObject({ actId: 3, actNumber: 3 });
  });

  test('closes the gap when it is removed', () => {
    expect(removeBeat(aPlan(), 121).beats.find(({ id }) => id === 122)?.orderIndex).toBe(0);
  });

  test('needs an existing act and a sequence of that act', () => {
    const plan = addSequence(aPlan(), 21, 2);
    const problem = (actNumber: number, sequenceId: number | null) =>
      beatContainerProblem(plan, { actNumber, sequenceId });
    expect(problem(1, null)).toBe(null);
    expect(problem(1, 11)).toBe(null);
    expect(problem(4, null)).toBe('no act');
    expect(problem(1, 99)).toBe('no sequence');
    expect(problem(1, 21)).toBe('sequence of another act');
  });
});
