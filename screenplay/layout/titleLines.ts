import type { TitlePage } from '../element.ts';
import type { ScriptFormat } from '../format.ts';
import { cellPoints, linePoints, pageBoxOf } from './metrics.ts';
import { placeTitlePages } from './titlePage.ts';
import type { TextRun } from './types.ts';

/** A line of the title page as a screen shows it. */
export interface TitleLine {
  run: TextRun;
  /** Lines between the top of the sheet and this one. */
  slot: number;
  /** The same where what stands side by side at the foot of the page stands in one column. */
  phoneSlot: number;
}

/** Paper between lines that is more than this is drawn as this. */
const maxBlankLines = 6;

/** What the PDF prints on the title pages, with less paper above and between; none when they have no text. */
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
