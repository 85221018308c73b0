import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { freshBrowser } from '#web/lib/testing.ts';
import { useTyping } from './useTyping.ts';

freshBrowser();

const lengths = [3, 2];
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const begin = () => {
  vi.useFakeTimers();
  return renderHook(() => useTyping(lengths)).result;
};

test('letters come one by one until all are there, and then nothing runs', () => {
  const typing = begin();
  const counts = [typing.current.count];
  while (!typing.current.isDone) {
    act(() => vi.advanceTimersToNextTimer());
    counts.push(typing.current.count);
  }
  expect(counts).toEqual([0, 1, 2, 3, 4, 5]);
  expect(vi.getTimerCount()).toBe(0);
});

test('the hand rests where a paragraph ends', () => {
  const typing = begin();
  const restsAt: number[] = [];
  while (!typing.current.isDone) {
    const { count } = typing.current;
    pass(100);
    if (typing.current.count === count) restsAt.push(count);
    while (typing.current.count === count) pass(100);
  }
  expect(new Set(restsAt)).toEqual(new Set([0, 3]));
});

test('a pause holds it, and it goes on from there', () => {
  const typing = begin();
  pass(1000);
  const { count } = typing.current;
  act(() => typing.current.toggle());
  pass(60_000);
  expect(typing.current).toMatchObject({ count, isPaused: true, isDone: false });
  act(() => typing.current.toggle());
  pass(1000);
  expect(typing.current.count).toBeGreaterThan(count);
});

test('who asks for less motion has all of it at once, and no timer', () => {
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: media.includes('prefers-reduced-motion: reduce'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  const { current } = renderHook(() => useTyping(lengths)).result;
  expect(current).toMatchObject({ count: 5, isDone: true });
  expect(vi.getTimerCount()).toBe(0);
});
