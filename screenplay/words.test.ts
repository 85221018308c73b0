import { expect, test } from 'vitest';
import { adjacentLetterOffset, adjacentWordOffset, wordAt } from './words.ts';

const text = 'She doesn’t wait, 3 miles on.';

test('by words a caret goes to the end of the next, or to the start of the one before', () => {
  const forth = [];
  for (let at = 0; at < text.length; at = adjacentWordOffset(text, at, 1)) forth.push(at);
  expect(forth).toEqual([0, 3, 11, 16, 19, 25, 28]);
  const back = [];
  for (let at = text.length; at > 0; at = adjacentWordOffset(text, at, -1)) back.push(at);
  expect(back).toEqual([29, 26, 20, 18, 12, 4]);
});

test('a double click takes a word, also from behind it, and else the sign that is there', () => {
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

test('a letter is one step, whatever it is made of', () => {
  const family = 'a👨‍👩‍👧b';
  expect(adjacentLetterOffset(family, 1, 1)).toBe(family.length - 1);
  expect(adjacentLetterOffset(family, family.length - 1, -1)).toBe(1);
  expect(adjacentLetterOffset(family, family.length, 1)).toBe(family.length);
  expect(adjacentLetterOffset(family, 0, -1)).toBe(0);
});
