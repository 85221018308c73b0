import { afterEach, beforeEach, expect, test } from 'vitest';
import { claimPlayback, stopCurrentPlayback } from '#web/audio/exclusivePlayback.ts';
import { createPlayer, type PlayedLine, type Player } from './player.ts';
import { FakeClock, FakeSound } from './testing.ts';

/** A line with its sound of this length; null: it has no sound. */
interface SoundInput {
  seconds: number | null;
  overlap?: number;
  reportedSeconds?: number;
  /** The sound fails after this time. */
  breaksAfter?: number;
}

interface Line extends PlayedLine, SoundInput {
  name: string;
}

let clock: FakeClock;
let sounds: FakeSound[];
let failures: string[];
let opened: string[];
let silentLists: number;
let player: Player<Line>;

beforeEach(() => {
  clock = new FakeClock();
  sounds = [];
  failures = [];
  opened = [];
  silentLists = 0;
  player = createPlayer<Line>({
    clock,
    open: async ({ name, seconds, reportedSeconds, breaksAfter }) => {
      opened.push(name);
      if (seconds === null) throw new Error(`${name} has no voice`);
      const sound = new FakeSound(clock, name, seconds, reportedSeconds);
      sounds.push(sound);
      if (breaksAfter !== undefined)
        clock.after(breaksAfter * 1000, () => sound.onFailure?.(new Error(`${name} broke off`)));
      return sound;
    },
    onFailure: (error) => {
      failures.push((error as Error).message);
      return true;
    },
    onNothingPlayed: () => silentLists++,
  });
});
afterEach(stopCurrentPlayback);

const lines = (...given: SoundInput[]): Line[] =>
  given.map((line, index) => ({
    ...line,
    name: 'abcdef'[index] ?? '',
    elementId: index + 1,
    overlapSeconds: line.overlap ?? 0,
  }));

/** Return name, start and end of each played sound, in seconds. */
const playedSounds = () =>
  sounds
    .filter(({ startedMs }) => startedMs !== null)
    .map(({ name, startedMs, stoppedMs }) => [name, (startedMs ?? 0) / 1000, (stoppedMs ?? 0) / 1000]);

// PLAY-004
test('waits 300 ms between the end of a line and the start of the next', async () => {
  player.play(lines({ seconds: 2 }, { seconds: 1 }, { seconds: 1 }));
  await clock.to(60);
  expect(playedSounds()).toEqual([
    ['a', 0, 2],
    ['b', 2.3, 3.3],
    ['c', 3.6, 4.6],
  ]);
});

// PLAY-006
test('starts the next line before the end of one with an overlap', async () => {
  player.play(lines({ seconds: 5, overlap: 2 }, { seconds: 4 }));
  await clock.to(60);
  expect(playedSounds()).toEqual([
    ['a', 0, 5],
    ['b', 3, 7],
  ]);
});

// PLAY-007
test('limits an overlap to 100 ms after the start, and ignores one under 100 ms', async () => {
  player.play(lines({ seconds: 2, overlap: 5 }, { seconds: 1, overlap: 0.05 }, { seconds: 1 }));
  await clock.to(60);
  expect(playedSounds()).toEqual([
    ['a', 0, 2],
    ['b', 0.1, 1.1],
    ['c', 1.4, 2.4],
  ]);
});

// PLAY-008
test('assumes 3 s for a sound without a known duration', async () => {
  player.play(lines({ seconds: 8, reportedSeconds: Number.NaN, overlap: 1 }, { seconds: 1 }));
  await clock.to(60);
  expect(playedSounds()).toEqual([
    ['a', 0, 8],
    ['b', 2, 3],
  ]);
});

test('waits for the end of a sound without an overlap, whatever its duration says', async () => {
  player.play(lines({ seconds: 8, reportedSeconds: Number.NaN }, { seconds: 1 }));
  await clock.to(60);
  expect(playedSounds()[1]).toEqual(['b', 8.3, 9.3]);
});

test('starts the next line at once if a sound ends before its overlap starts', async () => {
  player.play(lines({ seconds: 1, reportedSeconds: 9, overlap: 2 }, { seconds: 1 }));
  await clock.to(60);
  expect(playedSounds()[1]).toEqual(['b', 1, 2]);
});

// PLAY-005
test('continues after the pause when a line has no sound or its sound fails', async () => {
  player.play(lines({ seconds: null }, { seconds: 5, breaksAfter: 1 }, { seconds: 1 }));
  await clock.to(60);
  expect(playedSounds()).toEqual([
    ['b', 0.3, 1],
    ['c', 1.3, 2.3],
  ]);
  expect(failures).toEqual(['a has no voice', 'b broke off']);
});

test('reports a list of which every line was skipped, and no other', async () => {
  player.play(lines({ seconds: null }, { seconds: 1 }, { seconds: null }));
  await clock.to(60);
  expect(silentLists).toBe(0);
  player.play(lines({ seconds: null }, { seconds: null }));
  await clock.to(120);
  expect(silentLists).toBe(1);
});

// PLAY-003
test('is idle before playing, after the last line, when stopped, and with an empty list', async () => {
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

test('is not idle while an earlier, longer sound still plays', async () => {
  player.play(lines({ seconds: 10, overlap: 5 }, { seconds: 1 }));
  await clock.to(8);
  expect(player.now.get()).not.toBeNull();
  await clock.to(10);
  expect(player.now.get()).toBeNull();
});

test('stops all overlapping sounds and starts no other', async () => {
  player.play(lines({ seconds: 5, overlap: 2 }, { seconds: 5 }, { seconds: 5 }));
  await clock.to(4);
  player.stop();
  await clock.to(60);
  expect(playedSounds()).toEqual([
    ['a', 0, 4],
    ['b', 3, 4],
  ]);
});

test('prepares two lines ahead, each once', async () => {
  player.play(lines({ seconds: 1 }, { seconds: 1 }, { seconds: 1 }, { seconds: 1 }));
  await clock.to(0.5);
  expect(opened).toEqual(['a', 'b', 'c']);
  await clock.to(60);
  expect(opened).toEqual(['a', 'b', 'c', 'd']);
});

test('scales sounds, overlaps and pauses with the speed', async () => {
  player.setRate(2);
  player.play(lines({ seconds: 4, overlap: 2 }, { seconds: 2 }, { seconds: 1 }));
  await clock.to(60);
  expect(playedSounds()).toEqual([
    ['a', 0, 2],
    ['b', 1, 2],
    ['c', 2.15, 2.65],
  ]);
});

test('starts at a given index and repeats a looped list', async () => {
  player.play(lines({ seconds: 1 }, { seconds: 1 }), { from: 1, isLooped: true });
  await clock.to(4.9);
  expect(playedSounds().map(([name, at]) => [name, at])).toEqual([
    ['b', 0],
    ['a', 1.3],
    ['b', 2.6],
    ['a', 3.9],
  ]);
  player.stop();
});

test('ends a loop that contains no sound', async () => {
  player.play(lines({ seconds: null }, { seconds: null }), { isLooped: true });
  await clock.to(60);
  expect(failures).toHaveLength(2);
  expect(player.now.get()).toBeNull();
});

test('stops if onFailure returns false', async () => {
  const strict = createPlayer<Line>({
    clock,
    open: () => Promise.reject(new Error('No credits')),
    onFailure: () => false,
    onNothingPlayed: () => undefined,
  });
  strict.play(lines({ seconds: 1 }, { seconds: 1 }));
  await clock.to(60);
  expect(strict.now.get()).toBeNull();
});

// PLAY-011
test('stops when another playback claims the output', async () => {
  player.play(lines({ seconds: 5 }));
  await clock.to(1);
  claimPlayback(() => undefined);
  await clock.to(60);
  expect(playedSounds()).toEqual([['a', 0, 1]]);
  expect(player.now.get()).toBeNull();
});
