import { describe, expect, test } from 'vitest';
import { pictureArea, pictureScale } from './pictureArea.ts';

const letter = { widthPoints: 612, heightPoints: 792 };

describe('pictureArea', () => {
  test('contains the lines around an uncertain one, whose band it marks', () => {
    expect(pictureArea(letter, 300, false)).toEqual({
      topPoints: 228,
      heightPoints: 132,
      markTopPoints: 61,
      markHeightPoints: 15,
    });
  });

  test.each([
    ['at the top', 20, { topPoints: 0, heightPoints: 80 }],
    ['at the bottom', 780, { topPoints: 708, heightPoints: 84 }],
    ['outside of the page', 5000, { topPoints: 720, heightPoints: 72 }],
  ])('stays on the page for a line %s', (_where, yPoints, area) => {
    expect(pictureArea(letter, yPoints, false)).toMatchObject(area);
  });

  test('is the whole page on request, with the same band', () => {
    expect(pictureArea(letter, 300, true)).toMatchObject({
      topPoints: 0,
      heightPoints: 792,
      markTopPoints: 289,
    });
  });
});

describe('pictureScale', () => {
  test('has two pixels a point for usual paper', () => {
    expect(pictureScale(letter)).toBe(2);
  });

  test('bounds the pixels of a poster', () => {
    const poster = { widthPoints: 14_400, heightPoints: 14_400 };
    expect((14_400 * pictureScale(poster)) ** 2).toBeCloseTo(4_000_000, 0);
  });
});
