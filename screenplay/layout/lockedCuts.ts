import type { ScriptElement } from '../element.ts';
import type { ScriptFormat } from '../format.ts';
import { type LockedStart, lockedStartsOf } from '../production/pageLock.ts';
import type { Cut } from './blocks.ts';
import type { Paragraphs } from './paragraphs.ts';
import { paragraphKind } from './sheet.ts';

/** Return where the locked pages of a script begin; null if its pages are not locked. */
export function lockedStartsIn(
  elements: readonly ScriptElement[],
  { pageLock }: ScriptFormat,
): LockedStart[] | null {
  return pageLock ? lockedStartsOf(elements, pageLock) : null;
}

/** Start of a locked page, as a cut. */
export interface LockedCut extends Cut {
  /** Index of the page's label in the lock. */
  page: number;
}

/**
 * Return the cuts at which locked pages begin, after the first one, in order. A page that begins
 * inside a dual dialogue begins with it.
 */
export function lockedCutsOf(starts: readonly LockedStart[] | null, paragraphs: Paragraphs): LockedCut[] {
  const cuts: LockedCut[] = [];
  for (const { page, elementIndex, at } of starts?.slice(1) ?? []) {
    const own = paragraphs.firstRowOf(elementIndex + 1) - 1;
    const cut = cutAt(paragraphs, Math.max(paragraphs.firstRowOf(elementIndex), own + Math.min(0, at)), at);
    const last = cuts.at(-1);
    if (last && !isAfter(cut, last)) cuts.pop();
    if (cut.row > 0 || cut.offset > 0) cuts.push({ ...cut, page });
  }
  return cuts;
}

function cutAt(paragraphs: Paragraphs, row: number, at: number): Cut {
  if (paragraphs.boxAt(row).column !== null)
    return { row: columnsStart(paragraphs, row), offset: 0, cue: -1 };
  return { row, offset: Math.max(0, at), cue: cueAbove(paragraphs, row, at > 0) };
}

/** Return the first row of the dual dialogue that a row is in. */
function columnsStart(paragraphs: Paragraphs, row: number): number {
  let first = row;
  while (first > 0 && paragraphs.boxAt(first).column === 'right') first--;
  while (first > 0 && paragraphs.boxAt(first - 1).column === 'left') first--;
  return first;
}

/** Return the row of the cue whose speech a page break at a row interrupts; -1 for none. */
function cueAbove(paragraphs: Paragraphs, row: number, isInside: boolean): number {
  const { kind, startsNewPage } = paragraphs.boxAt(row);
  if (kind < paragraphKind.dialogue || (startsNewPage && !isInside)) return -1;
  let above = row - 1;
  while (above >= 0) {
    const box = paragraphs.boxAt(above);
    if (box.column !== null || box.kind < paragraphKind.cue) return -1;
    if (box.kind === paragraphKind.cue) return above;
    above--;
  }
  return -1;
}

/** Return the first cut after a position; null if there is none. */
export function nextLockedCut(cuts: readonly LockedCut[], start: Cut): LockedCut | null {
  let low = 0;
  let high = cuts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isAfter(cuts[middle] as LockedCut, start)) high = middle;
    else low = middle + 1;
  }
  return cuts[low] ?? null;
}

function isAfter(cut: Cut, other: Cut): boolean {
  return cut.row > other.row || (cut.row === other.row && cut.offset > other.offset);
}

/** Elements that a change left as they were: those before `head`, and those from `oldTail` on. */
interface UnchangedEnds {
  head: number;
  /** Index of the first unchanged element after the change, before it. */
  oldTail: number;
  /** How far that element moved. */
  shift: number;
}

/** Return whether a change of elements left all page starts at their place. */
export function areSameStarts(
  before: readonly LockedStart[] | null,
  after: readonly LockedStart[] | null,
  { head, oldTail, shift }: UnchangedEnds,
): boolean {
  if (before === null || after === null) return before === after;
  if (before.length !== after.length) return false;
  return before.every(({ page, elementIndex, at }, index) => {
    const start = after[index] as LockedStart;
    if (start.page !== page || start.at !== at) return false;
    if (elementIndex >= head && elementIndex < oldTail && shift !== 0) return false;
    return start.elementIndex === elementIndex + (elementIndex >= oldTail ? shift : 0);
  });
}
