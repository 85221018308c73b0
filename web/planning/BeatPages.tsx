import type { StoryBeat } from '#shared/contract/beats.ts';
import styles from './BeatCard.module.css';
import { driftText, pageRange, usePlanInScript } from './realPages.ts';

/** Show the planned page of a beat, its actual pages, and their difference. */
export function BeatPages({ beat: { id, pageNumber } }: { beat: StoryBeat }) {
  const real = usePlanInScript().beats.get(id);
  if (pageNumber === null && !real) return null;
  const drift = driftText(pageNumber, real);
  return (
    <p className={styles.pages}>
      {pageNumber !== null && <span>Planned p. {pageNumber}</span>}
      {real && (
        <span title={real.scenes === 1 ? '1 scene belongs to it' : `${real.scenes} scenes belong to it`}>
          Script p. {pageRange(real.startLabel, real.endLabel)}
        </span>
      )}
      {drift !== '' && <b className={styles.drift}>{drift}</b>}
    </p>
  );
}
