import { diffIndices } from 'node-diff3';

/** Range of plain text, from `start` (inclusive) to `end` (exclusive). */
export interface Anchor {
  start: number;
  end: number;
}

// A word, white space, or any other single character.
const parts = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}\p{N}]+)*|\s+|[\s\S]/gu;
const wordCharacter = /[\p{L}\p{N}]/u;

// Diffing takes time proportional to the pairs of equal parts. Above this limit the middle counts
// as rewritten.
const maxPairs = 50_000;

/**
 * Follow a range of text through an edit. `before` and `after` are plain text (plainText in
 * emphasis.ts). Text typed inside the range is included; text typed at its edges is not. Return
 * null when nothing meaningful is left: no word or, if the range had no words, no visible
 * character.
 */
export function moveAnchor(before: string, after: string, { start, end }: Anchor): Anchor | null {
  if (start < 0 || end > before.length || start >= end) return null;
  // Upper-casing a text, as headings do, does not move its ranges.
  const isSameText = before.length === after.length && before.toUpperCase() === after.toUpperCase();
  if (isSameText) return { start, end };
  const needsWord = wordCharacter.test(before.slice(start, end));
  let from = -1;
  let to = -1;
  let hasMeaning = false;
  for (const unchanged of unchangedRuns(before, after)) {
    const first = Math.max(start, unchanged.before);
    const last = Math.min(end, unchanged.before + unchanged.length);
    if (first >= last) continue;
    const text = before.slice(first, last);
    hasMeaning ||= needsWord ? wordCharacter.test(text) : text.trim() !== '';
    const shift = unchanged.after - unchanged.before;
    if (from < 0) from = first + shift;
    to = last + shift;
  }
  if (!hasMeaning && before.slice(start, end).trim() !== '') return null;
  return from < 0 ? null : { start: from, end: to };
}

/**
 * Characters that both texts have in common, at offset `before` in one and `after` in the other.
 */
interface UnchangedRun {
  before: number;
  after: number;
  length: number;
}

/** Return the runs of text that an edit left unchanged, in order. */
function unchangedRuns(before: string, after: string): UnchangedRun[] {
  const old = before.match(parts) ?? [];
  const current = after.match(parts) ?? [];
  let head = 0;
  while (head < old.length && head < current.length && old[head] === current[head]) head++;
  let tail = 0;
  const shorter = Math.min(old.length, current.length) - head;
  while (tail < shorter && old.at(-1 - tail) === current.at(-1 - tail)) tail++;
  const runs: UnchangedRun[] = [];
  const add = (run: UnchangedRun) => {
    if (run.length > 0) runs.push(run);
  };
  const headLength = lengthOf(old, 0, head);
  add({ before: 0, after: 0, length: headLength });
  let at = { old: head, current: head, before: headLength, after: headLength };
  const oldEnd = old.length - tail;
  const currentEnd = current.length - tail;
  for (const change of changesBetween(old.slice(head, oldEnd), current.slice(head, currentEnd))) {
    const unchangedLength = lengthOf(old, at.old, head + change.oldFrom);
    add({ before: at.before, after: at.after, length: unchangedLength });
    const changed = { before: at.before + unchangedLength, after: at.after + unchangedLength };
    const oldLength = lengthOf(old, head + change.oldFrom, head + change.oldTo);
    const currentLength = lengthOf(current, head + change.currentFrom, head + change.currentTo);
    for (const run of commonEnds(
      before.slice(changed.before, changed.before + oldLength),
      after.slice(changed.after, changed.after + currentLength),
    ))
      add({ before: changed.before + run.before, after: changed.after + run.after, length: run.length });
    at = {
      old: head + change.oldTo,
      current: head + change.currentTo,
      before: changed.before + oldLength,
      after: changed.after + currentLength,
    };
  }
  add({ before: at.before, after: at.after, length: before.length - at.before });
  return runs;
}

interface Change {
  oldFrom: number;
  oldTo: number;
  currentFrom: number;
  currentTo: number;
}

/** Return the ranges of parts in which two texts differ. */
function changesBetween(old: readonly string[], current: readonly string[]): Change[] {
  if (old.length === 0 && current.length === 0) return [];
  const whole = [{ oldFrom: 0, oldTo: old.length, currentFrom: 0, currentTo: current.length }];
  if (old.length === 0 || current.length === 0) return whole;
  // Compare numbers instead of parts: the library uses the compared values as keys of a plain
  // object.
  const numbers = new Map<string, number>();
  const counts = new Map<number, number>();
  const numberOf = (part: string) => {
    const known = numbers.get(part) ?? numbers.size;
    numbers.set(part, known);
    return known;
  };
  const a = old.map(numberOf);
  const b = current.map(numberOf);
  for (const part of a) counts.set(part, (counts.get(part) ?? 0) + 1);
  if (b.reduce((sum, part) => sum + (counts.get(part) ?? 0), 0) > maxPairs) return whole;
  return diffIndices(a, b).map(
    ({ buffer1: [oldFrom, oldLength], buffer2: [currentFrom, currentLength] }) => ({
      oldFrom,
      oldTo: oldFrom + oldLength,
      currentFrom,
      currentTo: currentFrom + currentLength,
    }),
  );
}

/**
 * Return the common start and end of a rewritten range. If together they make up less than half of
 * the old text, the range counts as replaced and the result is empty.
 */
function commonEnds(old: string, current: string): UnchangedRun[] {
  const max = Math.min(old.length, current.length);
  let head = 0;
  while (head < max && old[head] === current[head]) head++;
  let tail = 0;
  while (tail < max - head && old.at(-1 - tail) === current.at(-1 - tail)) tail++;
  if ((head + tail) * 2 < old.length) return [];
  return [
    { before: 0, after: 0, length: head },
    { before: old.length - tail, after: current.length - tail, length: tail },
  ];
}

function lengthOf(all: readonly string[], from: number, to: number): number {
  let length = 0;
  for (let i = from; i < to; i++) length += all[i]?.length ?? 0;
  return length;
}
