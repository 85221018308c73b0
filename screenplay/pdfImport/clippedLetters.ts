import type { PositionedPage, PositionedRun } from './positionedText.ts';

/** Letters with a part below the line. */
const lowLetters = /^[gjpqyQ,;()[\]{}ŋşţçğ]+$/u;
/** Share of the height of a page at its edges in which cut lines are. */
const edgeShare = 0.25;

/**
 * Remove letters of a page that are a repeat of the last line of the page before. Browsers cut a
 * page through the letters that extend below the line, and print the rest of them on the next page.
 */
export function withoutClippedLetters(pages: readonly PositionedPage[]): PositionedPage[] {
  return pages.map((page, index) => {
    const before = pages[index - 1];
    if (!before) return page;
    const bottom = before.runs.filter(({ yPoints }) => yPoints > before.heightPoints * (1 - edgeShare));
    const isOnTop = ({ text, yPoints }: PositionedRun) =>
      yPoints < page.heightPoints * edgeShare && lowLetters.test(text);
    const rows = Map.groupBy(page.runs, ({ yPoints }) => Math.round(yPoints * 2));
    const clipped = new Set(
      [...rows.values()].filter((row) => row.every((run) => isOnTop(run) && isRepeated(run, bottom))).flat(),
    );
    return clipped.size === 0 ? page : { ...page, runs: page.runs.filter((run) => !clipped.has(run)) };
  });
}

/** Return whether the letters of a run are at the same columns in one of the lines. */
function isRepeated({ text, xPoints, widthPoints }: PositionedRun, lines: readonly PositionedRun[]): boolean {
  const cell = widthPoints / text.length;
  return lines.some((run) => {
    const at = Math.round((xPoints - run.xPoints) / cell);
    const isInPlace = Math.abs(xPoints - run.xPoints - at * cell) < cell * 0.3;
    return at >= 0 && isInPlace && run.text.startsWith(text, at);
  });
}
