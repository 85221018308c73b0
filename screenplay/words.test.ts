import { describe, expect, test } from 'vitest';
import { adjacentLetterOffset, adjacentWordOffset, wordAt } from './words.ts';

const text = 'She doesn’t wait, 3 miles on.';

describe('adjacentWordOffset', () => {
  test('goes to the end of the next word, or the start of the previous one', () => {
    const forth = [];
    for (let at = 0; at < text.length; at = adjacentWordOffset(text, at, 1)) forth.push(at);
    expect(forth).toEqual([0, 3, 11, 16, 19, 25, 28]);
    const back = [];
    for (let at = text.length; at > 0; at = adjacentWordOffset(text, at, -1)) back.push(at);
    expect(back).toEqual([29, 26, 20, 18, 12, 4]);
  });
});

describe('wordAt', () => {
  test('returns the word at or before the offset, or else the single character', () => {
    const words = [0, 2, 3, 6, 16, 27].map((offset) => wordAt(text, offset));
    expect(words.map(({ start, end }) => text.slice(start, end))).toEqual([
      'She',
      'She',
      'She',
      'doesn’t',
      'wait',
      'on',
    ]);
    expect(wordAt('', 0)).toEqual({ start: 0, end: 0 });
  });
});

describe('adjacentLetterOffset', () => {
  test('treats a grapheme as one letter', () => {
    const family = 'a👨‍👩‍👧b';
    expect(adjacentLetterOffset(family, 1, 1)).toBe(family.length - 1);
    expect(adjacentLetterOffset(family, family.length - 1, -1)).toBe(1);
    expect(adjacentLetterOffset(family, family.length, 1)).toBe(family.length);
    expect(adjacentLetterOffset(family, 0, -1)).toBe(0);
  });
});
