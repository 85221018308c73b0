import { Skeleton } from '#web/ui/Skeleton.tsx';
import act from './ActCard.module.css';
import beat from './BeatCard.module.css';
import board from './PlanBoard.module.css';
import styles from './PlanningScreen.module.css';

/** Numbers of placeholder beats in each of three acts. */
const acts = [
  { number: 1, title: '54%', beats: ['a', 'b', 'c'] },
  { number: 2, title: '68%', beats: ['a', 'b'] },
  { number: 3, title: '46%', beats: ['a', 'b', 'c'] },
];

/** Show placeholders while the plan loads. */
export function PlanSkeleton() {
  return (
    <div className={styles.page} role="status" aria-label="Loading the story plan...">
      <div className={styles.comingTension} />
      <Skeleton height={29} />
      <div className={board.board} data-columns={3} aria-hidden="true">
        {acts.map(({ number, title, beats }) => (
          <div key={number} className={`${act.act} ${styles.comingAct}`}>
            <Skeleton width={36} height={12} />
            <Skeleton width={title} height={20} />
            {beats.map((key) => (
              <div key={key} className={`${beat.card} ${styles.comingBeat}`}>
                <Skeleton width="62%" height={12} />
                <Skeleton width="88%" height={10} />
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
