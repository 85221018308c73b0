import { afterEach, expect, test, vi } from 'vitest';
import { claimPlayback, stopCurrentPlayback } from './exclusivePlayback.ts';

afterEach(stopCurrentPlayback);

// PLAY-011
test('what begins to be heard ends what was', () => {
  const first = vi.fn();
  const second = vi.fn();
  claimPlayback(first);
  claimPlayback(second);
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 0]);
});

test('what is over is not ended by the next, and ends nobody', () => {
  const first = vi.fn();
  const second = vi.fn();
  const isOver = claimPlayback(first);
  isOver();
  const later = claimPlayback(second);
  isOver();
  stopCurrentPlayback();
  later();
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1]);
});

test('everything can be ended', () => {
  const stop = vi.fn();
  claimPlayback(stop);
  stopCurrentPlayback();
  stopCurrentPlayback();
  expect(stop).toHaveBeenCalledTimes(1);
});
