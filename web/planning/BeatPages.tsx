import type { StoryBeat } from '#shared/contract/beats.ts';
import styles from './BeatCard.module.css';
import { driftText, pageRange, usePlanInScript } from './realPages.ts';

/** Show the planned page of a beat beside the actual pages, and the distance between them. */
export function BeatPages({ beat: { id, pageNumber } }: { beat: StoryBeat }) {
  const real = usePlanInScript().beats.get(id);
  if (pageNumber === null && !real) return null;
  const drift = driftText(pageNumber, real);
  return (
    <p className={styles.pages}>
      {pageNumber !== null && <span>Planned p. {pageNumber}</span>}
      {real && (
        <span title={real.scenes === 1 ? '1 scene tells it' : `${real.scenes} scenes tell it`}>
          Script p. {pageRange(real)}
        </span>
      )}
      {drift !== '' && <b className={styles.drift}>{drift}</b>}
    </p>
  );
}
