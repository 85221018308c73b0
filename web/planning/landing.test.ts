import { describe, expect, test } from 'vitest';
import { storyRows } from '#test/storyRows.ts';
import { homeName, landingText, storyPlan } from './board.ts';
import {
  type Arrow,
  type BeatPosition,
  beatContainersOf,
  dropPositionOf,
  isUnchangedPosition,
  positionAfterArrow,
} from './landing.ts';
import { targetNamed } from './targetAt.ts';

function thePlan() {
  const { acts, sequences, beats } = storyRows();
  return storyPlan(acts, sequences, beats);
}

const plan = thePlan();
const captain = 101;

describe('where a drop puts a beat', () => {
  test('on another act: at the end of its loose beats', () => {
    expect(dropPositionOf(plan, captain, { act: 2 })).toEqual({
      actNumber: 2,
      sequenceId: null,
      orderIndex: 1,
    });
  });

  test('on its own act: at the end, which is counted without it', () => {
    expect(dropPositionOf(plan, captain, { act: 1 })).toEqual({
      actNumber: 1,
      sequenceId: null,
      orderIndex: 1,
    });
  });

  test('on a sequence: at its end, in the act of the sequence', () => {
    expect(dropPositionOf(plan, captain, { sequenceId: 6 })).toEqual({
      actNumber: 2,
      sequenceId: 6,
      orderIndex: 1,
    });
  });

  test('on another beat: at its act, sequence and position', () => {
    expect(dropPositionOf(plan, captain, { beatId: 112 })).toEqual({
      actNumber: 1,
      sequenceId: 5,
      orderIndex: 1,
    });
  });

  test('on what is not there: nowhere', () => {
    expect(dropPositionOf(plan, captain, { sequenceId: 77 })).toBeNull();
    expect(dropPositionOf(plan, captain, { act: 9 })).toBeNull();
    expect(dropPositionOf(plan, captain, { beatId: 999 })).toBeNull();
  });

  test('on itself, or as the last on its own home: nothing changes', () => {
    const own = dropPositionOf(plan, captain, { beatId: captain });
    expect(own && isUnchangedPosition(plan, captain, own)).toBe(true);
    const last = dropPositionOf(plan, 102, { act: 1 });
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

describe('arrow keys', () => {
  const by = (...arrows: Arrow[]): string => {
    const start: BeatPosition = { actNumber: 1, sequenceId: null, orderIndex: 0 };
    const end = arrows.reduce((landing, arrow) => positionAfterArrow(plan, captain, landing, arrow), start);
    return landingText(plan, captain, end);
  };

  test('up and down go from place to place and from home to home', () => {
    expect(by('ArrowDown')).toBe('loose beats of act 1, place 2 of 2');
    expect(by('ArrowDown', 'ArrowDown')).toBe('Door to door, act 2, place 1 of 2');
    expect(by('ArrowUp')).toBe('Boarding, act 1, place 3 of 3');
  });

  test('left and right go to the loose beats of the act beside it', () => {
    expect(by('ArrowRight')).toBe('loose beats of act 2, place 1 of 2');
    expect(by('ArrowRight', 'ArrowLeft')).toBe('loose beats of act 1, place 1 of 2');
  });

  test('stay at the ends of the board', () => {
    expect(by('ArrowLeft')).toBe('loose beats of act 1, place 1 of 2');
    expect(by('ArrowRight', 'ArrowRight', 'ArrowDown')).toBe('loose beats of act 2, place 2 of 2');
    expect(by('ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp')).toBe('Boarding, act 1, place 1 of 3');
  });
});

test('finds the drop target from the attributes of a card', () => {
  expect(targetNamed('act 2')).toEqual({ act: 2 });
  expect(targetNamed('sequence 5')).toEqual({ sequenceId: 5 });
  expect(targetNamed('beat 7')).toEqual({ beatId: 7 });
  expect(targetNamed('slot')).toBe('slot');
  expect(targetNamed('')).toBeNull();
});
