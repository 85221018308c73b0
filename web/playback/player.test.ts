import { afterEach, beforeEach, expect, test } from 'vitest';
import { claimPlayback, stopCurrentPlayback } from '#web/audio/exclusivePlayback.ts';
import { createPlayer, type PlayedLine, type Player } from './player.ts';
import { FakeClock, FakeSound } from './testing.ts';

/** A line with its sound: so long, or none. */
interface Given {
  seconds: number | null;
  overlap?: number;
  told?: number;
  /** Breaks off in the middle. */
  breaksAfter?: number;
}

interface Line extends PlayedLine, Given {
  name: string;
}

let clock: FakeClock;
let sounds: FakeSound[];
let failures: string[];
let opened: string[];
let player: Player<Line>;

beforeEach(() => {
  clock = new FakeClock();
  sounds = [];
  failures = [];
  opened = [];
  player = createPlayer<Line>({
    clock,
    open: async ({ name, seconds, told, breaksAfter }) => {
      opened.push(name);
      if (seconds === null) throw new Error(`${name} has no voice`);
      const sound = new FakeSound(clock, name, seconds, told);
      sounds.push(sound);
      if (breaksAfter !== undefined)
        clock.after(breaksAfter * 1000, () => sound.onFailure?.(new Error(`${name} broke off`)));
      return sound;
    },
    onFailure: (error) => {
      failures.push((error as Error).message);
      return true;
    },
  });
});
afterEach(stopCurrentPlayback);

const lines = (...given: Given[]): Line[] =>
  given.map((line, index) => ({
    ...line,
    name: 'abcdef'[index] ?? '',
    elementId: index + 1,
    overlapSeconds: line.overlap ?? 0,
  }));

/** When each began and ended, in seconds. */
const heard = () =>
  sounds
    .filter(({ startedMs }) => startedMs !== null)
    .map(({ name, startedMs, stoppedMs }) => [name, (startedMs ?? 0) / 1000, (stoppedMs ?? 0) / 1000]);

// PLAY-004
test('300 ms pass between the end of a line and the beginning of the next', async () => {
  player.play(lines({ seconds: 2 }, { seconds: 1 }, { seconds: 1 }));
  await clock.to(60);
  expect(heard()).toEqual([
    ['a', 0, 2],
    ['b', 2.3, 3.3],
    ['c', 3.6, 4.6],
  ]);
});

// PLAY-006
test('a line with an overlap is still heard when the next begins', async () => {
  player.play(lines({ seconds: 5, overlap: 2 }, { seconds: 4 }));
  await clock.to(60);
  expect(heard()).toEqual([
    ['a', 0, 5],
    ['b', 3, 7],
  ]);
});

// PLAY-007
test('an overlap longer than the sound leaves it alone for 100 ms; one under 100 ms is none', async () => {
  player.play(lines({ seconds: 2, overlap: 5 }, { seconds: 1, overlap: 0.05 }, { seconds: 1 }));
  await clock.to(60);
  expect(heard()).toEqual([
    ['a', 0, 2],
    ['b', 0.1, 1.1],
    ['c', 1.4, 2.4],
  ]);
});

// PLAY-008
test('a sound that does not tell its length is taken for one of 3 s', async () => {
  player.play(lines({ seconds: 8, told: Number.NaN, overlap: 1 }, { seconds: 1 }));
  await clock.to(60);
  expect(heard()).toEqual([
    ['a', 0, 8],
    ['b', 2, 3],
  ]);
});

test('without an overlap its end is what counts', async () => {
  player.play(lines({ seconds: 8, told: Number.NaN }, { seconds: 1 }));
  await clock.to(60);
  expect(heard()[1]).toEqual(['b', 8.3, 9.3]);
});

test('one that ends before it should have been overlapped is followed at once', async () => {
  player.play(lines({ seconds: 1, told: 9, overlap: 2 }, { seconds: 1 }));
  await clock.to(60);
  expect(heard()[1]).toEqual(['b', 1, 2]);
});

// PLAY-005
test('a line that has no sound, and one that breaks off, are followed by the next after the pause', async () => {
  player.play(lines({ seconds: null }, { seconds: 5, breaksAfter: 1 }, { seconds: 1 }));
  await clock.to(60);
  expect(heard()).toEqual([
    ['b', 0.3, 1],
    ['c', 1.3, 2.3],
  ]);
  expect(failures).toEqual(['a has no voice', 'b broke off']);
});

// PLAY-003
test('it is idle before, after the last line, when it is stopped, and with nothing to play', async () => {
  expect(player.now.get()).toBeNull();
  player.play(lines({ seconds: 1 }, { seconds: 1 }));
  expect(player.now.get()).toMatchObject({ index: 0, line: { name: 'a' } });
  await clock.to(1.5);
  expect(player.now.get()).toMatchObject({ index: 1, line: { name: 'b' } });
  await clock.to(60);
  expect(player.now.get()).toBeNull();
  player.play(lines({ seconds: 1 }));
  player.stop();
  expect(player.now.get()).toBeNull();
  player.play([]);
  expect(player.now.get()).toBeNull();
});

test('it is not over while an earlier, longer one still sounds', async () => {
  player.play(lines({ seconds: 10, overlap: 5 }, { seconds: 1 }));
  await clock.to(8);
  expect(player.now.get()).not.toBeNull();
  await clock.to(10);
  expect(player.now.get()).toBeNull();
});

test('Stop ends both that overlap, and nothing begins afterwards', async () => {
  player.play(lines({ seconds: 5, overlap: 2 }, { seconds: 5 }, { seconds: 5 }));
  await clock.to(4);
  player.stop();
  await clock.to(60);
  expect(heard()).toEqual([
    ['a', 0, 4],
    ['b', 3, 4],
  ]);
});

test('what comes next is made while this is heard, two ahead, once', async () => {
  player.play(lines({ seconds: 1 }, { seconds: 1 }, { seconds: 1 }, { seconds: 1 }));
  await clock.to(0.5);
  expect(opened).toEqual(['a', 'b', 'c']);
  await clock.to(60);
  expect(opened).toEqual(['a', 'b', 'c', 'd']);
});

test('at another speed sounds, overlaps and pauses keep their proportions', async () => {
  player.setRate(2);
  player.play(lines({ seconds: 4, overlap: 2 }, { seconds: 2 }, { seconds: 1 }));
  await clock.to(60);
  expect(heard()).toEqual([
    ['a', 0, 2],
    ['b', 1, 2],
    ['c', 2.15, 2.65],
  ]);
});

test('it begins where it is told to, and a looped list begins anew', async () => {
  player.play(lines({ seconds: 1 }, { seconds: 1 }), { from: 1, isLooped: true });
  await clock.to(4.9);
  expect(heard().map(([name, at]) => [name, at])).toEqual([
    ['b', 0],
    ['a', 1.3],
    ['b', 2.6],
    ['a', 3.9],
  ]);
  player.stop();
});

test('a loop of which nothing can be heard ends', async () => {
  player.play(lines({ seconds: null }, { seconds: null }), { isLooped: true });
  await clock.to(60);
  expect(failures).toHaveLength(2);
  expect(player.now.get()).toBeNull();
});

test('whoever says that no line will do stops it', async () => {
  const strict = createPlayer<Line>({
    clock,
    open: () => Promise.reject(new Error('No credits')),
    onFailure: () => false,
  });
  strict.play(lines({ seconds: 1 }, { seconds: 1 }));
  await clock.to(60);
  expect(strict.now.get()).toBeNull();
});

// PLAY-011
test('something else that is heard stops it', async () => {
  player.play(lines({ seconds: 5 }));
  await clock.to(1);
  claimPlayback(() => undefined);
  await clock.to(60);
  expect(heard()).toEqual([['a', 0, 1]]);
  expect(player.now.get()).toBeNull();
});
