import { headingStartOf } from '../heading.ts';
import { numberInHeading } from './headingNumber.ts';
import type { PositionedPage } from './positionedText.ts';
import { cellOf, type PrintedLine, type PrintedSegment, printedLinesOf } from './printedLines.ts';

/** Measures of a print, taken from its own lines, in points. */
export interface PrintGeometry {
  /** Usual width of a character. */
  cellPoints: number;
  /** Usual distance of the base lines of two neighbouring lines. */
  pitchPoints: number;
  /** Left edge of headings and action. */
  leftPoints: number;
  /** Right end of the longest line of action. */
  rightPoints: number;
  /** Usual font size. */
  sizePoints: number;
}

export function textOfSegment({ styled }: Pick<PrintedSegment, 'styled'>): string {
  return styled.text.trim();
}

export function textOfLine({ segments }: PrintedLine): string {
  return segments.map(textOfSegment).join(' ');
}

/** Measure the pages of a script. */
export function measurePrint(pages: readonly PositionedPage[]): PrintGeometry {
  const cellPoints = cellOf(pages);
  const sizePoints = mode(
    pages.flatMap(({ runs }) => runs.map((run) => run.sizePoints)),
    0.5,
  );
  const lines = pages.map((page) => printedLinesOf(page, cellPoints));
  const pitchPoints = pitchOf(lines, sizePoints ?? 12);
  const leftPoints = leftEdgeOf(lines.flat());
  const ends = lines
    .flat()
    .filter(({ segments: [first, second] }) => first && !second && first.xPoints < leftPoints + cellPoints)
    .map(({ segments }) => segments[0]?.endPoints ?? 0)
    .sort((a, b) => a - b);
  const rightPoints = ends[Math.floor(ends.length * 0.995)] ?? leftPoints + 60 * cellPoints;
  return { cellPoints, pitchPoints, leftPoints, rightPoints, sizePoints: sizePoints ?? 12 };
}

function pitchOf(pages: readonly PrintedLine[][], sizePoints: number): number {
  const steps: number[] = [];
  for (const lines of pages) {
    for (let at = 1; at < lines.length; at++) {
      const step = (lines[at]?.yPoints ?? 0) - (lines[at - 1]?.yPoints ?? 0);
      if (step > sizePoints * 0.75 && step < sizePoints * 1.7) steps.push(step);
    }
  }
  return mode(steps, 0.25) ?? sizePoints;
}

/** Return the left edge of scene headings, or else of the leftmost of the frequent columns. */
function leftEdgeOf(lines: readonly PrintedLine[]): number {
  const edgeOf = (isHeading: (text: string) => boolean) =>
    mode(
      lines.flatMap(({ segments }) =>
        segments.slice(0, 2).flatMap((each) => (isHeading(textOfSegment(each)) ? each.xPoints : [])),
      ),
      2,
    );
  const edge =
    edgeOf((text) => headingStartOf(text) !== null) ?? edgeOf((text) => numberInHeading(text) !== null);
  if (edge !== null) return edge;
  const starts = lines.flatMap(({ segments: [first] }) => (first ? [first.xPoints] : []));
  const counts = new Map<number, number>();
  for (const x of starts) counts.set(Math.round(x / 2), (counts.get(Math.round(x / 2)) ?? 0) + 1);
  const frequent = [...counts].filter(([, count]) => count >= starts.length * 0.05).map(([x]) => x * 2);
  const least = Math.min(...frequent);
  // Without headings and action only speeches are left.
  return least > maxLeftPoints ? defaultLeftPoints : least;
}

const defaultLeftPoints = 108;
const maxLeftPoints = 150;

/** Return the most frequent value, as the mean of the values nearest to it; null for no values. */
export function mode(values: readonly number[], step: number): number | null {
  const groups = new Map<number, { sum: number; count: number }>();
  for (const value of values) {
    const key = Math.round(value / step);
    const group = groups.get(key) ?? { sum: 0, count: 0 };
    group.sum += value;
    group.count++;
    groups.set(key, group);
  }
  let best: { sum: number; count: number } | null = null;
  for (const group of groups.values()) if (group.count > (best?.count ?? 0)) best = group;
  return best && best.sum / best.count;
}
