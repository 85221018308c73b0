import { describe, expect, test } from 'vitest';
import { defaultFormat } from '../format.ts';
import { capacityOf, pageBoxOf } from './metrics.ts';

describe('pageBoxOf', () => {
  test('returns 54 lines on Letter and 58 on A4, from an inch down', () => {
    expect(pageBoxOf(defaultFormat)).toEqual({
      widthPoints: 612,
      heightPoints: 792,
      topPoints: 72,
      headerPoints: 36,
      linesPerPage: 54,
    });
    expect(pageBoxOf({ ...defaultFormat, paper: 'a4' })).toMatchObject({ topPoints: 72, linesPerPage: 58 });
  });

  test('follows the margins of the file', () => {
    const format = { ...defaultFormat, topMarginPoints: 60, bottomMarginPoints: 48, headerMarginPoints: 30 };
    expect(pageBoxOf(format)).toMatchObject({ topPoints: 60, headerPoints: 30, linesPerPage: 57 });
  });

  test.each([
    ['no line fits', { topMarginPoints: 400, bottomMarginPoints: 390 }],
    ['a margin is negative', { topMarginPoints: -72 }],
    ['a margin is NaN', { bottomMarginPoints: Number.NaN }],
  ])('uses the default margins when %s', (_, margins) => {
    expect(pageBoxOf({ ...defaultFormat, ...margins })).toMatchObject({ topPoints: 72, linesPerPage: 54 });
  });

  test('keeps the page number above the text', () => {
    expect(pageBoxOf({ ...defaultFormat, headerMarginPoints: 300 }).headerPoints).toBe(36);
  });
});

describe('capacityOf', () => {
  test.each([
    ['action', 6, 61, 60],
    ['dialogue', 3.5, 35, 35],
    ['a hanging parenthetical', 2.6, 26, 26],
    ['dialogue of a script by Fade In', 3.7, 38, 37],
  ])('returns the capacity of Final Draft, or the exact one, for %s', (_, inches, rounded, exact) => {
    expect(capacityOf(inches)).toBe(rounded);
    expect(capacityOf(inches, 12, true)).toBe(exact);
  });
});
