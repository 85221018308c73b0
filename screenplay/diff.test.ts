import { describe, expect, test } from 'vitest';
import { seeded } from '#test/random.ts';
import { type DiffRun, wordDifferences } from './diff.ts';

/** Format removed text as [-removed-] and added text as {+added+}. */
function formatRuns(runs: readonly DiffRun[]): string {
  const marks = { same: ['', ''], removed: ['[-', '-]'], added: ['{+', '+}'] } as const;
  return runs.map(({ text, type }) => marks[type][0] + text + marks[type][1]).join('');
}

const side = (runs: readonly DiffRun[], gone: DiffRun['type']) =>
  runs
    .filter(({ type }) => type !== gone)
    .map(({ text }) => text)
    .join('');

describe('wordDifferences', () => {
  test.each([
    ['Hold on.', 'Hold on.', 'Hold on.'],
    ['', '', ''],
    ['', 'Hold on.', '{+Hold on.+}'],
    ['Hold on.', '', '[-Hold on.-]'],
    ['Hold on, Tobias.', 'Wait on, Tobias.', '[-Hold-]{+Wait+} on, Tobias.'],
    ['Hold on', 'Now hold on', '[-Hold-]{+Now hold+} on'],
    ['hold on', 'Now hold on', '{+Now +}hold on'],
    ['Now hold on', 'hold on', '[-Now -]hold on'],
    ['Rain on water.', 'Rain on black water.', 'Rain on{+ black+} water.'],
    ["You don't count.", "You can't count.", "You[- don't-]{+ can't+} count."],
    ['one\ntwo', 'one\nthree', 'one[-\ntwo-]{+\nthree+}'],
    ['字 一 二', '字 一 三', '字 一[- 二-]{+ 三+}'],
    ['constructor a', 'constructor b', 'constructor[- a-]{+ b+}'],
    ['🚢 sails', '🚢 sinks', '🚢[- sails-]{+ sinks+}'],
  ])('%j to %j', (before, after, expected) => {
    expect(formatRuns(wordDifferences(before, after))).toBe(expected);
  });

  test('merges changes that are only separated by white space and punctuation', () => {
    expect(formatRuns(wordDifferences('Rain, wind, night. He waits.', 'Snow, ice, dawn. He waits.'))).toBe(
      '[-Rain, wind, night-]{+Snow, ice, dawn+}. He waits.',
    );
  });

  test('separates changes with an unchanged word in between', () => {
    expect(formatRuns(wordDifferences('Rain falls now.', 'Snow falls here.'))).toBe(
      '[-Rain-]{+Snow+} falls[- now-]{+ here+}.',
    );
  });

  test('returns one change between the common start and end for texts that are too long', () => {
    const long = 'a '.repeat(4000);
    const runs = wordDifferences(`Start. ${long}one end.`, `Start. x ${long}y end.`);
    expect(runs.map(({ type }) => type)).toEqual(['same', 'removed', 'added', 'same']);
    expect(runs[0]?.text).toBe('Start.');
    expect(runs.at(-1)?.text).toBe(' end.');
  });
});

test.each([1, 2, 3])('returns runs that make up both texts (seed %i)', (seed) => {
  const random = seeded(seed);
  const text = () =>
    Array.from({ length: random.below(12) }, () =>
      random.pick(['rain', 'Rain', ' ', '  ', '\n', ',', '.', 'the', '**', 'é', '🚢', ' wind', ' night']),
    ).join('');
  for (let i = 0; i < 2000; i++) {
    const [before, after] = [text(), text()];
    const runs = wordDifferences(before, after);
    expect(side(runs, 'added')).toBe(before);
    expect(side(runs, 'removed')).toBe(after);
    expect(runs.every((run) => run.text !== '')).toBe(true);
    for (const [k, run] of runs.entries()) expect(run.type).not.toBe(runs[k + 1]?.type);
  }
});
