import type { TitlePage } from '../element.ts';
import type { ScriptFormat } from '../format.ts';
import { cellPoints, linePoints, pageBoxOf } from './metrics.ts';
import { placeTitlePages } from './titlePage.ts';
import type { TextRun } from './types.ts';

/** A line of the title page for display on a screen. */
export interface TitleLine {
  run: TextRun;
  /** Number of lines between the top of the sheet and this line. */
  slot: number;
  /** The slot on a narrow screen, where texts at the foot of the page go below each other. */
  phoneSlot: number;
}

/** Larger gaps between lines are shortened to this many lines. */
const maxBlankLines = 6;

/**
 * Return the lines that the PDF prints on the title pages, with smaller gaps above and between
 * them. The list is empty when the title pages have no text.
 */
export function titleLines(titlePage: TitlePage, format: ScriptFormat): TitleLine[] {
  const { heightPoints } = pageBoxOf(format);
  const runs = placeTitlePages(titlePage, format)
    .flatMap((page, index) => page.map((run) => ({ ...run, yPoints: run.yPoints + index * heightPoints })))
    .sort((a, b) => a.yPoints - b.yPoints || a.xPoints - b.xPoints);
  let slot = maxBlankLines;
  let extraLines = 0;
  let before: TextRun | null = null;
  return runs.map((run) => {
    const blank = before === null ? 0 : Math.round((run.yPoints - before.yPoints) / linePoints);
    if (before !== null && blank === 0 && run.xPoints > endOf(before) + 1) extraLines++;
    slot += Math.min(blank, maxBlankLines);
    before = run;
    return { run, slot, phoneSlot: slot + extraLines };
  });
}

function endOf({ xPoints, text }: TextRun): number {
  return xPoints + text.length * cellPoints;
}
