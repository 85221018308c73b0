import { memo } from 'react';
import type { ScriptFormat } from '#screenplay/format.ts';
import { linePoints, pageBoxOf, pointsPerInch } from '#screenplay/layout/metrics.ts';
import { placeRunning } from '#screenplay/layout/setText.ts';
import { decorationOf } from './decoration.ts';
import type { Measures } from './measures.ts';
import styles from './Sheet.module.css';

interface RunningLinesProps {
  number: number;
  pages: number;
  fileName: string;
  measures: Measures;
  format: ScriptFormat;
}

/** Header and footer of a page, as in the PDF. On a phone there is room for the number only. */
export const RunningLines = memo(function RunningLines(props: RunningLinesProps) {
  const { number, pages, fileName, measures, format } = props;
  const { inchPx, linePx, isPhone } = measures;
  if (isPhone) return number > 1 && <span className={styles.number}>{number}.</span>;
  const { heightPoints } = pageBoxOf(format);
  const runs = placeRunning(format, null, number - 1, pages, { fileName, date: today() });
  const isFoot = ({ yPoints }: { yPoints: number }) => yPoints > heightPoints / 2;
  const head = runs.filter((run) => !isFoot(run));
  const foot = runs.filter(isFoot);
  const top = Math.min(...head.map(({ yPoints }) => yPoints));
  const bottom = Math.max(...foot.map(({ yPoints }) => yPoints));
  return runs.map((run) => {
    const isBelow = isFoot(run);
    const lines = (isBelow ? bottom - run.yPoints : run.yPoints - top) / linePoints;
    const { isBold, isItalic, text, xPoints, yPoints } = run;
    return (
      <span
        key={`${yPoints} ${xPoints}`}
        className={isBelow ? `${styles.number} ${styles.foot}` : styles.number}
        style={{
          left: (xPoints / pointsPerInch) * inchPx,
          [isBelow ? 'marginBottom' : 'marginTop']: lines * linePx,
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
