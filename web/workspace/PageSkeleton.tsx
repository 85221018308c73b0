import type { WorkspaceView } from '#shared/views.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './PageSkeleton.module.css';

/** Columns of a script page: left edge and width in tenths of an inch. */
const lines = [
  { left: 15, width: 30 },
  { left: 15, width: 58 },
  { left: 15, width: 46 },
  { left: 35, width: 8 },
  { left: 25, width: 33 },
  { left: 25, width: 21 },
  { left: 15, width: 55 },
  { left: 35, width: 9 },
  { left: 25, width: 28 },
];

/** Placeholder of a view whose code is being loaded. */
export function PageSkeleton({ view }: { view: WorkspaceView }) {
  if (view.skeleton === 'heading') {
    return (
      <div className={styles.head} role="status" aria-label="Loading">
        <Skeleton width={190} height={28} />
      </div>
    );
  }
  return (
    <div className={styles.desk} role="status" aria-label="Loading">
      <div className={styles.sheet}>
        {lines.map(({ left, width }) => (
          <div
            key={`${left} ${width}`}
            style={{ marginLeft: `${(left / 85) * 100}%`, width: `${(width / 85) * 100}%` }}
          >
            <Skeleton height={12} />
          </div>
        ))}
      </div>
    </div>
  );
}
