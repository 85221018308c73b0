import { compareOrder, type Placed } from './order.ts';
import type { BeatContainer, PlannedAct, PlannedSequence } from './plan.ts';

/** What says which beat comes after which. */
export interface StoryParts<Beat> {
  acts: readonly PlannedAct[];
  sequences: readonly PlannedSequence[];
  beats: readonly Beat[];
}

/**
 * The beats as the story tells them: act by act, in an act sequence by sequence and then its loose beats, as the board
 * shows them. A beat whose sequence is not there counts as a loose one; beats of an act that is not there come last.
 */
export function inStoryOrder<Beat extends Placed & BeatContainer>({
  acts,
  sequences,
  beats,
}: StoryParts<Beat>): Beat[] {
  const actRanks = ranksOf(acts.toSorted(compareOrder).map(({ number }) => number));
  const sequenceRanks = ranksOf(sequences.toSorted(compareOrder).map(({ id }) => id));
  const actRank = ({ actNumber }: Beat) => actRanks.get(actNumber) ?? acts.length + actNumber;
  const sequenceRank = ({ sequenceId }: Beat) => sequenceRanks.get(sequenceId ?? -1) ?? sequences.length;
  return beats.toSorted(
    (a, b) => actRank(a) - actRank(b) || sequenceRank(a) - sequenceRank(b) || compareOrder(a, b),
  );
}

/** How far through the story the beat of that rank (0 to count - 1) is: 0 to 1, and 0 for the only one (decision OQ-87). */
export function positionByRank(rank: number, count: number): number {
  return count < 2 ? 0 : rank / (count - 1);
}

function ranksOf(keys: readonly number[]): Map<number, number> {
  return new Map(keys.map((key, rank) => [key, rank]));
}
