import { memo } from 'react';
import type { ScriptFormat } from '#screenplay/format.ts';
import { baselinePoints, linePoints, pageBoxOf, pointsPerInch } from '#screenplay/layout/metrics.ts';
import { placeRunning } from '#screenplay/layout/setText.ts';
import type { RevisionFacts } from '#screenplay/revisions/shownMarks.ts';
import { decorationOf } from './decoration.ts';
import type { Measures } from './measures.ts';
import styles from './Sheet.module.css';

interface RunningLinesProps {
  number: number;
  pages: number;
  /** Labels of the page and of the last one, if the pages are locked. */
  label: string | undefined;
  lastLabel: string | undefined;
  /** Values of header fields that revisions have. */
  revised: RevisionFacts | null | undefined;
  fileName: string;
  measures: Measures;
  format: ScriptFormat;
}

/** Header and footer of a page, as in the PDF. On a phone there is room for the number only. */
export const RunningLines = memo(function RunningLines(props: RunningLinesProps) {
  const { number, pages, label, lastLabel = '', revised, fileName, measures, format } = props;
  const { inchPx, isPhone } = measures;
  if (isPhone) return number > 1 && <span className={styles.number}>{label ?? number}.</span>;
  const { heightPoints } = pageBoxOf(format);
  const labels = label === undefined ? undefined : { number: label, last: lastLabel };
  const runs = placeRunning(format, null, number - 1, pages, { fileName, date: today(), revised }, labels);
  const toPx = (points: number) => (points / pointsPerInch) * inchPx;
  return runs.map((run) => {
    const { isBold, isItalic, text, xPoints, yPoints } = run;
    const topPoints = yPoints - baselinePoints;
    return (
      <span
        key={`${yPoints} ${xPoints}`}
        className={styles.number}
        style={{
          left: toPx(xPoints),
          // From the bottom in the lower half: a sheet with pictures is higher than the paper.
          ...(yPoints < heightPoints / 2
            ? { top: toPx(topPoints) }
            : { bottom: toPx(heightPoints - topPoints - linePoints) }),
          fontWeight: isBold ? 700 : 400,
          fontStyle: isItalic ? 'italic' : 'normal',
          textDecoration: decorationOf(run),
        }}
      >
        {text}
      </span>
    );
  });
});

/** Return the date as the PDF prints it. */
function today(): string {
  return new Date().toLocaleDateString('en-US', { dateStyle: 'long' });
}
