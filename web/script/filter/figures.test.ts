import { expect, test } from 'vitest';
import { sceneFigures } from './figures.ts';

test.each([
  ['17', 15, 'p. 17, 1 7/8'],
  ['2', 8, 'p. 2, 1'],
  ['9', 3, 'p. 9, 3/8'],
  ['12A', 0, 'p. 12A'],
])('formats page %s and %i eighths as "%s"', (page, eighths, text) => {
  expect(sceneFigures({ page, eighths })).toBe(text);
});
