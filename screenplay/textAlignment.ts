import { diffComm } from 'node-diff3';
import { commonPrefixAndSuffix, maxPairs, pairsOf, wordPattern } from './merge.ts';

/**
 * Align a changed text with its previous version. The result has an offset into `before` for each
 * UTF-16 unit of `after`. For an inserted unit it is -1 - offset of the unit it replaced or else
 * followed; at the very start of the text it is -1, which also stands for offset 0. Words are
 * compared first, then letters within changed words. In texts that are too long to compare, only
 * the common start and end are aligned.
 */
export function alignTexts(before: string, after: string): Int32Array {
  const places = new Int32Array(after.length);
  const known = new Map<string, number>();
  const [a, b] = [partsOf(before, known), partsOf(after, known)];
  const [head, tail] = commonPrefixAndSuffix([a.numbers, b.numbers]);
  const middle = [
    a.numbers.slice(head, a.numbers.length - tail),
    b.numbers.slice(head, b.numbers.length - tail),
  ];
  const [middleA = [], middleB = []] = middle;
  let [at, to] = [0, 0];
  const same = (length: number) => {
    for (let i = 0; i < length; i++) places[to++] = at++;
  };
  const changed = (removed: number, added: number) => {
    const [old, current] = [before.slice(at, at + removed), after.slice(to, to + added)];
    const shortest = Math.min(removed, added);
    let start = 0;
    while (start < shortest && old[start] === current[start]) start++;
    let end = 0;
    while (end < shortest - start && old[removed - 1 - end] === current[added - 1 - end]) end++;
    // If several letters could be the inserted or deleted ones, choose the first: typed text then
    // follows existing text.
    const [longer, by] = added > removed ? [current, added - removed] : [old, removed - added];
    if (start + end === shortest)
      while (by > 0 && start > 0 && longer[start - 1] === longer[start + by - 1]) {
        start--;
        end++;
      }
    same(start);
    const isTypedOver = removed > start + end;
    const place = isTypedOver ? at : Math.max(0, at - 1);
    for (let i = start + end; i < added; i++) places[to++] = -1 - place;
    at += removed - start - end;
    same(end);
  };
  // The leading space added to both texts does not count.
  const lengthOf = (text: ReturnType<typeof partsOf>, from: number, count: number) =>
    Math.max(0, (text.ends[from + count] as number) - 1) - Math.max(0, (text.ends[from] as number) - 1);
  let [partA, partB] = [0, 0];
  const step = (isSame: boolean, countA: number, countB: number) => {
    const [removed, added] = [lengthOf(a, partA, countA), lengthOf(b, partB, countB)];
    if (!isSame) changed(removed, added);
    else {
      // If a word is first in only one text, the other has one more space.
      if (removed > added) at += removed - added;
      for (let i = removed; i < added; i++) places[to++] = -1 - Math.max(0, at - 1);
      same(Math.min(removed, added));
    }
    partA += countA;
    partB += countB;
  };
  step(true, head, head);
  if (pairsOf(middleA, middleB) > maxPairs) step(false, middleA.length, middleB.length);
  else {
    for (const part of diffComm(middleA, middleB)) {
      if (part.common) step(true, part.common.length, part.common.length);
      else step(false, part.buffer1.length, part.buffer2.length);
    }
  }
  step(true, tail, tail);
  return places;
}

/** Return whether a value of alignTexts is of an inserted unit. */
export function isInsertedUnit(place: number): boolean {
  return place < 0;
}

/**
 * Return the offset in `before` of a value of alignTexts. For an inserted unit it is the offset of
 * its neighbour.
 */
export function sourceOffsetOf(place: number): number {
  return place < 0 ? -1 - place : place;
}

/**
 * Split a text into word numbers and their end offsets. The leading space makes the first word like
 * any other.
 */
function partsOf(text: string, known: Map<string, number>): { numbers: number[]; ends: number[] } {
  const ends = [0];
  let end = 0;
  const numbers = (` ${text}`.match(wordPattern) ?? []).map((part) => {
    end += part.length;
    ends.push(end);
    const number = known.get(part) ?? known.size;
    known.set(part, number);
    return number;
  });
  return { numbers, ends };
}

/** Range of a changed text and the index of the run that it belongs to. */
export interface Stretch {
  run: number;
  text: string;
}

/**
 * Assign the text of `after` to the runs that made up the previous text. Runs without text are left
 * out.
 */
export function alignRuns(runs: readonly string[], after: string): Stretch[] {
  const owners: number[] = [];
  for (const [run, text] of runs.entries()) for (let at = 0; at < text.length; at++) owners.push(run);
  const places = alignTexts(runs.join(''), after);
  const stretches: Stretch[] = [];
  for (let at = 0; at < after.length; at++) {
    const run = owners[sourceOffsetOf(places[at] as number)] ?? 0;
    const last = stretches.at(-1);
    if (last?.run === run) last.text += after[at];
    else stretches.push({ run, text: after[at] as string });
  }
  return stretches;
}
