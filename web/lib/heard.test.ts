import { afterEach, expect, test, vi } from 'vitest';
import { hearAlone, hearNothing } from './heard.ts';

afterEach(hearNothing);

// PLAY-011
test('what begins to be heard ends what was', () => {
  const first = vi.fn();
  const second = vi.fn();
  hearAlone(first);
  hearAlone(second);
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 0]);
});

test('what is over is not ended by the next, and ends nobody', () => {
  const first = vi.fn();
  const second = vi.fn();
  const isOver = hearAlone(first);
  isOver();
  const later = hearAlone(second);
  isOver();
  hearNothing();
  later();
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1]);
});

test('everything can be ended', () => {
  const stop = vi.fn();
  hearAlone(stop);
  hearNothing();
  hearNothing();
  expect(stop).toHaveBeenCalledTimes(1);
});
