import { diff3MergeRegions } from 'node-diff3';

/** Both sides changed these and no version holds both: a person has to choose (decision OQ-27). */
export interface MergeConflict<T> {
  merged: null;
  conflict: (keyof T)[];
}

export type MergeResult<T> = { merged: T; conflict: null } | MergeConflict<T>;

/**
 * Merges two edits of one element made from the same base. A field that one side changed is taken from that
 * side; `content` changed by both is merged by word; any other field changed by both to different values, and
 * words changed by both, conflict. Fields are compared with ===, so they must be primitives.
 * The result does not depend on which side is called theirs.
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

/** A word, or a sign, with the space before it. */
export const words = /\s*(?:[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}\p{N}]+)*|\S)|\s+$/gu;
const lines = /.*(?:\n|$)/g;

// Comparing takes time in proportion to the pairs of equal parts. Beyond this many, some 50 ms, lines are
// compared instead of words; when there still are more, the texts conflict.
export const maxPairs = 50_000;

/**
 * Merges two edits of a text by word; null where both changed the same words, or words that touch.
 * Every word that one side added is in the result, and every word that neither side took out.
 */
export function mergeText(base: string, theirs: string, ours: string): string | null {
  if (theirs === ours || theirs === base) return ours;
  if (ours === base) return theirs;
  // The space makes the first word equal to the same word further on.
  const spaced = [base, theirs, ours].map((text) => ` ${text}`);
  const merged = mergeBy(words, spaced) ?? mergeBy(lines, spaced);
  return merged === null || merged === conflicting ? null : merged.replace(/^ /, '');
}
/** How many parts all three have in common at the start and, after that, at the end. */
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

/** The merged text, `conflicting`, or null when there is too much to compare. */
function mergeBy(pattern: RegExp, texts: string[]): string | typeof conflicting | null {
  const numbers = new Map<string, number>();
  const parts: string[] = [];
  // Numbers instead of parts: the library keeps what it compares as the keys of a plain object.
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

/** How many pairs of equal parts the two have. */
export function pairsOf(a: number[], b: number[]): number {
  const counts = new Map<number, number>();
  for (const part of a) counts.set(part, (counts.get(part) ?? 0) + 1);
  return b.reduce((sum, part) => sum + (counts.get(part) ?? 0), 0);
}

function isSame(a: number[], b: number[]): boolean {
  return a.length === b.length && a.every((part, i) => part === b[i]);
}
