import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { throttle } from './throttle.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('runs the first call at once, and calls within the interval together', () => {
  let works = 0;
  const { call } = throttle(50, () => works++);
  call();
  expect(works).toBe(1);
  call();
  call();
  vi.advanceTimersByTime(49);
  expect(works).toBe(1);
  vi.advanceTimersByTime(1);
  expect(works).toBe(2);
  vi.advanceTimersByTime(50);
  call();
  expect(works).toBe(3);
});

test('drops pending calls on stop, and starts again with the next call', () => {
  let works = 0;
  const { call, stop } = throttle(50, () => works++);
  call();
  call();
  stop();
  vi.advanceTimersByTime(100);
  expect(works).toBe(1);
  call();
  expect(works).toBe(2);
});
