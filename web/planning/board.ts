import { compareOrder } from '#screenplay/order.ts';
import type { BeatContainer, Plan } from '#screenplay/plan.ts';
import type { Act } from '#shared/contract/acts.ts';
import type { StoryBeat } from '#shared/contract/beats.ts';
import type { Sequence } from '#shared/contract/sequences.ts';
import type { BeatMove } from './beatMoves.data.ts';
import { planAfterDrop } from './beatPositions.ts';
import { withPlaces } from './rows.ts';

/**
 * Return the number of columns on a wide board, chosen so that the last row is full if possible.
 */
export function columnsFor(acts: number): 3 | 4 {
  return acts % 3 === 0 && acts % 4 !== 0 ? 3 : 4;
}

/** The plan with the texts of its cards. */
export interface StoryPlan extends Plan {
  acts: Act[];
  sequences: Sequence[];
  beats: StoryBeat[];
}

/** Return the plan as stored, and as the pending moves will leave it. */
export function storyPlan(
  acts: Act[],
  sequences: Sequence[],
  beats: StoryBeat[],
  moves: readonly BeatMove[] = [],
): StoryPlan {
  const known = { acts: acts.toSorted(compareOrder), sequences, beats, scenes: [] };
  const after = moves.reduce<Plan>(
    (plan, { beatId, ...landing }) => planAfterDrop(plan, beatId, landing),
    known,
  );
  return { ...known, beats: withPlaces(beats, after.beats) };
}

export function beatsIn(plan: StoryPlan, { actNumber, sequenceId }: BeatContainer): StoryBeat[] {
  return plan.beats
    .filter((beat) => beat.actNumber === actNumber && beat.sequenceId === sequenceId)
    .sort(compareOrder);
}

export function sequencesIn(plan: StoryPlan, actNumber: number): Sequence[] {
  return plan.sequences.filter((sequence) => sequence.actNumber === actNumber).sort(compareOrder);
}

/** Return the number of pages, at least one: an act may end before its start (decision OQ-86). */
export function pagesOf({ startPage, endPage }: Pick<Act, 'startPage' | 'endPage'>): number {
  return Math.max(1, endPage - startPage + 1);
}

/**
 * Return a sentence with the figures of the plan and the script's pages if there are any; every
 * screen uses it.
 */
export function planFigures({ acts, beats }: StoryPlan, scriptPages = 0): string {
  const pages = scriptPages || acts.reduce((sum, act) => sum + pagesOf(act), 0);
  return [countOf(acts.length, 'act'), countOf(pages, 'page'), countOf(beats.length, 'beat')].join(', ');
}

export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? noun : `${noun}s`}`;
}

/** Return the name of a container. */
export function homeName(plan: StoryPlan, { actNumber, sequenceId }: BeatContainer): string {
  const sequence = plan.sequences.find(({ id }) => id === sequenceId);
  return sequence ? `${sequence.name}, act ${actNumber}` : `loose beats of act ${actNumber}`;
}
