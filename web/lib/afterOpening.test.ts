import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { afterOpening } from './afterOpening.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const goOffline = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);

describe('afterOpening', () => {
  test('works once after the delay', () => {
    const work = vi.fn();
    afterOpening(1000, work, ['keydown']);
    vi.advanceTimersByTime(999);
    expect(work).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    window.dispatchEvent(new Event('keydown'));
    expect(work).toHaveBeenCalledTimes(1);
  });

  test('works once with the first event', () => {
    const work = vi.fn();
    afterOpening(1000, work, ['keydown']);
    window.dispatchEvent(new Event('keydown'));
    vi.advanceTimersByTime(1000);
    expect(work).toHaveBeenCalledTimes(1);
  });

  test('waits for a connection', () => {
    const offline = goOffline();
    const work = vi.fn();
    afterOpening(1000, work, ['keydown']);
    vi.advanceTimersByTime(1000);
    window.dispatchEvent(new Event('keydown'));
    expect(work).not.toHaveBeenCalled();
    offline.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
    expect(work).toHaveBeenCalledTimes(1);
  });

  test('does nothing once it is cancelled', () => {
    const work = vi.fn();
    afterOpening(1000, work, ['keydown'])();
    vi.advanceTimersByTime(1000);
    window.dispatchEvent(new Event('keydown'));
    expect(work).not.toHaveBeenCalled();
  });
});
