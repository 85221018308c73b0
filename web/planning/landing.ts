import { compareOrder } from '#screenplay/order.ts';
import {
  actNumbered,
  type BeatContainer,
  beatContainerProblem,
  moveBeat,
  type Plan,
  type PlannedBeat,
} from '#screenplay/plan.ts';

/** Target under the dragged beat. */
export type DropTarget = { act: number } | { sequenceId: number } | { beatId: number };

/** Where a beat is to go; its place is counted without itself. */
export interface BeatPosition extends BeatContainer {
  orderIndex: number;
}

/**
 * Return where a drop puts the beat: on an act to the end of its loose beats, on a sequence to its
 * end, on another beat to that beat's place (docs/spec/planning.md). Null: the target was deleted.
 */
export function dropPositionOf(plan: Plan, beatId: number, target: DropTarget): BeatPosition | null {
  if ('act' in target) {
    return actNumbered(plan, target.act)
      ? endOfHome(plan, beatId, { actNumber: target.act, sequenceId: null })
      : null;
  }
  if ('sequenceId' in target) {
    const sequence = plan.sequences.find(({ id }) => id === target.sequenceId);
    return sequence
      ? endOfHome(plan, beatId, { actNumber: sequence.actNumber, sequenceId: sequence.id })
      : null;
  }
  const beat = plan.beats.find(({ id }) => id === target.beatId);
  return beat ? landingOfBeat(beat) : null;
}

export function landingOfBeat({ actNumber, sequenceId, orderIndex }: PlannedBeat): BeatPosition {
  return { actNumber, sequenceId, orderIndex };
}

export function isSameLanding(one: BeatPosition | null, other: BeatPosition | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.actNumber === other.actNumber &&
    one.sequenceId === other.sequenceId &&
    one.orderIndex === other.orderIndex
  );
}

/** Nothing would change. */
export function isUnchangedPosition(plan: Plan, beatId: number, landing: BeatPosition): boolean {
  const beat = plan.beats.find(({ id }) => id === beatId);
  return beat !== undefined && isSameLanding(landingOfBeat(beat), landing);
}

/** The plan after the drop; the same where the beat or its new home is gone. */
export function planAfterDrop(plan: Plan, beatId: number, { orderIndex, ...home }: BeatPosition): Plan {
  return beatContainerProblem(plan, home) ? plan : moveBeat(plan, beatId, home, orderIndex);
}

export function endOfHome(plan: Plan, beatId: number, home: BeatContainer): BeatPosition {
  return { ...home, orderIndex: othersIn(plan, beatId, home).length };
}

/** The beats of one home in their order, without the one that is moved. */
export function othersIn(
  plan: Plan,
  beatId: number,
  { actNumber, sequenceId }: BeatContainer,
): PlannedBeat[] {
  return plan.beats
    .filter((beat) => beat.id !== beatId && beat.actNumber === actNumber && beat.sequenceId === sequenceId)
    .sort(compareOrder);
}

/** Every home in reading order: act by act its sequences, then its loose beats. */
export function beatContainersOf(plan: Plan): BeatContainer[] {
  return plan.acts.toSorted(compareOrder).flatMap(({ number }) => [
    ...plan.sequences
      .filter(({ actNumber }) => actNumber === number)
      .sort(compareOrder)
      .map(({ id }) => ({ actNumber: number, sequenceId: id })),
    { actNumber: number, sequenceId: null },
  ]);
}

export type Arrow = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight';

/**
 * Return the next position in the direction of an arrow key: up and down place by place through all
 * containers, left and right to the loose beats of the neighbouring act. At either end of the board
 * it stays.
 */
export function positionAfterArrow(
  plan: Plan,
  beatId: number,
  from: BeatPosition,
  arrow: Arrow,
): BeatPosition {
  if (arrow === 'ArrowLeft' || arrow === 'ArrowRight') {
    const acts = plan.acts.toSorted(compareOrder);
    const at = acts.findIndex(({ number }) => number === from.actNumber);
    const next = acts[at + (arrow === 'ArrowLeft' ? -1 : 1)];
    // At the top, where it is seen; the other arrows lead on.
    return at >= 0 && next ? { actNumber: next.number, sequenceId: null, orderIndex: 0 } : from;
  }
  const all = beatContainersOf(plan).flatMap((home) =>
    Array.from({ length: othersIn(plan, beatId, home).length + 1 }, (_, orderIndex) => ({
      ...home,
      orderIndex,
    })),
  );
  const at = all.findIndex((each) => isSameLanding(each, from));
  return all[at < 0 ? 0 : at + (arrow === 'ArrowUp' ? -1 : 1)] ?? from;
}
