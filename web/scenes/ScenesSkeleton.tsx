import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './ScenesSkeleton.module.css';
import type { SceneView } from './useSceneView.ts';

const rows = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/** The shapes of the view that comes. */
export function ScenesSkeleton({ view }: { view: SceneView }) {
  return (
    <div role="status" aria-label="Loading scenes">
      <div className={styles.head}>
        <Skeleton width={210} height={28} />
        <Skeleton width={90} height={14} />
      </div>
      {view === 'storyboard' ? (
        <div className={styles.board}>
          {rows.map((row) => (
            <Skeleton key={row} aspectRatio={2.35} />
          ))}
        </div>
      ) : (
        <div className={styles.list}>
          <Skeleton width={240} height={22} />
          {rows.map((row) => (
            <Skeleton key={row} height={34} />
          ))}
        </div>
      )}
    </div>
  );
}
