import type { DualColumn, ScriptElement } from './element.ts';
import { isCueType, isSpeechType } from './elementTypes/predicates.ts';

type SpokenPart = Pick<ScriptElement, 'elementType' | 'dual'>;

/** Range of elements from the cue (inclusive) to `end` (exclusive). */
interface Speech {
  start: number;
  end: number;
}

/** Return the speech that contains an element; null for an element outside of speeches. */
export function speechAt(elements: readonly SpokenPart[], index: number): Speech | null {
  let start = index;
  while (isSpoken(elements[start])) start--;
  if (!isCueType(elements[start]?.elementType)) return null;
  let end = start + 1;
  while (isSpoken(elements[end])) end++;
  return { start, end };
}

function isSpoken(part: SpokenPart | undefined): boolean {
  return isSpeechType(part?.elementType);
}

/**
 * Set two speeches side by side, or separate them again. The speech at `index` is paired with the
 * one before it, or else with the one after it. Return the column of every element that changes;
 * null when there are no two adjacent speeches.
 */
export function toggleDual(
  elements: readonly SpokenPart[],
  index: number,
): { index: number; dual: DualColumn | null }[] | null {
  const speech = speechAt(elements, index);
  if (!speech) return null;
  if (elements[speech.start]?.dual) return separateBlock(elements, speech);
  const before = speechAt(elements, speech.start - 1);
  const after = isCueType(elements[speech.end]?.elementType) ? speechAt(elements, speech.end) : null;
  if (before && isSingle(elements, before)) return pairSpeeches(before, speech);
  if (after && isSingle(elements, after)) return pairSpeeches(speech, after);
  return null;
}

function isSingle(elements: readonly SpokenPart[], { start }: Speech): boolean {
  return elements[start]?.dual === null;
}

function pairSpeeches(left: Speech, right: Speech): { index: number; dual: DualColumn }[] {
  return [
    ...indexesOf(left).map((index) => ({ index, dual: 'left' as const })),
    ...indexesOf(right).map((index) => ({ index, dual: 'right' as const })),
  ];
}

/** Separate a whole block: a run of left columns and the run of right columns after it. */
function separateBlock(elements: readonly SpokenPart[], { start, end }: Speech) {
  let first = start;
  let last = end - 1;
  const isIn = (at: number, dual: DualColumn) => elements[at]?.dual === dual;
  if (isIn(start, 'right')) while (isIn(first - 1, 'right')) first--;
  while (isIn(first - 1, 'left')) first--;
  if (isIn(last, 'left')) while (isIn(last + 1, 'left')) last++;
  while (isIn(last + 1, 'right')) last++;
  return indexesOf({ start: first, end: last + 1 }).map((index) => ({ index, dual: null }));
}

function indexesOf({ start, end }: Speech): number[] {
  return Array.from({ length: end - start }, (_, at) => start + at);
}
