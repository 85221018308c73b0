import type { BeatContainer } from '#screenplay/plan.ts';
import { BeatCard } from './BeatCard.tsx';
import styles from './BeatList.module.css';
import { beatsIn, type StoryPlan } from './board.ts';
import { isUnchangedPosition } from './landing.ts';
import type { DraggedBeat } from './useLift.ts';

export interface BoardState {
  plan: StoryPlan;
  canWrite: boolean;
  editing: ReadonlySet<number>;
  lifted: DraggedBeat | null;
}

/**
 * Show the beats of a sequence, or the loose ones of an act, with the slot where the dragged one
 * will land.
 */
export function BeatList({ board, home, label }: { board: BoardState; home: BeatContainer; label: string }) {
  const { plan, canWrite, editing, lifted } = board;
  const beats = beatsIn(plan, home);
  const slotAt = slotIn(board, home);
  if (beats.length === 0 && slotAt === null) return null;
  const slot = <Slot key="slot" heightPx={lifted?.heightPx ?? 0} />;
  const cards = [];
  let others = 0;
  for (const [index, beat] of beats.entries()) {
    const isLifted = beat.id === lifted?.beatId;
    if (!isLifted && others++ === slotAt) cards.push(slot);
    cards.push(
      <BeatCard
        key={beat.id}
        beat={beat}
        canWrite={canWrite}
        isEditing={editing.has(beat.id)}
        isLifted={isLifted}
        isFirst={index === 0}
        isLast={index === beats.length - 1}
      />,
    );
  }
  if (slotAt !== null && others <= slotAt) cards.push(slot);
  return (
    <ul className={styles.list} aria-label={label}>
      {cards}
    </ul>
  );
}

/** The place of the slot in this home, counted without the beat that is carried. */
function slotIn({ plan, lifted }: BoardState, { actNumber, sequenceId }: BeatContainer): number | null {
  const landing = lifted?.landing;
  if (!landing || landing.actNumber !== actNumber || landing.sequenceId !== sequenceId) return null;
  return isUnchangedPosition(plan, lifted.beatId, landing) ? null : landing.orderIndex;
}

/** As high as the card that lands here. */
function Slot({ heightPx }: { heightPx: number }) {
  return (
    <li className={styles.slot} data-drop="slot" style={{ height: `${heightPx}px` }}>
      Lands here
    </li>
  );
}
