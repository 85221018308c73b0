import type { BeatContainer } from '#screenplay/plan.ts';
import { DropSlot } from '#web/ui/reorder/DropSlot.tsx';
import type { HeldItem } from '#web/ui/reorder/ItemMover.ts';
import { slotIn } from '#web/ui/reorder/positions.ts';
import { BeatCard } from './BeatCard.tsx';
import styles from './BeatList.module.css';
import { containerKeyOf } from './beatPositions.ts';
import { beatsIn, type StoryPlan } from './board.ts';

export interface BoardState {
  plan: StoryPlan;
  canWrite: boolean;
  editing: ReadonlySet<number>;
  held: HeldItem | null;
}

/**
 * Show the beats of a sequence, or the loose ones of an act, with the slot where the held one will
 * land.
 */
export function BeatList({ board, home, label }: { board: BoardState; home: BeatContainer; label: string }) {
  const { plan, canWrite, editing, held } = board;
  const beats = beatsIn(plan, home);
  const container = { key: containerKeyOf(home), ids: beats.map(({ id }) => id) };
  const slotPosition = held && slotIn(container, held.id, held.position);
  if (beats.length === 0 && !slotPosition) return null;
  const slot = <DropSlot key="slot" className={styles.slot} heightPx={held?.heightPx} />;
  return (
    <ul className={styles.list} aria-label={label}>
      {beats.map((beat, index) => [
        slotPosition?.beforeId === beat.id && slot,
        <BeatCard
          key={beat.id}
          beat={beat}
          canWrite={canWrite}
          isEditing={editing.has(beat.id)}
          isLifted={beat.id === held?.id}
          isFirst={index === 0}
          isLast={index === beats.length - 1}
        />,
      ])}
      {slotPosition?.beforeId === null && slot}
    </ul>
  );
}
