import { memo } from 'react';
import type { TitlePage } from '#screenplay/element.ts';
import type { ScriptFormat } from '#screenplay/format.ts';
import { baselinePoints, pointsPerInch } from '#screenplay/layout/metrics.ts';
import { type NarrowTitleLine, narrowTitleLines } from '#screenplay/layout/titleLines.ts';
import { placeTitlePages } from '#screenplay/layout/titlePage.ts';
import type { TextRun } from '#screenplay/layout/types.ts';
import { decorationOf } from './decoration.ts';
import { type Measures, phoneMarginPx } from './measures.ts';
import styles from './Sheet.module.css';

interface TitleSheetProps {
  titlePage: TitlePage;
  format: ScriptFormat;
  measures: Measures;
}

/** Return the height of the title sheets and the gaps below them; 0 without text. */
export function titleSheetsPx(titlePage: TitlePage, format: ScriptFormat, measures: Measures): number {
  const { isPhone, paperPx, gapPx } = measures;
  if (!isPhone) {
    const pages = placeTitlePages(titlePage, format);
    return pages.some((runs) => runs.length > 0) ? pages.length * (paperPx + gapPx) : 0;
  }
  const last = phoneLines(titlePage, format, measures).at(-1);
  return last ? phoneSheetPx(last, measures) + gapPx : 0;
}

function phoneLines(titlePage: TitlePage, format: ScriptFormat, { sheetPx, charPx }: Measures) {
  const capacity = Math.max(1, Math.floor((sheetPx - 2 * phoneMarginPx) / charPx));
  return narrowTitleLines(titlePage, format, capacity);
}

function phoneSheetPx({ slot }: NarrowTitleLine, { linePx, headPx }: Measures): number {
  return (slot + 1) * linePx + 2 * headPx;
}

/** The title pages as the PDF prints them. On a phone they are one column. */
export const TitleSheet = memo(function TitleSheet({ titlePage, format, measures }: TitleSheetProps) {
  const { deskTopPx, isPhone, inchPx, paperPx, gapPx } = measures;
  if (isPhone) return <PhoneTitle {...{ titlePage, format, measures }} />;
  const toPx = (points: number) => (points / pointsPerInch) * inchPx;
  return placeTitlePages(titlePage, format).map((runs, page) => (
    <article
      // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number
      key={page}
      className={styles.sheet}
      style={{ top: deskTopPx + page * (paperPx + gapPx), height: paperPx }}
      aria-label={page === 0 ? 'Title page' : `Title page ${page + 1}`}
      lang=""
    >
      {runs.map((run) => (
        <p
          key={`${run.yPoints} ${run.xPoints}`}
          className={styles.titleRun}
          style={{
            top: toPx(run.yPoints - baselinePoints),
            left: toPx(run.xPoints),
            ...styleOf(run),
          }}
        >
          {run.text}
        </p>
      ))}
    </article>
  ));
});

function PhoneTitle({ titlePage, format, measures }: TitleSheetProps) {
  const lines = phoneLines(titlePage, format, measures);
  const last = lines.at(-1);
  return (
    <article
      className={styles.sheet}
      style={{ top: measures.deskTopPx, height: last && phoneSheetPx(last, measures) }}
      aria-label="Title page"
      lang=""
    >
      {lines.map(({ slot, runs }) => (
        <p
          key={slot}
          className={styles.titleRun}
          style={{ top: slot * measures.linePx, left: 0, right: 0, textAlign: 'center' }}
        >
          {runs.map((run) => (
            <span key={`${run.xPoints} ${run.text}`} style={styleOf(run)}>
              {run.text}
            </span>
          ))}
        </p>
      ))}
    </article>
  );
}

function styleOf(run: TextRun) {
  return {
    fontWeight: run.isBold ? 700 : 400,
    fontStyle: run.isItalic ? 'italic' : 'normal',
    textDecoration: decorationOf(run),
  };
}
