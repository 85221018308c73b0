import { Skeleton } from '#web/ui/Skeleton.tsx';
import board from './PlanBoard.module.css';
import styles from './PlanningScreen.module.css';

/** Beats in each of three acts, as they may come. */
const acts = [
  { act: 1, beats: ['a', 'b', 'c'] },
  { act: 2, beats: ['a', 'b'] },
  { act: 3, beats: ['a', 'b', 'c'] },
];

export function PlanSkeleton() {
  return (
    <div className={styles.page} role="status" aria-label="Loading the story plan...">
      <Skeleton height={46} />
      <Skeleton height={29} />
      <div className={board.board} data-columns={3}>
        {acts.map(({ act, beats }) => (
          <div key={act} className={styles.coming}>
            <Skeleton height={3} />
            <Skeleton width="60%" height={26} />
            {beats.map((beat) => (
              <Skeleton key={beat} height={67} />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
