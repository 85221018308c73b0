import { diff3MergeRegions } from 'node-diff3';
import type { ScriptElement } from './element.ts';
import { isUpperCased } from './elementTypes/table.ts';

/**
 * Conflict: both sides changed these fields and no merge is possible. The user must choose
 * (decision OQ-27).
 */
export interface MergeConflict<T> {
  merged: null;
  conflict: (keyof T)[];
}

export type MergeResult<T> = { merged: T; conflict: null } | MergeConflict<T>;

/**
 * Merge two edits of one element that have the same base. A field changed by one side is taken from
 * that side. `content` changed by both is merged by word. Other fields changed by both to different
 * values, and the same words changed by both, are conflicts. Fields are compared with ===, so they
 * must be primitives. The result is symmetric in `theirs` and `ours`.
 */
export function mergeElement<T extends { content: string }>(base: T, theirs: T, ours: T): MergeResult<T> {
  const merged = { ...base };
  const conflict: (keyof T)[] = [];
  for (const field of Object.keys(base) as (keyof T)[]) {
    if (theirs[field] === ours[field] || theirs[field] === base[field]) merged[field] = ours[field];
    else if (ours[field] === base[field]) merged[field] = theirs[field];
    else if (field !== 'content') conflict.push(field);
    else {
      const content = mergeText(base.content, theirs.content, ours.content);
      if (content === null) conflict.push(field);
      else merged.content = content;
    }
  }
  return conflict.length > 0 ? { merged: null, conflict } : { merged, conflict: null };
}

/**
 * Merge two edits of one element like mergeElement. If one of the types is in capitals, the texts
 * are compared in capitals, and the merged text has the letters of both edits.
 */
export function mergeLettered<T extends Pick<ScriptElement, 'elementType' | 'content'>>(
  base: T,
  theirs: T,
  ours: T,
): MergeResult<T> {
  const isInCapitals = [base, theirs, ours].some(({ elementType }) => isUpperCased(elementType));
  if (!isInCapitals) return mergeElement(base, theirs, ours);
  const upper = (side: T): T => ({ ...side, content: side.content.toUpperCase() });
  const result = mergeElement(upper(base), upper(theirs), upper(ours));
  if (!result.merged) return result;
  const content = withMergedLetters(result.merged.content, [base.content, theirs.content, ours.content]);
  return { merged: { ...result.merged, content }, conflict: null };
}

const letterWord = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * Return a merged text in capitals with the letters of its sides. Each word gets those of the side
 * that changed them. Without the letters of the base, small ones are preferred to capitals.
 */
function withMergedLetters(merged: string, sides: [base: string, theirs: string, ours: string]): string {
  const [inBase, inTheirs, inOurs] = sides.map(spellingsOf);
  return merged.replace(letterWord, (word) => {
    const [before, theirs, ours] = [inBase, inTheirs, inOurs].map((side) => side?.get(word)?.shift());
    if (ours === undefined || theirs === undefined) return ours ?? theirs ?? before ?? word;
    const isTheirs = ours === before || (theirs !== before && ours === word);
    return isTheirs ? theirs : ours;
  });
}

/** Return the words of a text, in order, by their capitals. */
function spellingsOf(text: string): Map<string, string[]> {
  return Map.groupBy(text.match(letterWord) ?? [], (word) => word.toUpperCase());
}

/** A word or other character with the white space before it. */
export const wordPattern = /\s*(?:[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}\p{N}]+)*|\S)|\s+$/gu;
const linePattern = /.*(?:\n|$)/g;

// Diffing takes time proportional to the pairs of equal parts. Above this limit, about 50 ms, lines
// are compared instead of words. If there are still too many pairs, the texts conflict.
export const maxPairs = 50_000;

/**
 * Merge two edits of a text by word. Return null when both changed the same or adjacent words. The
 * result contains every word that one side added and every word that neither side removed.
 */
export function mergeText(base: string, theirs: string, ours: string): string | null {
  if (theirs === ours || theirs === base) return ours;
  if (ours === base) return theirs;
  // The leading space makes the first word equal to the same word elsewhere.
  const spaced = [base, theirs, ours].map((text) => ` ${text}`);
  const merged = mergeBy(wordPattern, spaced) ?? mergeBy(linePattern, spaced);
  return merged === null || merged === conflicting ? null : merged.replace(/^ /, '');
}
/** Return the number of equal parts at the start of all sides and, after that, at the end. */
export function commonPrefixAndSuffix(sides: number[][]): [head: number, tail: number] {
  const [first = []] = sides;
  const shortest = Math.min(...sides.map((parts) => parts.length));
  let head = 0;
  while (head < shortest && sides.every((parts) => parts[head] === first[head])) head++;
  let tail = 0;
  while (tail < shortest - head && sides.every((parts) => parts.at(-1 - tail) === first.at(-1 - tail)))
    tail++;
  return [head, tail];
}

const conflicting = Symbol('conflicting');

/** Return the merged text, `conflicting`, or null when there is too much to compare. */
function mergeBy(pattern: RegExp, texts: string[]): string | typeof conflicting | null {
  const numbers = new Map<string, number>();
  const parts: string[] = [];
  // Compare numbers instead of parts: the library uses the compared values as keys of a plain
  // object.
  const sides = texts.map((text) =>
    (text.match(pattern) ?? []).map((part) => {
      const known = numbers.get(part);
      if (known !== undefined) return known;
      numbers.set(part, parts.length);
      return parts.push(part) - 1;
    }),
  );
  const [head, tail] = commonPrefixAndSuffix(sides);
  const [base = [], theirs = [], ours = []] = sides.map((side) => side.slice(head, side.length - tail));
  if (pairsOf(base, theirs) + pairsOf(base, ours) > maxPairs) return null;
  const merged = sides[0]?.slice(0, head) ?? [];
  for (const region of diff3MergeRegions(theirs, base, ours)) {
    if (!region.stable && !isSame(region.aContent, region.bContent)) return conflicting;
    for (const part of region.stable ? region.bufferContent : region.aContent) merged.push(part);
  }
  const end = tail > 0 ? (sides[0]?.slice(-tail) ?? []) : [];
  return [...merged, ...end].map((part) => parts[part]).join('');
}

/** Return the number of pairs of equal parts. */
export function pairsOf(a: number[], b: number[]): number {
  const counts = new Map<number, number>();
  for (const part of a) counts.set(part, (counts.get(part) ?? 0) + 1);
  return b.reduce((sum, part) => sum + (counts.get(part) ?? 0), 0);
}

function isSame(a: number[], b: number[]): boolean {
  return a.length === b.length && a.every((part, i) => part === b[i]);
}
