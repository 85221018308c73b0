import type { TitlePage } from '../element.ts';
import type { ScriptFormat } from '../format.ts';
import { cellPoints, linePoints } from './metrics.ts';
import { placeTitlePages } from './titlePage.ts';
import type { TextRun } from './types.ts';
import { linesOf } from './wrap.ts';

/** A line of the title pages on a screen that is narrower than the paper. */
export interface NarrowTitleLine {
  /** Number of lines between the top of the sheet and this line. */
  slot: number;
  runs: TextRun[];
}

/** Larger gaps between lines are shortened to this many lines. */
const maxBlankLines = 6;

/**
 * Return the lines of the title pages for a screen that has room for `capacity` characters: texts
 * side by side go below each other, long lines are broken, and gaps are smaller. The list is empty
 * when the title pages have no text.
 */
export function narrowTitleLines(
  titlePage: TitlePage,
  format: ScriptFormat,
  capacity: number,
): NarrowTitleLine[] {
  const lines: NarrowTitleLine[] = [];
  let slot = maxBlankLines;
  let before: { page: number; yPoints: number } | null = null;
  for (const { page, runs } of printedTexts(titlePage, format)) {
    const yPoints = runs[0]?.yPoints ?? 0;
    if (before) {
      const gap = Math.round((yPoints - before.yPoints) / linePoints);
      slot += before.page === page ? Math.max(1, Math.min(gap, maxBlankLines)) : maxBlankLines;
    }
    const broken = brokenRuns(runs, capacity);
    lines.push(...broken.map((each, index) => ({ slot: slot + index, runs: each })));
    slot += broken.length - 1;
    before = { page, yPoints };
  }
  return lines;
}

/** Return the printed texts from top to bottom. Runs that touch each other are one text. */
function printedTexts(titlePage: TitlePage, format: ScriptFormat): { page: number; runs: TextRun[] }[] {
  const texts: { page: number; runs: TextRun[] }[] = [];
  placeTitlePages(titlePage, format).forEach((placed, page) => {
    for (const run of placed.toSorted((a, b) => a.yPoints - b.yPoints || a.xPoints - b.xPoints)) {
      const text = texts.at(-1);
      const last = text?.runs.at(-1);
      const touches =
        text?.page === page && last?.yPoints === run.yPoints && run.xPoints <= endOf(last) + cellPoints / 2;
      if (text && touches) text.runs.push(run);
      else texts.push({ page, runs: [run] });
    }
  });
  return texts;
}

function brokenRuns(runs: readonly TextRun[], capacity: number): TextRun[][] {
  const text = runs.map((run) => run.text).join('');
  return linesOf(text, { capacity, firstCapacity: capacity }).map(({ from, to }) => {
    let at = 0;
    return runs.flatMap((run) => {
      const [start, end] = [Math.max(from - at, 0), to - at];
      at += run.text.length;
      const own = end > start ? run.text.slice(start, end) : '';
      return own === '' ? [] : [{ ...run, text: own }];
    });
  });
}

function endOf({ xPoints, text }: TextRun): number {
  return xPoints + text.length * cellPoints;
}
