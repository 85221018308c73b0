import type { DualColumn, ElementType } from './element.ts';

interface SpokenPart {
  elementType: ElementType;
  dual: DualColumn | null;
}

/** From the cue up to and without `end`. */
interface Speech {
  start: number;
  end: number;
}

/** The speech that an element is part of; null for what nobody says. */
export function speechAt(elements: readonly SpokenPart[], index: number): Speech | null {
  let start = index;
  while (isSpoken(elements[start])) start--;
  if (elements[start]?.elementType !== 'character') return null;
  let end = start + 1;
  while (isSpoken(elements[end])) end++;
  return { start, end };
}

function isSpoken(part: SpokenPart | undefined): boolean {
  return part?.elementType === 'dialogue' || part?.elementType === 'parenthetical';
}

/**
 * Sets two speeches side by side, or takes them apart again: the speech at `index` with the one before it, or else
 * with the one after it. Gives the column of every element that changes; null where there are no two speeches in a
 * row.
 */
export function toggleDual(
  elements: readonly SpokenPart[],
  index: number,
): { index: number; dual: DualColumn | null }[] | null {
  const speech = speechAt(elements, index);
  if (!speech) return null;
  if (elements[speech.start]?.dual) return takenApart(elements, speech);
  const before = speechAt(elements, speech.start - 1);
  const after = elements[speech.end]?.elementType === 'character' ? speechAt(elements, speech.end) : null;
  if (before && isSingle(elements, before)) return sideBySide(before, speech);
  if (after && isSingle(elements, after)) return sideBySide(speech, after);
  return null;
}

function isSingle(elements: readonly SpokenPart[], { start }: Speech): boolean {
  return elements[start]?.dual === null;
}

function sideBySide(left: Speech, right: Speech): { index: number; dual: DualColumn }[] {
  return [
    ...placesOf(left).map((index) => ({ index, dual: 'left' as const })),
    ...placesOf(right).map((index) => ({ index, dual: 'right' as const })),
  ];
}

/** A block is a run of lefts and a run of rights after it; all of it is taken apart. */
function takenApart(elements: readonly SpokenPart[], { start, end }: Speech) {
  let first = start;
  let last = end - 1;
  const isIn = (at: number, dual: DualColumn) => elements[at]?.dual === dual;
  if (isIn(start, 'right')) while (isIn(first - 1, 'right')) first--;
  while (isIn(first - 1, 'left')) first--;
  if (isIn(last, 'left')) while (isIn(last + 1, 'left')) last++;
  while (isIn(last + 1, 'right')) last++;
  return placesOf({ start: first, end: last + 1 }).map((index) => ({ index, dual: null }));
}

function placesOf({ start, end }: Speech): number[] {
  return Array.from({ length: end - start }, (_, at) => start + at);
}
