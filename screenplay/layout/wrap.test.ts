import { describe, expect, test } from 'vitest';
import { seeded } from '#test/random.ts';
import { randomText } from '#test/randomScript.ts';
import { capacityOf } from './metrics.ts';
import { linesOf } from './wrap.ts';
import { wrapByCells } from './wrapByCells.ts';

function wrapped(text: string, capacity: number, firstCapacity = capacity): string[] {
  return linesOf(text, { capacity, firstCapacity }).map(({ from, to }) => text.slice(from, to));
}

describe('capacityOf', () => {
  test.each([
    ['action', 6, 61],
    ['dialogue', 3.5, 35],
    ['parenthetical', 2.5, 25],
    ['first line of a parenthetical', 2.6, 26],
    ['cue', 3.75, 38],
    ['transition', 1.6, 16],
    ['half of a dual dialogue', 2.875, 29],
  ])('returns the capacity of %s, %f inches wide: %i', (_, inches, capacity) => {
    expect(capacityOf(inches)).toBe(capacity);
  });
});

describe('linesOf', () => {
  test('breaks at the last space that fits', () => {
    expect(wrapped('the ferry turns north', 9)).toEqual(['the ferry', 'turns', 'north']);
  });

  test('counts spaces as typed inside a line and drops them at its end', () => {
    expect(wrapped('One.  Two', 9)).toEqual(['One.  Two']);
    expect(wrapped('One.  Two', 8)).toEqual(['One.', 'Two']);
    expect(wrapped('abc   ', 3)).toEqual(['abc']);
    expect(wrapped('abc    def', 3)).toEqual(['abc', 'def']);
  });

  test('keeps leading spaces', () => {
    expect(wrapped('  abc def', 5)).toEqual(['  abc', 'def']);
  });

  test('breaks after a hyphen inside a word', () => {
    expect(wrapped('Fill-in-the-blank', 8)).toEqual(['Fill-in-', 'the-', 'blank']);
    expect(wrapped('my father--he left', 12)).toEqual(['my father--', 'he left']);
  });

  test('breaks after any hyphen of several at the edge', () => {
    expect(wrapped('abcd--ef', 5)).toEqual(['abcd--', 'ef']);
    expect(wrapped('ab abcd--ef', 7)).toEqual(['ab abcd-', '-ef']);
    expect(wrapped('ab abcd--ef', 6)).toEqual(['ab', 'abcd--', 'ef']);
  });

  test('lets a hyphen exceed the width by one character', () => {
    expect(wrapped('well-lit', 4)).toEqual(['well-', 'lit']);
    expect(wrapped('well- lit', 4)).toEqual(['well-', 'lit']);
    expect(wrapped('well-', 4)).toEqual(['well-']);
    expect(wrapped('wells lit', 4)).toEqual(['well', 's', 'lit']);
  });

  test('breaks at every line feed', () => {
    expect(wrapped('a\n\nb\n', 9)).toEqual(['a', '', 'b', '']);
    expect(wrapped('one two \nthree', 7)).toEqual(['one two', 'three']);
  });

  test('breaks inside a word that is longer than a line', () => {
    expect(wrapped('abcdefgh', 3)).toEqual(['abc', 'def', 'gh']);
    expect(wrapped('a bcdefgh', 3)).toEqual(['a', 'bcd', 'efg', 'h']);
  });

  test('breaks one character later on the first line when a bracket hangs', () => {
    expect(wrapped('(abc def)', 7, 8)).toEqual(['(abc', 'def)']);
    expect(wrapped('(ab cde) fg', 7, 8)).toEqual(['(ab cde)', 'fg']);
  });

  test('returns one line for an empty text', () => {
    expect(wrapped('', 10)).toEqual(['']);
    expect(wrapped('   ', 10)).toEqual(['']);
  });
});

describe('linesOf with characters of no or two cells', () => {
  test('breaks Chinese between any two characters, two cells each', () => {
    expect(wrapped('夜間渡輪駛向北方', 6)).toEqual(['夜間渡', '輪駛向', '北方']);
  });

  test('keeps a closing sign with the character before it', () => {
    expect(wrapped('夜間渡。輪', 6)).toEqual(['夜間', '渡。輪']);
  });

  test('keeps an opening sign with the character after it', () => {
    expect(wrapped('夜間「渡輪', 6)).toEqual(['夜間', '「渡輪']);
  });

  test('breaks Korean at its spaces', () => {
    expect(wrapped('밤의 연락선', 9)).toEqual(['밤의', '연락선']);
  });

  test('counts no cell for combining marks', () => {
    expect(wrapped('e\u0301e\u0301e\u0301 e\u0301', 5)).toEqual(['e\u0301e\u0301e\u0301 e\u0301']);
    expect(wrapped('e\u0301'.repeat(4), 3)).toEqual(['e\u0301'.repeat(3), 'e\u0301']);
  });

  test('counts a family joined by zero-width joiners as one picture of two cells', () => {
    expect(wrapped('👩‍👩‍👧 ab', 5)).toEqual(['👩‍👩‍👧 ab']);
    expect(wrapped('👩‍👩‍👧👩‍👩‍👧', 3)).toEqual(['👩‍👩‍👧', '👩‍👩‍👧']);
  });
});

/** Apply the same rules word by word, as a slow reference implementation. */
function wrappedSlowly(text: string, capacity: number): string[] {
  return text.split('\n').flatMap((stretch) => {
    const lines: string[] = [];
    let current = '';
    for (const word of stretch.trimEnd().match(/\s*(?:[^\s-]*-|[^\s-]+)/g) ?? []) {
      const longer = current + (current === '' && lines.length > 0 ? word.trimStart() : word);
      const isOver = longer.length - (longer.endsWith('-') ? 1 : 0) > capacity;
      if (isOver && current !== '') lines.push(current);
      current = isOver && current !== '' ? word.trimStart() : longer;
    }
    return [...lines, current];
  });
}

test('gives the same lines by the fast, the cell-based and the slow implementation', () => {
  const random = seeded(7);
  for (let round = 0; round < 400; round++) {
    const text = randomText(random, random.below(200));
    const capacity = 12 + random.below(60);
    const bounds: number[] = [];
    wrapByCells(text, 0, { capacity, firstCapacity: capacity }, Number.POSITIVE_INFINITY, bounds);
    const byCells = Array.from({ length: bounds.length / 2 }, (_, at) =>
      text.slice(bounds[2 * at], bounds[2 * at + 1]),
    );
    expect(wrapped(text, capacity)).toEqual(wrappedSlowly(text, capacity));
    expect(byCells).toEqual(wrapped(text, capacity));
  }
});

test('wraps very long texts as short ones, read in windows or not', () => {
  const random = seeded(11);
  const stretches = Array.from(
    { length: 300 },
    () => randomText(random, 1 + random.below(300)) + ' '.repeat(random.below(90)),
  );
  const text = stretches.join('\n');
  expect(wrapped(text, 35)).toEqual(stretches.flatMap((stretch) => wrappedSlowly(stretch, 35)));
});

test('breaks a word of 200,000 characters at the edge', () => {
  const lines = linesOf('x'.repeat(200_000), { capacity: 61, firstCapacity: 61 });
  expect(lines).toHaveLength(Math.ceil(200_000 / 61));
  expect(lines.every(({ from, to }, index) => from === index * 61 && to <= from + 61)).toBe(true);
});
