import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LocalPlace } from './localPlace.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
});

const here = { id: -5, offset: 4 };
const sent = { elementId: 3, offset: 7 };
const minutes = (count: number) => vi.setSystemTime(Date.now() + count * 60_000);

describe('LocalPlace', () => {
  function leave() {
    const local = new LocalPlace('olive', 1);
    local.noteOfServer(sent);
    local.store(here, sent);
    return local;
  }

  test('is newer than no place and than one that was sent from here', () => {
    const local = leave();
    minutes(5);
    expect(local.newerThan(null)?.place).toEqual(here);
    expect(local.newerThan(sent)?.place).toEqual(here);
  });

  test('is older than a place that another browser has sent since', () => {
    const local = leave();
    minutes(5);
    expect(local.newerThan({ elementId: 9, offset: 0 })).toBeNull();
  });

  test('is newer than any place right after it was stored', () => {
    expect(leave().newerThan({ elementId: 9, offset: 0 })?.place).toEqual(here);
  });

  test('is that of the tab right after it was stored, and of the last tab later', () => {
    const other = { id: 8, offset: 1 };
    const local = leave();
    const entry = 'cold-open:place:olive:1';
    localStorage.setItem(
      entry,
      (localStorage.getItem(entry) ?? '').replace(JSON.stringify(here), JSON.stringify(other)),
    );
    expect(local.newerThan(sent)?.place).toEqual(here);
    minutes(5);
    expect(local.newerThan(sent)?.place).toEqual(other);
  });

  test('keeps users and projects apart', () => {
    leave();
    expect(new LocalPlace('eddie', 1).newerThan(null)?.place).toBeNull();
    expect(new LocalPlace('olive', 2).newerThan(null)?.place).toBeNull();
  });
});
