import { diffIndices } from 'node-diff3';

/** A stretch of plain text: from `start` to before `end`. */
export interface Anchor {
  start: number;
  end: number;
}

// A word, white space, or a sign.
const parts = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}\p{N}]+)*|\s+|[\s\S]/gu;
const wordCharacter = /[\p{L}\p{N}]/u;

// Comparing takes time in proportion to the pairs of equal parts; beyond this many the middle counts as rewritten.
const maxPairs = 50_000;

/**
 * Follows a stretch of text through an edit: `before` and `after` are plain text (emphasis.ts plainText). What was
 * typed inside the stretch belongs to it, what was typed at its edges does not. Null when nothing of it is left: no
 * word, or, of a stretch without words, no sign.
 */
export function moveAnchor(before: string, after: string, { start, end }: Anchor): Anchor | null {
  if (start < 0 || end > before.length || start >= end) return null;
  // A text put in capitals, as headings are, is still that text.
  const isSameText = before.length === after.length && before.toUpperCase() === after.toUpperCase();
  if (isSameText) return { start, end };
  const needsWord = wordCharacter.test(before.slice(start, end));
  let from = -1;
  let to = -1;
  let hasMeaning = false;
  for (const kept of keptRuns(before, after)) {
    const first = Math.max(start, kept.before);
    const last = Math.min(end, kept.before + kept.length);
    if (first >= last) continue;
    const text = before.slice(first, last);
    hasMeaning ||= needsWord ? wordCharacter.test(text) : text.trim() !== '';
    const shift = kept.after - kept.before;
    if (from < 0) from = first + shift;
    to = last + shift;
  }
  if (!hasMeaning && before.slice(start, end).trim() !== '') return null;
  return from < 0 ? null : { start: from, end: to };
}

/** Characters that both texts have, in order. */
interface KeptRun {
  before: number;
  after: number;
  length: number;
}

/** The runs of text that an edit left, in order. */
function keptRuns(before: string, after: string): KeptRun[] {
  const old = before.match(parts) ?? [];
  const now = after.match(parts) ?? [];
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head++;
  let tail = 0;
  const shorter = Math.min(old.length, now.length) - head;
  while (tail < shorter && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  const runs: KeptRun[] = [];
  const add = (run: KeptRun) => {
    if (run.length > 0) runs.push(run);
  };
  const headLength = lengthOf(old, 0, head);
  add({ before: 0, after: 0, length: headLength });
  let at = { old: head, now: head, before: headLength, after: headLength };
  const oldEnd = old.length - tail;
  const nowEnd = now.length - tail;
  for (const change of changesBetween(old.slice(head, oldEnd), now.slice(head, nowEnd))) {
    const keptLength = lengthOf(old, at.old, head + change.oldFrom);
    add({ before: at.before, after: at.after, length: keptLength });
    const changed = { before: at.before + keptLength, after: at.after + keptLength };
    const oldLength = lengthOf(old, head + change.oldFrom, head + change.oldTo);
    const nowLength = lengthOf(now, head + change.nowFrom, head + change.nowTo);
    for (const run of keptInside(
      before.slice(changed.before, changed.before + oldLength),
      after.slice(changed.after, changed.after + nowLength),
    ))
      add({ before: changed.before + run.before, after: changed.after + run.after, length: run.length });
    at = {
      old: head + change.oldTo,
      now: head + change.nowTo,
      before: changed.before + oldLength,
      after: changed.after + nowLength,
    };
  }
  add({ before: at.before, after: at.after, length: before.length - at.before });
  return runs;
}

interface Change {
  oldFrom: number;
  oldTo: number;
  nowFrom: number;
  nowTo: number;
}

/** The stretches of parts in which two texts differ. */
function changesBetween(old: readonly string[], now: readonly string[]): Change[] {
  if (old.length === 0 && now.length === 0) return [];
  const whole = [{ oldFrom: 0, oldTo: old.length, nowFrom: 0, nowTo: now.length }];
  if (old.length === 0 || now.length === 0) return whole;
  // Numbers instead of parts: the library keeps what it compares as the keys of a plain object.
  const numbers = new Map<string, number>();
  const counts = new Map<number, number>();
  const numberOf = (part: string) => {
    const known = numbers.get(part) ?? numbers.size;
    numbers.set(part, known);
    return known;
  };
  const a = old.map(numberOf);
  const b = now.map(numberOf);
  for (const part of a) counts.set(part, (counts.get(part) ?? 0) + 1);
  if (b.reduce((sum, part) => sum + (counts.get(part) ?? 0), 0) > maxPairs) return whole;
  return diffIndices(a, b).map(({ buffer1: [oldFrom, oldLength], buffer2: [nowFrom, nowLength] }) => ({
    oldFrom,
    oldTo: oldFrom + oldLength,
    nowFrom,
    nowTo: nowFrom + nowLength,
  }));
}

/** What a rewritten stretch still has of the old at its edges: when that is half of it, it was typed into. */
function keptInside(old: string, now: string): KeptRun[] {
  const max = Math.min(old.length, now.length);
  let head = 0;
  while (head < max && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < max - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  if ((head + tail) * 2 < old.length) return [];
  return [
    { before: 0, after: 0, length: head },
    { before: old.length - tail, after: now.length - tail, length: tail },
  ];
}

function lengthOf(all: readonly string[], from: number, to: number): number {
  let length = 0;
  for (let i = from; i < to; i++) length += all[i]?.length ?? 0;
  return length;
}
