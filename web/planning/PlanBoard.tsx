import { ReorderArea } from '#web/ui/reorder/ReorderArea.tsx';
import type { Reorder } from '#web/ui/reorder/useReorder.ts';
import { ActCard } from './ActCard.tsx';
import { BeatPreview } from './BeatPreview.tsx';
import { columnsFor, type StoryPlan } from './board.ts';
import styles from './PlanBoard.module.css';

interface BoardProps {
  plan: StoryPlan;
  canWrite: boolean;
  editing: ReadonlySet<number>;
  reorder: Reorder;
  isAdding: boolean;
}

/** Show a card for each act. Beats move between them by mouse, touch and keyboard. */
export function PlanBoard({ plan, canWrite, editing, reorder, isAdding }: BoardProps) {
  const { setRoot, held } = reorder;
  const board = { plan, canWrite, editing, held };
  return (
    <ReorderArea
      reorder={reorder}
      canReorder={canWrite}
      grabBy="item"
      previewOf={(beatId) => <BeatPreview plan={plan} beatId={beatId} />}
    >
      <div
        ref={setRoot}
        className={styles.board}
        data-columns={columnsFor(plan.acts.length)}
        data-carrying={held?.by === 'pointer' || undefined}
      >
        {plan.acts.map((act) => (
          <ActCard key={act.id} act={act} board={board} isAdding={isAdding} />
        ))}
      </div>
    </ReorderArea>
  );
}
