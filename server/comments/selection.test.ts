import { expect, test } from 'vitest';
import { findSelection } from './selection.ts';

const line = 'She came aboard with one suitcase, and left with one suitcase.';
const first = line.indexOf('one suitcase');
const last = line.lastIndexOf('one suitcase');

test('findSelection keeps the selection of an unchanged text', () => {
  const selection = { start: last, end: last + 12 };
  expect(findSelection(line, 'one suitcase', selection)).toEqual(selection);
});

test('findSelection ignores differences in white space', () => {
  const selection = { start: 0, end: 15 };
  expect(findSelection('Nobody\nmoves. X', ' Nobody  moves. X', selection)).toEqual(selection);
});

test('findSelection returns the nearest match in a changed text', () => {
  const shifted = (start: number) => findSelection(line, 'one suitcase', { start, end: start + 12 });
  expect(shifted(last + 3)).toEqual({ start: last, end: last + 12 });
  expect(shifted(first - 3)).toEqual({ start: first, end: first + 12 });
  expect(shifted(4000)).toEqual({ start: last, end: last + 12 });
});

test('findSelection returns null for deleted words', () => {
  expect(findSelection(line, 'two suitcases', { start: first, end: first + 12 })).toBeNull();
  expect(findSelection(line, '   ', { start: 2, end: 5 })).toBeNull();
  expect(findSelection('', 'one suitcase', { start: 0, end: 12 })).toBeNull();
});
