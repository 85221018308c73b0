import { compareOrder } from '#screenplay/order.ts';
import {
  type BeatContainer,
  beatContainerProblem,
  moveBeat,
  type Plan,
  type PlannedBeat,
} from '#screenplay/plan.ts';
import type { ItemPosition, ReorderContainer } from '#web/ui/reorder/positions.ts';

/** Target position of a beat; the index is counted without the beat itself. */
export interface BeatPosition extends BeatContainer {
  orderIndex: number;
}

/** Return the key of a container for the reorder engine. */
export function containerKeyOf({ actNumber, sequenceId }: BeatContainer): string {
  return `${actNumber}:${sequenceId ?? ''}`;
}

/**
 * Return every container of beats in reading order: act by act its sequences, then its loose beats.
 * Acts are columns, and arrows to the left and right lead to their loose beats.
 */
export function beatContainersOf(plan: Plan): (ReorderContainer & BeatContainer)[] {
  return plan.acts.toSorted(compareOrder).flatMap(({ number }) =>
    [
      ...plan.sequences
        .filter(({ actNumber }) => actNumber === number)
        .sort(compareOrder)
        .map(({ id }) => id),
      null,
    ].map((sequenceId) => {
      const home = { actNumber: number, sequenceId };
      return {
        ...home,
        key: containerKeyOf(home),
        ids: plannedBeatsIn(plan, home).map(({ id }) => id),
        column: number,
        isColumnEntry: sequenceId === null,
      };
    }),
  );
}

/**
 * Return the position in the plan that the reorder engine names; null if its container was deleted.
 */
export function beatPositionOf(plan: Plan, { containerKey, index }: ItemPosition): BeatPosition | null {
  const home = beatContainersOf(plan).find(({ key }) => key === containerKey);
  return home ? { actNumber: home.actNumber, sequenceId: home.sequenceId, orderIndex: index } : null;
}

/** Return whether the move would change nothing. */
export function isUnchangedPosition(plan: Plan, beatId: number, position: BeatPosition): boolean {
  const beat = plan.beats.find(({ id }) => id === beatId);
  return (
    beat !== undefined &&
    beat.actNumber === position.actNumber &&
    beat.sequenceId === position.sequenceId &&
    beat.orderIndex === position.orderIndex
  );
}

/** Return the plan after the drop; the same plan if the beat or the target was deleted. */
export function planAfterDrop(plan: Plan, beatId: number, { orderIndex, ...home }: BeatPosition): Plan {
  return beatContainerProblem(plan, home) ? plan : moveBeat(plan, beatId, home, orderIndex);
}

export function endOfHome(plan: Plan, beatId: number, home: BeatContainer): BeatPosition {
  return { ...home, orderIndex: plannedBeatsIn(plan, home).filter(({ id }) => id !== beatId).length };
}

function plannedBeatsIn(plan: Plan, { actNumber, sequenceId }: BeatContainer): PlannedBeat[] {
  return plan.beats
    .filter((beat) => beat.actNumber === actNumber && beat.sequenceId === sequenceId)
    .sort(compareOrder);
}
