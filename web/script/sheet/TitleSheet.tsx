import { memo } from 'react';
import type { TitlePage } from '#screenplay/element.ts';
import type { ScriptFormat } from '#screenplay/format.ts';
import { cellPoints, linePoints, pointsPerInch } from '#screenplay/layout/metrics.ts';
import { placeTitlePage } from '#screenplay/layout/titlePage.ts';
import type { TextRun } from '#screenplay/layout/types.ts';
import type { Measures } from './measures.ts';
import styles from './Sheet.module.css';

interface TitleSheetProps {
  titlePage: TitlePage;
  format: ScriptFormat;
  measures: Measures;
}

/** Height of the title page as it is drawn, without the blank paper around its text; 0 when it has no text. */
export function titleSheetPx(titlePage: TitlePage, format: ScriptFormat, measures: Measures): number {
  const lines = linesOfTitle(titlePage, format);
  const last = lines.at(-1);
  return last ? last.topPx(measures) + measures.linePx + 2 * measures.headPx : 0;
}

/** The title page: what the PDF prints on it, with less paper above and between. */
export const TitleSheet = memo(function TitleSheet({ titlePage, format, measures }: TitleSheetProps) {
  const { charPx, deskTopPx, isPhone, inchPx } = measures;
  const heightPx = titleSheetPx(titlePage, format, measures);
  return (
    <article className={styles.sheet} style={{ top: deskTopPx, height: heightPx }} aria-label="Title page">
      {linesOfTitle(titlePage, format).map(({ run, topPx, key }) => (
        <p
          key={key}
          className={styles.titleRun}
          style={{
            top: topPx(measures),
            ...(isPhone ? { left: 16, right: 16, textAlign: 'center', whiteSpace: 'pre-wrap' } : {}),
            ...(!isPhone && {
              left: (run.xPoints / pointsPerInch) * inchPx,
              minWidth: run.text.length * charPx,
            }),
            fontWeight: run.isBold ? 700 : 400,
            fontStyle: run.isItalic ? 'italic' : 'normal',
            textDecoration: run.isUnderlined ? 'underline' : 'none',
          }}
        >
          {run.text}
        </p>
      ))}
    </article>
  );
});

/** Paper between lines that is more than this is drawn as this. */
const mostBlankLines = 6;

function linesOfTitle(titlePage: TitlePage, format: ScriptFormat) {
  const runs = placeTitlePage(titlePage, format).sort(
    (a, b) => a.yPoints - b.yPoints || a.xPoints - b.xPoints,
  );
  let slot = mostBlankLines;
  // On a phone what stands side by side at the foot of the page stands in one column.
  let extraLines = 0;
  let before: TextRun | null = null;
  return runs.map((run, index) => {
    const blank = before === null ? 0 : Math.round((run.yPoints - before.yPoints) / linePoints);
    if (before !== null && blank === 0 && run.xPoints > endOf(before) + 1) extraLines++;
    slot += Math.min(blank, mostBlankLines);
    before = run;
    const at = slot;
    const phoneAt = slot + extraLines;
    return {
      run,
      key: `${index} ${run.xPoints}`,
      topPx: ({ linePx, isPhone }: Measures) => (isPhone ? phoneAt : at) * linePx,
    };
  });
}

function endOf({ xPoints, text }: TextRun): number {
  return xPoints + text.length * cellPoints;
}
