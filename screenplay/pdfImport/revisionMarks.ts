import { mode, type PrintGeometry, textOfSegment } from './geometry.ts';
import { type PrintedLine, segmentsOf } from './printedLines.ts';

const stars = /^[*•]+$/;

/** Return the lines of each page without the stars that mark revised lines. */
export function withoutRevisionMarks(
  pages: readonly PrintedLine[][],
  geometry: PrintGeometry,
): PrintedLine[][] {
  const starPoints = starColumnOf(pages, geometry);
  return pages.map((lines) =>
    lines
      .map((line) => withoutStars(line, starPoints, geometry))
      .filter(({ segments }) => segments.length > 0),
  );
}

/** Return the position of revision stars; infinite if there are none. */
function starColumnOf(pages: readonly PrintedLine[][], { leftPoints, cellPoints }: PrintGeometry): number {
  const starts = pages.flatMap((lines) =>
    lines.flatMap(({ segments }) => {
      const last = segments.at(-1);
      return last && segments.length > 1 && stars.test(textOfSegment(last)) ? [last.xPoints] : [];
    }),
  );
  const column = mode(
    starts.filter((x) => x > leftPoints + 50 * cellPoints),
    3,
  );
  return column ?? Infinity;
}

/** Drop the revision star of a line, also if there is no gap before it. */
function withoutStars(
  { segments, yPoints }: PrintedLine,
  starPoints: number,
  { cellPoints, leftPoints }: PrintGeometry,
): PrintedLine {
  const runs = segments.flatMap((segment) => segment.runs);
  const kept = runs.flatMap((run) => {
    const text = run.text.trim();
    if (stars.test(text)) {
      const isMark = Math.abs(run.xPoints - starPoints) < 4 || run.xPoints < leftPoints - cellPoints;
      return isMark || run.xPoints > leftPoints + 62 * cellPoints ? [] : [run];
    }
    const end = run.xPoints + run.widthPoints;
    const isAtStar = /\s\*+$/.test(run.text) && Math.abs(end - cellPoints - starPoints) < 5;
    if (!isAtStar) return [run];
    const words = run.text.replace(/\s+\*+$/, '');
    return [{ ...run, text: words, widthPoints: (run.widthPoints * words.length) / run.text.length }];
  });
  return { yPoints, segments: kept.length === runs.length ? segments : segmentsOf(kept, cellPoints) };
}
