import type { VisiblePages } from '../scriptScreen.ts';
import styles from './VisitMarks.module.css';

interface VisitMarksProps extends VisiblePages {
  changedIds: ReadonlySet<number>;
}

/**
 * Distance of a mark from the left edge of a sheet; smaller on a phone, which has a narrow margin.
 */
const markInches = 0.5;
const phoneMarkPx = 4;

/** Marks in the left margin beside what others changed since the last visit. */
export function VisitMarks({ pieces, changedIds, measures }: VisitMarksProps) {
  const { sheetLeftPx, inchPx, linePx, isPhone } = measures;
  const left = sheetLeftPx + (isPhone ? phoneMarkPx : markInches * inchPx);
  return pieces
    .filter(({ element, lines }) => changedIds.has(element.id) && lines.length > 0)
    .map(({ element, page, topPx, abovePx, lines }) => (
      <div
        key={`${element.id}.${page}`}
        role="img"
        aria-label="Changed since your last visit"
        className={styles.mark}
        style={{ top: topPx + abovePx, left, height: lines.length * linePx }}
      />
    ));
}
