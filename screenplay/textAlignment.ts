import { diffComm } from 'node-diff3';
import { commonPrefixAndSuffix, maxPairs, pairsOf, wordPattern } from './merge.ts';

/**
 * Lays a changed text over what it was: for each UTF-16 unit of `after` its place in `before`. A unit that is new has
 * the place of the one it was typed over or else typed behind, as -1 - place; -1 stands at the very start for place 0,
 * too. By words first, then by letters where words differ; texts too long to compare keep their ends alone.
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
    const [old, now] = [before.slice(at, at + removed), after.slice(to, to + added)];
    const shortest = Math.min(removed, added);
    let start = 0;
    while (start < shortest && old[start] === now[start]) start++;
    let end = 0;
    while (end < shortest - start && old[removed - 1 - end] === now[added - 1 - end]) end++;
    // Of letters that could be the new or the missing ones the first are: a word is typed behind what stands there.
    const [longer, by] = added > removed ? [now, added - removed] : [old, removed - added];
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
  // The space in front of both texts is no part of them.
  const lengthOf = (text: ReturnType<typeof partsOf>, from: number, count: number) =>
    Math.max(0, (text.ends[from + count] as number) - 1) - Math.max(0, (text.ends[from] as number) - 1);
  let [partA, partB] = [0, 0];
  const step = (isSame: boolean, countA: number, countB: number) => {
    const [removed, added] = [lengthOf(a, partA, countA), lengthOf(b, partB, countB)];
    if (!isSame) changed(removed, added);
    else {
      // Of a word that stands first in one of them alone, the other has a space more.
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

/** Whether a place is that of a unit that is new. */
export function isInsertedUnit(place: number): boolean {
  return place < 0;
}

/** The unit that a place of `placesIn` tells of, or whose neighbour it was. */
export function sourceOffsetOf(place: number): number {
  return place < 0 ? -1 - place : place;
}

/** A text as numbers of its words, and where each ends; the space in front makes the first word like any other. */
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

/** A stretch of a changed text, and which of the texts that made it up before it belongs to. */
export interface Stretch {
  run: number;
  text: string;
}

/** A text that consists of runs, changed: which of its text belongs to which of them. Runs without text give none. */
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
