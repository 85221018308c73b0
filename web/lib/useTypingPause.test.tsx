import { act, fireEvent, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useTypingPause } from './useTypingPause.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('useTypingPause waits for a rest without keys, and then stays true', () => {
  const { result } = renderHook(() => useTypingPause(1000));
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  pass(999);
  fireEvent.keyDown(document.body, { key: 'a' });
  pass(999);
  expect(result.current).toBe(false);
  pass(1);
  expect(result.current).toBe(true);
  fireEvent.keyDown(document.body, { key: 'b' });
  expect(result.current).toBe(true);
});
