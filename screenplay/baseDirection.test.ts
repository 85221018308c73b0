import { expect, test } from 'vitest';
import { baseDirectionOf } from './baseDirection.ts';

test.each([
  ['הגשם יורד על הנמל.', 'rtl'],
  ['المطر يهطل على الميناء.', 'rtl'],
  ['**נמל** Night', 'rtl'],
  ['12. "נמל', 'rtl'],
  ['\u200fNight', 'rtl'],
  ['Night נמל', 'ltr'],
  ['雨が降る', 'ltr'],
  ['12 - 13', 'ltr'],
  ['', 'ltr'],
])('baseDirectionOf finds the direction of the first letter: %s', (paragraph, direction) => {
  expect(baseDirectionOf(paragraph)).toBe(direction);
});
