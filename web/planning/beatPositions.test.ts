import { describe, expect, test } from 'vitest';
import { storyRows } from '#test/storyRows.ts';
import { positionAfterKey } from '#web/ui/reorder/keySteps.ts';
import { type ItemPosition, positionAtTarget, type ReorderTarget } from '#web/ui/reorder/positions.ts';
import { beatContainersOf, beatPositionOf, containerKeyOf, isUnchangedPosition } from './beatPositions.ts';
import { homeName, storyPlan } from './board.ts';

function thePlan() {
  const { acts, sequences, beats } = storyRows();
  return storyPlan(acts, sequences, beats);
}

const plan = thePlan();
const captain = 101;

/** Return the position of a beat after it is dropped on the target. */
function droppedAt(beatId: number, target: Exclude<ReorderTarget, { type: 'slot' }>) {
  const position = positionAtTarget(beatContainersOf(plan), beatId, target);
  return position && beatPositionOf(plan, position);
}

const onAct = (actNumber: number) =>
  ({ type: 'container', key: containerKeyOf({ actNumber, sequenceId: null }), edge: 'end' }) as const;
const onSequence = (actNumber: number, sequenceId: number) =>
  ({ type: 'container', key: containerKeyOf({ actNumber, sequenceId }), edge: 'end' }) as const;
const onBeat = (id: number) => ({ type: 'item', id, side: 'replace' }) as const;

describe('a drop of a beat', () => {
  test('puts a beat dropped on another act at the end of its loose beats', () => {
    expect(droppedAt(captain, onAct(2))).toEqual({ actNumber: 2, sequenceId: null, orderIndex: 1 });
  });

  test('puts a beat dropped on its own act at the end, counted without itself', () => {
    expect(droppedAt(captain, onAct(1))).toEqual({ actNumber: 1, sequenceId: null, orderIndex: 1 });
  });

  test("puts a beat dropped on a sequence at the sequence's end, in its act", () => {
    expect(droppedAt(captain, onSequence(2, 6))).toEqual({ actNumber: 2, sequenceId: 6, orderIndex: 1 });
  });

  test("puts a beat dropped on another beat at that beat's position", () => {
    expect(droppedAt(captain, onBeat(112))).toEqual({ actNumber: 1, sequenceId: 5, orderIndex: 1 });
  });

  test('returns no position for a deleted target', () => {
    expect(droppedAt(captain, onSequence(1, 77))).toBeNull();
    expect(droppedAt(captain, onAct(9))).toBeNull();
    expect(droppedAt(captain, onBeat(999))).toBeNull();
  });

  test('changes nothing for a beat dropped on itself, or on its own container as the last one', () => {
    const own = droppedAt(captain, onBeat(captain));
    expect(own && isUnchangedPosition(plan, captain, own)).toBe(true);
    const last = droppedAt(102, onAct(1));
    expect(last && isUnchangedPosition(plan, 102, last)).toBe(true);
  });
});

test('beatContainersOf returns containers in reading order: sequences before loose beats', () => {
  expect(beatContainersOf(plan).map((home) => homeName(plan, home))).toEqual([
    'Boarding, act 1',
    'loose beats of act 1',
    'Door to door, act 2',
    'loose beats of act 2',
  ]);
});

describe('an arrow key', () => {
  const by = (...arrows: string[]): [string, number] => {
    const containers = beatContainersOf(plan);
    const start: ItemPosition = {
      containerKey: containerKeyOf({ actNumber: 1, sequenceId: null }),
      index: 0,
    };
    const layout = { columnCount: 1, isRightToLeft: false };
    const end = arrows.reduce(
      (position, key) => positionAfterKey(containers, captain, position, { key, ...layout }) ?? position,
      start,
    );
    const landing = beatPositionOf(plan, end);
    return [landing ? homeName(plan, landing) : '', end.index + 1];
  };

  test('up or down moves by position, and on to the next container', () => {
    expect(by('ArrowDown')).toEqual(['loose beats of act 1', 2]);
    expect(by('ArrowDown', 'ArrowDown')).toEqual(['Door to door, act 2', 1]);
    expect(by('ArrowUp')).toEqual(['Boarding, act 1', 3]);
  });

  test('left or right moves to the loose beats of the adjacent act', () => {
    expect(by('ArrowRight')).toEqual(['loose beats of act 2', 1]);
    expect(by('ArrowRight', 'ArrowLeft')).toEqual(['loose beats of act 1', 1]);
  });

  test('stays at the ends of the board', () => {
    expect(by('ArrowLeft')).toEqual(['loose beats of act 1', 1]);
    expect(by('ArrowRight', 'ArrowRight', 'ArrowDown')).toEqual(['loose beats of act 2', 2]);
    expect(by('ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp')).toEqual(['Boarding, act 1', 1]);
  });
});
