import { expect, test } from 'vitest';
import { NameFinder } from './names.ts';

const finder = (...names: string[]) =>
  new NameFinder(new Map(names.map((name) => [name.toUpperCase(), name])));
const keys = (names: NameFinder, text: string) =>
  names.in(text).map(({ key, from, to }) => [key, text.slice(from, to)]);

test('finds names in capitals, capitalised and with a possessive', () => {
  expect(keys(finder('MARA', 'McAvoy'), "MARA takes Mara's lamp. McAvoy and MCAVOY.")).toEqual([
    ['MARA', 'MARA'],
    ['MARA', 'Mara'],
    ['MCAVOY', 'McAvoy'],
    ['MCAVOY', 'MCAVOY'],
  ]);
});

test('ignores names in lower case and parts of words', () => {
  expect(keys(finder('MARA', 'WILL'), 'The tamarack will fall. Marasmus.')).toEqual([]);
});

test('finds a character by a part of the name, unless two share it', () => {
  expect(keys(finder('CAPTAIN BELL'), 'Bell looks up.')).toEqual([['CAPTAIN BELL', 'Bell']]);
  expect(keys(finder('ANNA BELL', 'OTTO BELL'), 'Bell looks up. Otto Bell, too.')).toEqual([
    ['OTTO BELL', 'Otto Bell'],
  ]);
});

test('accepts names that contain regular expression characters', () => {
  const names = finder('A.*B', '(((', 'X-RAY', "O'NEILL", '[');
  expect(keys(names, 'O’Neill and X-Ray')).toEqual([
    ["O'NEILL", 'O’Neill'],
    ['X-RAY', 'X-Ray'],
  ]);
});

test('finds names in lower case in a question', () => {
  expect(finder('MARA', 'TOBIAS').asked('do tobias and mara meet')).toEqual(['TOBIAS', 'MARA']);
});
