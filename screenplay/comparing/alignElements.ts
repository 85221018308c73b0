import { longestIncreasingSubsequence } from '../longestIncreasingSubsequence.ts';
import type { DraftElement } from './draft.ts';
import { type MatchedText, minSimilarity, minSimilarityOfTypes, similarityOf } from './elementTexts.ts';

/** One side of a comparison, with the texts of its elements. */
export interface MatchedSide {
  elements: readonly DraftElement[];
  texts: readonly MatchedText[];
}

/** Indexes of two elements that are versions of each other. */
export type Pair = [before: number, after: number];

/** Maximum pairs of elements that are compared in one gap, and of the words in them. */
const maxPairs = 60_000;
const maxPairWords = 2_000_000;

/** Stands for an anchor after the last elements. */
const end: Pair = [Infinity, Infinity];

/**
 * Pair elements of two lists of indexes in their order, so that as much text as possible is shared.
 * Lists that are too long are divided at texts that both have once.
 */
export function alignElements(
  [before, after]: [MatchedSide, MatchedSide],
  beforeIndexes: readonly number[],
  afterIndexes: readonly number[],
): Pair[] {
  if (beforeIndexes.length === 0 || afterIndexes.length === 0) return [];
  if (isComparable([before, after], beforeIndexes, afterIndexes))
    return alignByWords([before, after], beforeIndexes, afterIndexes);
  const anchors = pairsInOrder(uniquePairs([before, after], beforeIndexes, afterIndexes, 1));
  if (anchors.length === 0) return [];
  const pairs: Pair[] = [];
  let [b, a] = [0, 0];
  for (const [anchorBefore, anchorAfter] of [...anchors, end]) {
    const [fromBefore, fromAfter] = [b, a];
    while (b < beforeIndexes.length && (beforeIndexes[b] as number) < anchorBefore) b++;
    while (a < afterIndexes.length && (afterIndexes[a] as number) < anchorAfter) a++;
    pairs.push(
      ...alignElements([before, after], beforeIndexes.slice(fromBefore, b), afterIndexes.slice(fromAfter, a)),
    );
    if (anchorBefore < Infinity) pairs.push([anchorBefore, anchorAfter]);
    b++;
    a++;
  }
  return pairs;
}

function isComparable(
  [before, after]: [MatchedSide, MatchedSide],
  beforeIndexes: readonly number[],
  afterIndexes: readonly number[],
): boolean {
  const [rows, columns] = [beforeIndexes.length, afterIndexes.length];
  const wordsIn = ({ texts }: MatchedSide, indexes: readonly number[]) =>
    indexes.reduce((sum, index) => sum + (texts[index] as MatchedText).words.length, 0);
  if (rows * columns > maxPairs) return false;
  return wordsIn(before, beforeIndexes) * columns + wordsIn(after, afterIndexes) * rows <= maxPairWords;
}

/** Return the pairs of elements whose text both lists have once, in the order of the second. */
export function uniquePairs(
  [before, after]: [MatchedSide, MatchedSide],
  beforeIndexes: readonly number[],
  afterIndexes: readonly number[],
  minWords: number,
): Pair[] {
  const inBefore = onceByKey(before, beforeIndexes, minWords);
  const inAfter = onceByKey(after, afterIndexes, minWords);
  const pairs: Pair[] = [];
  for (const [key, index] of inAfter) {
    const other = inBefore.get(key);
    if (index >= 0 && other !== undefined && other >= 0) pairs.push([other, index]);
  }
  return pairs.sort((one, other) => one[1] - other[1]);
}

/** Return the index of each text; -1 for a text that several elements have. */
function onceByKey({ texts }: MatchedSide, indexes: readonly number[], minWords: number) {
  const found = new Map<number, number>();
  for (const index of indexes) {
    const { key, words } = texts[index] as MatchedText;
    if (words.length >= minWords) found.set(key, found.has(key) ? -1 : index);
  }
  return found;
}

/** Return the most pairs that are in the same order on both sides. */
export function pairsInOrder(pairs: readonly Pair[]): Pair[] {
  return longestIncreasingSubsequence(pairs.map(([before]) => before)).map((index) => pairs[index] as Pair);
}

/** Return how likely two elements are versions of each other; 0 if they are not. */
export function likenessOf([before, after]: [MatchedSide, MatchedSide], b: number, a: number): number {
  const similarity = similarityOf(before.texts[b] as MatchedText, after.texts[a] as MatchedText);
  const isSameType = before.elements[b]?.elementType === after.elements[a]?.elementType;
  return similarity < (isSameType ? minSimilarity : minSimilarityOfTypes) ? 0 : similarity;
}

/** Words from which the text of an element counts fully: cues repeat, sentences do not. */
const fullWords = 6;

function alignByWords(
  sides: [MatchedSide, MatchedSide],
  beforeIndexes: readonly number[],
  afterIndexes: readonly number[],
): Pair[] {
  const [rows, columns] = [beforeIndexes.length, afterIndexes.length];
  const width = columns + 1;
  /** Best score of the elements from here to the end of both lists. */
  const scores = new Float64Array((rows + 1) * width);
  const gains = new Float64Array((rows + 1) * width);
  for (let i = rows - 1; i >= 0; i--)
    for (let j = columns - 1; j >= 0; j--) {
      const at = i * width + j;
      const gain = gainOf(sides, beforeIndexes[i] as number, afterIndexes[j] as number);
      gains[at] = gain;
      const paired = gain > 0 ? gain + (scores[at + width + 1] as number) : 0;
      scores[at] = Math.max(paired, scores[at + 1] as number, scores[at + width] as number);
    }
  const pairs: Pair[] = [];
  for (let i = 0, j = 0; i < rows && j < columns; ) {
    const at = i * width + j;
    const gain = gains[at] as number;
    const score = scores[at] as number;
    if (gain > 0 && score === gain + (scores[at + width + 1] as number))
      pairs.push([beforeIndexes[i++] as number, afterIndexes[j++] as number]);
    else if (score === scores[at + 1]) j++;
    else i++;
  }
  return pairs;
}

function gainOf(sides: [MatchedSide, MatchedSide], b: number, a: number): number {
  const likeness = likenessOf(sides, b, a);
  const { length } = (sides[0].texts[b] as MatchedText).words;
  return likeness * likeness * (0.3 + (0.7 * Math.min(length, fullWords)) / fullWords);
}
