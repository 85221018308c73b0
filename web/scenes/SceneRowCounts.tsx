import { writeEighths } from '#screenplay/layout/eighths.ts';
import { runningTime } from '#screenplay/reports.ts';
import type { StripColour } from '#screenplay/strip.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from './SceneManagerRow.module.css';
import type { SceneRowProps } from './sceneRowProps.ts';

/** Show speakers, page and length of a scene. Their space is reserved until they are known. */
export function SceneRowCounts({
  scene,
  counts,
  colour,
}: Pick<SceneRowProps, 'scene' | 'counts' | 'colour'>) {
  const page = counts?.page ?? scene.pageNumber;
  const cast = counts?.cast.join(', ') ?? '';
  return (
    <>
      <span className={styles.cast} dir="auto" title={cast || undefined}>
        {colour !== null && <VisuallyHidden>{stripNames[colour]}. </VisuallyHidden>}
        {cast !== '' && <VisuallyHidden>Cast: </VisuallyHidden>}
        {cast}
      </span>
      <span className={styles.page}>
        {page !== null && <VisuallyHidden>page </VisuallyHidden>}
        {page}
      </span>
      <span className={styles.eighths}>
        {counts && (
          <>
            {writeEighths(counts.eighths)}
            <VisuallyHidden> pages</VisuallyHidden>
          </>
        )}
      </span>
      <span className={styles.time} title={counts && `${counts.words.toLocaleString('en-US')} words`}>
        {counts && runningTime(counts.eighths)}
      </span>
      <span className={styles.words}>
        {counts?.words.toLocaleString('en-US')}
        {counts && <VisuallyHidden> words</VisuallyHidden>}
      </span>
    </>
  );
}

const stripNames: Record<StripColour, string> = {
  'int-day': 'Interior, day',
  'int-night': 'Interior, night',
  'ext-day': 'Exterior, day',
  'ext-night': 'Exterior, night',
};
