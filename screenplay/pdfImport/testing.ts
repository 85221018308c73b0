import { parseEmphasis } from '../emphasis.ts';
import {
  courierCellPoints as cellPoints,
  courierRun,
  type PositionedPage,
  type PositionedRun,
} from './positionedText.ts';

const linePoints = 12;

/**
 * Set a page of text like a print in Courier: each character is a cell, each line 12 points. Gaps
 * of two spaces or more begin a run. Emphasis marks set the style. The first line is the header's.
 */
export function printedPage(text: string, { topPoints = 45, leftCells = 0 } = {}): PositionedPage {
  const runs = text.split('\n').flatMap((line, index) => {
    const yPoints = topPoints + index * linePoints;
    return Array.from(line.matchAll(/\S+(?: \S+)*/g), ({ 0: words, index: at }) => {
      const { text: printed, spans } = parseEmphasis(words);
      const isWhole = (style: 'isBold' | 'isItalic' | 'isUnderlined') => spans[0]?.[style] ?? false;
      return positionedRun(printed, (at + leftCells) * cellPoints, yPoints, {
        isBold: isWhole('isBold'),
        isItalic: isWhole('isItalic'),
        isUnderlined: isWhole('isUnderlined'),
      });
    });
  });
  return { widthPoints: 612, heightPoints: 792, runs };
}

export function positionedRun(
  text: string,
  xPoints: number,
  yPoints: number,
  more: Partial<PositionedRun> = {},
): PositionedRun {
  return { ...courierRun(text, xPoints, yPoints), ...more };
}
