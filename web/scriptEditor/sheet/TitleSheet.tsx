import { memo } from 'react';
import type { TitlePage } from '#screenplay/element.ts';
import type { ScriptFormat } from '#screenplay/format.ts';
import { pointsPerInch } from '#screenplay/layout/metrics.ts';
import { type TitleLine, titleLines } from '#screenplay/layout/titleLines.ts';
import { decorationOf } from './decoration.ts';
import type { Measures } from './measures.ts';
import styles from './Sheet.module.css';

interface TitleSheetProps {
  titlePage: TitlePage;
  format: ScriptFormat;
  measures: Measures;
}

/**
 * Return the rendered height of the title page, without the blank paper around its text; 0 without
 * text.
 */
export function titleSheetPx(titlePage: TitlePage, format: ScriptFormat, measures: Measures): number {
  const last = titleLines(titlePage, format).at(-1);
  return last ? topPxOf(last, measures) + measures.linePx + 2 * measures.headPx : 0;
}

function topPxOf({ slot, phoneSlot }: TitleLine, { linePx, isPhone }: Measures): number {
  return (isPhone ? phoneSlot : slot) * linePx;
}

/** The title page with the content of the PDF and less paper above and between. */
export const TitleSheet = memo(function TitleSheet({ titlePage, format, measures }: TitleSheetProps) {
  const { charPx, deskTopPx, isPhone, inchPx } = measures;
  const heightPx = titleSheetPx(titlePage, format, measures);
  return (
    <article
      className={styles.sheet}
      style={{ top: deskTopPx, height: heightPx }}
      aria-label="Title page"
      lang=""
    >
      {titleLines(titlePage, format).map((line) => (
        <p
          key={`${line.run.yPoints} ${line.run.xPoints}`}
          className={styles.titleRun}
          style={{
            top: topPxOf(line, measures),
            ...(isPhone ? { left: 16, right: 16, textAlign: 'center', whiteSpace: 'pre-wrap' } : {}),
            ...(!isPhone && {
              left: (line.run.xPoints / pointsPerInch) * inchPx,
              minWidth: line.run.text.length * charPx,
            }),
            fontWeight: line.run.isBold ? 700 : 400,
            fontStyle: line.run.isItalic ? 'italic' : 'normal',
            textDecoration: decorationOf(line.run),
          }}
        >
          {line.run.text}
        </p>
      ))}
    </article>
  );
});
