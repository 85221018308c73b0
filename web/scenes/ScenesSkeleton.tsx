import { PageHead } from '#web/ui/PageHead.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import act from './ActSection.module.css';
import frame from './Frame.module.css';
import board from './SceneBoard.module.css';
import { SceneColumns } from './SceneColumns.tsx';
import list from './SceneManagerList.module.css';
import row from './SceneManagerRow.module.css';
import screen from './ScenesScreen.module.css';
import styles from './ScenesSkeleton.module.css';
import type { SceneView } from './useSceneView.ts';

/** Widths of placeholder headings. */
const headings = [38, 62, 54, 47, 58, 41, 66, 35, 52, 60, 44, 57, 39, 63].map((width, place) => ({
  place,
  width: `${width}%`,
}));
const frames = headings.slice(0, 12);

/** Show placeholders in the grid of the view while it loads. */
export function ScenesSkeleton({ view }: { view: SceneView }) {
  return (
    <div className={styles.view}>
      <PageHead title="Scene Manager" facts="">
        <div className={screen.tools} aria-hidden="true">
          <span className={styles.button} />
          <span className={styles.button} />
        </div>
      </PageHead>
      <div role="status" aria-label="Loading scenes">
        {view === 'storyboard' ? <Board /> : <List />}
      </div>
    </div>
  );
}

function List() {
  return (
    <div className={list.list} data-without-notes aria-hidden="true">
      <SceneColumns />
      <div className={`${act.head} ${styles.act}`}>
        <Skeleton width={180} height={16} />
      </div>
      {headings.map(({ place, width }) => (
        <div key={place} className={row.item}>
          <div className={row.row}>
            <i className={row.strip} />
            <span className={row.number} />
            <span className={row.picture} />
            <span className={row.heading}>
              <Skeleton width={width} height={12} />
            </span>
            <span className={row.cast}>
              <Skeleton width="56%" height={10} />
            </span>
            <span className={row.shots} />
            <span className={styles.page}>
              <Skeleton height={10} />
            </span>
          </div>
        </div>
      ))}
    </div>
  );
}

function Board() {
  return (
    <div className={board.sheet} aria-hidden="true">
      <div className={`${board.head} ${styles.line}`}>
        <Skeleton width={150} height={18} />
        <Skeleton width={120} height={18} />
      </div>
      <div className={board.grid}>
        {frames.map(({ place, width }) => (
          <div key={place}>
            <div className={`${frame.picture} ${styles.line}`} />
            <div className={styles.caption}>
              <Skeleton width={width} height={12} />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
