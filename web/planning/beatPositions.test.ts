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

/** Where a beat goes when a pointer drops it there. */
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
  test('on another act puts it at the end of the loose beats', () => {
    expect(droppedAt(captain, onAct(2))).toEqual({ actNumber: 2, sequenceId: null, orderIndex: 1 });
  });

  test('on its own act puts it at the end, which is counted without it', () => {
    expect(droppedAt(captain, onAct(1))).toEqual({ actNumber: 1, sequenceId: null, orderIndex: 1 });
  });

  test('on a sequence puts it at the end, in the act of the sequence', () => {
    expect(droppedAt(captain, onSequence(2, 6))).toEqual({ actNumber: 2, sequenceId: 6, orderIndex: 1 });
  });

  test('on another beat puts it in the act, sequence and position of that beat', () => {
    expect(droppedAt(captain, onBeat(112))).toEqual({ actNumber: 1, sequenceId: 5, orderIndex: 1 });
  });

  test('on a deleted target puts it nowhere', () => {
    expect(droppedAt(captain, onSequence(1, 77))).toBeNull();
    expect(droppedAt(captain, onAct(9))).toBeNull();
    expect(droppedAt(captain, onBeat(999))).toBeNull();
  });

  test('on itself, or on its own home where it is the last, changes nothing', () => {
    const own = droppedAt(captain, onBeat(captain));
    expect(own && isUnchangedPosition(plan, captain, own)).toBe(true);
    const last = droppedAt(102, onAct(1));
    expect(last && isUnchangedPosition(plan, 102, last)).toBe(true);
  });
});

test('homes are in reading order: sequences before loose beats', () => {
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

  test('up or down goes from place to place and from home to home', () => {
    expect(by('ArrowDown')).toEqual(['loose beats of act 1', 2]);
    expect(by('ArrowDown', 'ArrowDown')).toEqual(['Door to door, act 2', 1]);
    expect(by('ArrowUp')).toEqual(['Boarding, act 1', 3]);
  });

  test('to the left or right goes to the loose beats of the act beside it', () => {
    expect(by('ArrowRight')).toEqual(['loose beats of act 2', 1]);
    expect(by('ArrowRight', 'ArrowLeft')).toEqual(['loose beats of act 1', 1]);
  });

  test('stays at the ends of the board', () => {
    expect(by('ArrowLeft')).toEqual(['loose beats of act 1', 1]);
    expect(by('ArrowRight', 'ArrowRight', 'ArrowDown')).toEqual(['loose beats of act 2', 2]);
    expect(by('ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp')).toEqual(['Boarding, act 1', 1]);
  });
});
