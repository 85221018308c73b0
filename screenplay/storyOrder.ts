import { compareOrder, type Placed } from './order.ts';
import type { BeatContainer, PlannedAct, PlannedSequence } from './plan.ts';

/** Acts, sequences and beats; together they determine the order of the beats. */
export interface StoryParts<Beat> {
  acts: readonly PlannedAct[];
  sequences: readonly PlannedSequence[];
  beats: readonly Beat[];
}

/**
 * Sort the beats in story order: by act, within an act by sequence and then the loose beats, as on
 * the board. A beat of an unknown sequence counts as loose. Beats of an unknown act come last.
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

/**
 * Return the position of a beat in the story, from 0 to 1; 0 for a single beat (decision OQ-87).
 * `rank` is from 0 to count - 1.
 */
export function positionByRank(rank: number, count: number): number {
  return count < 2 ? 0 : rank / (count - 1);
}

function ranksOf(keys: readonly number[]): Map<number, number> {
  return new Map(keys.map((key, rank) => [key, rank]));
}
