import { describe, expect, test } from 'vitest';
import { baseDirectionOf } from '#screenplay/baseDirection.ts';
import { hasRightToLeft, levelsOf, mirrored, visualOrder } from './bidi.ts';

describe('bidi', () => {
  test.each([
    ['Night Ferry', false],
    ['Причал, 夜の船 🚢', false],
    ['נמל', true],
    ['Night ميناء', true],
    ['turned \u202eabc\u202c', true],
  ])('hasRightToLeft for %j returns %s', (text, expected) => {
    expect(hasRightToLeft(text)).toBe(expected);
  });

  test.each([
    ['Night נמל', 'ltr'],
    ['נמל Night', 'rtl'],
    ['12. "נמל', 'rtl'],
    ['123', 'ltr'],
    ['', 'ltr'],
  ])('directionOf %j returns %s', (text, direction) => {
    expect(baseDirectionOf(text)).toBe(direction);
  });

  test('levelsOf returns odd levels for right-to-left text and even ones for numbers in it', () => {
    expect([...levelsOf('ab נמ 12', 'ltr')]).toEqual([0, 0, 0, 1, 1, 1, 2, 2]);
    expect([...levelsOf('נמ ab', 'rtl')]).toEqual([1, 1, 1, 2, 2]);
  });

  test('mirrored swaps brackets', () => {
    expect([...'()[]<>'].map(mirrored).join('')).toBe(')(][><');
    expect(mirrored('a')).toBe('a');
  });
});

describe('visualOrder', () => {
  const ordered = (levels: number[]) =>
    visualOrder(levels.map((level, i) => ({ level, i }))).map(({ i }) => i);

  test.each([
    [[], []],
    [
      [0, 0, 0],
      [0, 1, 2],
    ],
    [
      [1, 1, 1],
      [2, 1, 0],
    ],
    [
      [0, 1, 1, 0],
      [0, 2, 1, 3],
    ],
    // A number within Hebrew within English keeps its order.
    [
      [0, 1, 2, 2, 1, 0],
      [0, 4, 2, 3, 1, 5],
    ],
    [
      [2, 1],
      [1, 0],
    ],
  ])('of levels %j is %j', (levels, expected) => {
    expect(ordered(levels)).toEqual(expected);
  });

  test('does not change its argument', () => {
    const stretches = [{ level: 1 }, { level: 1 }];
    const before = [...stretches];
    visualOrder(stretches);
    expect(stretches).toEqual(before);
  });
});
