import type { StyledText } from '#screenplay/emphasis.ts';
import {
  courierCellPoints as cellPoints,
  courierRun,
  type PositionedPage,
  type PositionedRun,
} from '#screenplay/pdfImport/positionedText.ts';
import { lookRuns } from '#screenplay/styled.ts';

/* Parts of the programs that place text like other programs, for the benchmark of prints. */

export const linePoints = 12;
export const paper = { widthPoints: 612, heightPoints: 792 };

/** Return the runs of a line in Courier, one for each change of style. */
export function runsOf(styled: StyledText, leftPoints: number, yPoints: number, sizePoints = 12) {
  const cell = (cellPoints * sizePoints) / 12;
  let at = 0;
  return lookRuns(styled).flatMap(({ text, look }): PositionedRun[] => {
    const xPoints = leftPoints + at * cell;
    at += text.length;
    if (text.trim() === '') return [];
    const { isBold, isItalic, isUnderlined } = look;
    const run = courierRun(text, xPoints, yPoints);
    return [{ ...run, widthPoints: text.length * cell, sizePoints, isBold, isItalic, isUnderlined }];
  });
}

/** Break a text greedily at spaces. Returns the ranges of the lines. A longer word is cut. */
export function wrapGreedily(text: string, width: number): { from: number; to: number }[] {
  const lines: { from: number; to: number }[] = [];
  let from = 0;
  while (text.length - from > width) {
    const space = text.lastIndexOf(' ', from + width);
    const to = space > from ? space : from + width;
    lines.push({ from, to });
    from = to === space ? to + 1 : to;
  }
  lines.push({ from, to: text.length });
  return lines;
}

export function pageOf(runs: PositionedRun[]): PositionedPage {
  return { ...paper, runs };
}
