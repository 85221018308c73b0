import { describe, expect, test } from 'vitest';
import { spokenSeconds, wordAround, wordAtShare } from './words.ts';

const text = 'Hold on. Nobody moves.';
const at = (share: number) => {
  const word = wordAtShare(text, share);
  return word && text.slice(word.start, word.end);
};

describe('wordAtShare', () => {
  test('returns the words in sequence, with a pause at a full stop', () => {
    expect([0, 0.2, 0.4, 0.45, 0.6, 0.99, 1, 2, -1].map(at)).toEqual([
      'Hold',
      'on.',
      'on.',
      'Nobody',
      'Nobody',
      'moves.',
      'moves.',
      'moves.',
      'Hold',
    ]);
  });
});

describe('wordAtShare and wordAround', () => {
  test('return null for text without words', () => {
    expect(wordAtShare('', 0.5)).toBeNull();
    expect(wordAtShare('   ', 0.5)).toBeNull();
    expect(wordAround('', 3)).toBeNull();
  });
});

describe('wordAround', () => {
  test('returns the previous word between two words', () => {
    expect(wordAround(text, 4)).toEqual({ start: 0, end: 4 });
  });
});

describe('spokenSeconds', () => {
  test('estimates about a minute for 1,000 letters, and has a minimum', () => {
    expect(spokenSeconds('a'.repeat(1000))).toBeCloseTo(65, 0);
    expect(spokenSeconds('No.')).toBe(0.6);
    expect(spokenSeconds('…')).toBe(0.6);
    expect(spokenSeconds('1984')).toBeGreaterThan(spokenSeconds('nine'));
  });
});
