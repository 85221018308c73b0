import { afterEach, expect, test, vi } from 'vitest';
import { claimPlayback, stopCurrentPlayback } from './exclusivePlayback.ts';

afterEach(stopCurrentPlayback);

// PLAY-011
test('ends the previous playback when one starts', () => {
  const first = vi.fn();
  const second = vi.fn();
  claimPlayback(first);
  claimPlayback(second);
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 0]);
});

test('leaves a finished playback alone when the next one starts', () => {
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

test('stops the current playback', () => {
  const stop = vi.fn();
  claimPlayback(stop);
  stopCurrentPlayback();
  stopCurrentPlayback();
  expect(stop).toHaveBeenCalledTimes(1);
});
