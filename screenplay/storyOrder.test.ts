import { describe, expect, it } from 'vitest';
import { inStoryOrder, positionByRank } from './storyOrder.ts';

const acts = [
  { id: 1, number: 1, orderIndex: 1 },
  { id: 2, number: 2, orderIndex: 0 },
];
const sequences = [
  { id: 7, actNumber: 1, orderIndex: 1 },
  { id: 8, actNumber: 1, orderIndex: 0 },
  { id: 9, actNumber: 2, orderIndex: 0 },
];
const beat = (id: number, actNumber: number, sequenceId: number | null, orderIndex: number) => ({
  ...{ id, actNumber, sequenceId, orderIndex },
});
const ordered = (beats: ReturnType<typeof beat>[]) =>
  inStoryOrder({ acts, sequences, beats }).map(({ id }) => id);

describe('inStoryOrder', () => {
  it('sorts by act order, whatever the act numbers', () => {
    expect(ordered([beat(10, 1, null, 0), beat(11, 2, null, 0)])).toEqual([11, 10]);
  });

  it('sorts by sequence within an act, loose beats last', () => {
    expect(
      ordered([
        beat(20, 1, 7, 0),
        beat(21, 1, 8, 1),
        beat(22, 1, 8, 0),
        beat(23, 1, null, 1),
        beat(24, 1, null, 0),
        beat(25, 2, 9, 0),
      ]),
    ).toEqual([25, 22, 21, 20, 24, 23]);
  });

  it('breaks ties by id', () => {
    expect(ordered([beat(31, 1, null, 0), beat(30, 1, null, 0)])).toEqual([30, 31]);
  });

  it('treats a beat of an unknown sequence as loose, and puts beats of unknown acts last', () => {
    expect(ordered([beat(40, 3, null, 0), beat(41, 1, 99, 0), beat(42, 1, 8, 0)])).toEqual([42, 41, 40]);
  });

  it('does not change its input', () => {
    const beats = [beat(51, 1, null, 1), beat(50, 1, null, 0)];
    ordered(beats);
    expect(beats.map(({ id }) => id)).toEqual([51, 50]);
  });
});

describe('positionByRank', () => {
  it.each([
    [0, 1, 0],
    [0, 2, 0],
    [1, 2, 1],
    [1, 5, 0.25],
    [4, 5, 1],
    [0, 0, 0],
  ])('returns for rank %i of %i: %f', (rank, count, position) => {
    expect(positionByRank(rank, count)).toBe(position);
  });
});
