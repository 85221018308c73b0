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
  const known = new Map<string, number>();
  const [a, b] = [partsOf(before, known), partsOf(after, known)];
  const [head, tail] = commonPrefixAndSuffix([a.numbers, b.numbers]);
  const middleA = a.numbers.slice(head, a.numbers.length - tail);
  const middleB = b.numbers.slice(head, b.numbers.length - tail);
  const alignment = new TextAlignment({ text: before, parts: a }, { text: after, parts: b });
  alignment.addCommon(head);
  if (pairsOf(middleA, middleB) > maxPairs) alignment.addChanged(middleA.length, middleB.length);
  else {
    for (const part of diffComm(middleA, middleB)) {
      if (part.common) alignment.addCommon(part.common.length);
      else alignment.addChanged(part.buffer1.length, part.buffer2.length);
    }
  }
  alignment.addCommon(tail);
  return alignment.places;
}

interface Side {
  text: string;
  parts: TextParts;
}

/** Alignment of a changed text with its previous version, built from the start, in words. */
class TextAlignment {
  readonly places: Int32Array;
  readonly #before: Side;
  readonly #after: Side;
  /** Offsets in both texts up to which they are aligned. */
  #at = 0;
  #to = 0;
  /** Number of words up to there. */
  #partsBefore = 0;
  #partsAfter = 0;

  constructor(before: Side, after: Side) {
    this.#before = before;
    this.#after = after;
    this.places = new Int32Array(after.text.length);
  }

  /** Add words that are in both texts. */
  addCommon(count: number): void {
    const [removed, added] = this.#takeParts(count, count);
    // If a word is first in only one text, the other has one more space.
    if (removed > added) this.#at += removed - added;
    this.#addInserted(added - removed, Math.max(0, this.#at - 1));
    this.#addSame(Math.min(removed, added));
  }

  /** Add words of both texts that differ, and compare their letters. */
  addChanged(countBefore: number, countAfter: number): void {
    const [removed, added] = this.#takeParts(countBefore, countAfter);
    const old = this.#before.text.slice(this.#at, this.#at + removed);
    const current = this.#after.text.slice(this.#to, this.#to + added);
    const [start, end] = commonEnds(old, current);
    this.#addSame(start);
    const isTypedOver = removed > start + end;
    this.#addInserted(added - start - end, isTypedOver ? this.#at : Math.max(0, this.#at - 1));
    this.#at += removed - start - end;
    this.#addSame(end);
  }

  #addSame(length: number): void {
    for (let i = 0; i < length; i++) this.places[this.#to++] = this.#at++;
  }

  /** Add units that are only in the new text. A negative length adds none. */
  #addInserted(length: number, place: number): void {
    for (let i = 0; i < length; i++) this.places[this.#to++] = -1 - place;
  }

  /** Take the next words of both texts. Returns their lengths. */
  #takeParts(countBefore: number, countAfter: number): [removed: number, added: number] {
    const removed = lengthOfParts(this.#before.parts, this.#partsBefore, countBefore);
    const added = lengthOfParts(this.#after.parts, this.#partsAfter, countAfter);
    this.#partsBefore += countBefore;
    this.#partsAfter += countAfter;
    return [removed, added];
  }
}

/** Return how many letters two texts have in common at the start, and at the end after those. */
function commonEnds(old: string, current: string): [start: number, end: number] {
  const [removed, added] = [old.length, current.length];
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
  return [start, end];
}

/** Return the offset in `after` behind the same letter as `caret` in `before`. */
export function caretAfter(before: string, after: string, caret: number): number {
  return alignTexts(before, after).findLastIndex((place) => place >= 0 && place < caret) + 1;
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

interface TextParts {
  numbers: number[];
  ends: number[];
}

/** Return the length of words. The leading space added to both texts does not count. */
function lengthOfParts({ ends }: TextParts, from: number, count: number): number {
  return Math.max(0, (ends[from + count] as number) - 1) - Math.max(0, (ends[from] as number) - 1);
}

/**
 * Split a text into word numbers and their end offsets. The leading space makes the first word like
 * any other.
 */
function partsOf(text: string, known: Map<string, number>): TextParts {
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
