import { describe, expect, test } from 'vitest';
import { action, element, heading } from '#test/script.ts';
import { defaultFormat } from '../format.ts';
import { eighthsOf, writeEighths } from './eighths.ts';
import { paginate } from './paginate.ts';

const filler = (lines: number) =>
  Array.from({ length: lines }, () => element('action', 'One line.', { originalType: 'General' }));

describe('eighthsOf', () => {
  test.each([
    [1, 1],
    [6, 1],
    [7, 2],
    [27, 4],
    [54, 8],
    [55, 9],
    [108, 16],
  ])('returns the eighths of %i lines: %i', (lines, eighths) => {
    expect(eighthsOf(paginate(filler(lines), defaultFormat), 0, lines)).toBe(eighths);
  });

  test('measures up to the next heading', () => {
    const elements = [
      heading('INT. FERRY - NIGHT'),
      ...filler(12),
      heading('EXT. DECK - DAWN'),
      action('Light.'),
    ];
    const pagination = paginate(elements, defaultFormat);
    // The first scene has 13 lines. The space before the next heading belongs to that scene, which
    // has five.
    expect(eighthsOf(pagination, 0, 13)).toBe(2);
    expect(eighthsOf(pagination, 13, 15)).toBe(1);
    expect(eighthsOf(pagination, 0, 15)).toBe(3);
  });

  test('leaves out the empty lines at the foot of a page', () => {
    const elements = [
      ...filler(10),
      heading('INT. FERRY - NIGHT'),
      ...filler(20),
      { ...action('New page.'), extras: { layout: { startsNewPage: true } } },
    ];
    // Two lines of space, the heading and 20 lines.
    expect(eighthsOf(paginate(elements, defaultFormat), 10, 32)).toBe(4);
  });

  test('returns 0 for no elements', () => {
    expect(eighthsOf(paginate(filler(3), defaultFormat), 1, 1)).toBe(0);
  });

  test('formats eighths as productions write them', () => {
    expect([0, 1, 8, 19].map(writeEighths)).toEqual(['0', '1/8', '1', '2 3/8']);
  });
});
