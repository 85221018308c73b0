import { describe, expect, test } from 'vitest';
import { nextStartSeconds } from './timing.ts';

describe('nextStartSeconds', () => {
  test.each([
    ['the end plus a pause of 300 ms', 5, 0, 5.3], // PLAY-004
    ['the end minus the overlap', 5, 2, 3], // PLAY-006
    ['100 ms if the overlap exceeds the duration', 2, 5, 0.1], // PLAY-007
    ['100 ms if the overlap equals the duration', 2, 2, 0.1],
    ['the end plus the pause if the overlap is under 100 ms', 5, 0.05, 5.3], // PLAY-007
    ['the end minus the overlap if it is exactly 100 ms', 5, 0.1, 4.9],
    ['the start after 3 s for an unknown duration', Number.NaN, 0, 3.3], // PLAY-008
    ['the start after 3 s for an infinite duration', Number.POSITIVE_INFINITY, 1, 2],
    ['the start after 3 s for a duration of 0', 0, 1, 2],
  ])('returns %s', (_what, durationSeconds, overlapSeconds, startSeconds) => {
    expect(nextStartSeconds(durationSeconds, overlapSeconds)).toBeCloseTo(startSeconds, 9);
  });
});
