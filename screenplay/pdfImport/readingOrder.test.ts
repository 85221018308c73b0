import { describe, expect, test } from 'vitest';
import { courierCellPoints as cellPoints } from './positionedText.ts';
import { segmentOf } from './printedLines.ts';
import { positionedRun } from './testing.ts';

/** Set words on a line from the left, with a cell between them. Hebrew is read from the right. */
function lineOf(...words: string[]): string {
  let column = 0;
  const runs = words.map((word) => {
    const isRightToLeft = /\p{Script=Hebrew}/u.test(word);
    const run = positionedRun(word, column * cellPoints, 100, { isRightToLeft });
    column += word.length + 1;
    return run;
  });
  return segmentOf(runs, cellPoints).styled.text;
}

describe('inReadingOrder', () => {
  test('reads a line from right to left, and words from left to right in it in their order', () => {
    expect(lineOf('ג', 'New', 'York', 'ב', 'א')).toBe('א ב New York ג');
  });

  test('sets one space before text from right to left that follows other text', () => {
    expect(lineOf('INT.', 'גדול', 'בית', '-', 'DAY')).toBe('INT. בית גדול - DAY');
  });
});
