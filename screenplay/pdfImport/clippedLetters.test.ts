import { describe, expect, test } from 'vitest';
import { withoutClippedLetters } from './clippedLetters.ts';
import { courierCellPoints as cellPoints, type PositionedPage } from './positionedText.ts';
import { positionedRun } from './testing.ts';

const pageOf = (...runs: PositionedPage['runs']): PositionedPage => ({
  widthPoints: 612,
  heightPoints: 792,
  runs,
});
const last = pageOf(positionedRun('They sing your song.', 108, 717));
const textsBelow = (...runs: PositionedPage['runs']) =>
  withoutClippedLetters([last, pageOf(...runs)])[1]?.runs.map(({ text }) => text);

describe('withoutClippedLetters', () => {
  test('removes the lower ends of letters that a browser prints on the next page', () => {
    const y = positionedRun('y', 108 + 3 * cellPoints, 69);
    const g = positionedRun('g', 108 + 8 * cellPoints, 69);
    expect(textsBelow(y, g, positionedRun('Rain.', 108, 81))).toEqual(['Rain.']);
  });

  test('keeps letters that are not in the line above', () => {
    expect(textsBelow(positionedRun('y', 108, 69))).toEqual(['y']);
    expect(textsBelow(positionedRun('g', 108 + 8 * cellPoints, 69), positionedRun('A', 300, 69))).toEqual([
      'g',
      'A',
    ]);
  });
});
