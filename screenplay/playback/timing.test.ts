import { expect, test } from 'vitest';
import { nextStartSeconds } from './timing.ts';

test.each([
  ['a pause of 300 ms after its end', 5, 0, 5.3], // PLAY-004
  ['so long before its end as the overlap', 5, 2, 3], // PLAY-006
  ['100 ms after its start when the overlap is longer than it', 2, 5, 0.1], // PLAY-007
  ['100 ms after its start when the overlap is as long', 2, 2, 0.1],
  ['after the pause when the overlap is under 100 ms', 5, 0.05, 5.3], // PLAY-007
  ['before its end when the overlap is just 100 ms', 5, 0.1, 4.9],
  ['as if it were 3 s long when nobody knows', Number.NaN, 0, 3.3], // PLAY-008
  ['as if it were 3 s long when it has no end', Number.POSITIVE_INFINITY, 1, 2],
  ['as if it were 3 s long when it says nothing', 0, 1, 2],
])('the next element starts %s', (_what, durationSeconds, overlapSeconds, startSeconds) => {
  expect(nextStartSeconds(durationSeconds, overlapSeconds)).toBeCloseTo(startSeconds, 9);
});
