import type { LockedPlace, ScriptElement } from '../element.ts';
import { plainTextOf } from '../layout/text.ts';
import { longestIncreasingSubsequence } from '../longestIncreasingSubsequence.ts';
import { alignTexts } from '../textAlignment.ts';

/*
 * Locked pages (docs/decisions/0109). The format has the issued labels in order, and each element
 * the page on which it was when the pages were locked. Page starts are computed from these: no edit
 * has to update them, and undo and merging cannot change them.
 */

/** Labels of a script's locked pages, in order. */
export interface PageLock {
  /** Distinguishes this lock from earlier ones, whose marks elements may still have. */
  id: number;
  labels: string[];
}

/** Position at which a locked page begins. */
export interface LockedStart {
  /** Index of its label in the lock. */
  page: number;
  elementIndex: number;
  /**
   * Offset in the plain text of the element; -n for n blank paragraphs before the text, and 0 for
   * the text without them.
   */
  at: number;
}

/**
 * Return where the locked pages begin, in order. A page begins with the first element that was on
 * it. A page whose text is gone is left out. Elements that were moved elsewhere do not count.
 */
export function lockedStartsOf(elements: readonly ScriptElement[], { id, labels }: PageLock): LockedStart[] {
  const starts: LockedStart[] = [];
  let reached = -1;
  const add = (start: LockedStart) => {
    if (start.page <= reached || start.page >= labels.length) return;
    const last = starts.at(-1);
    // Nothing is left of a page that begins at the same position as the next one.
    if (last?.elementIndex === start.elementIndex && last.at === start.at) starts.pop();
    starts.push(start);
    reached = start.page;
  };
  for (const elementIndex of placedInOrder(elements, id)) {
    const element = elements[elementIndex] as ScriptElement;
    const place = element.extras?.lockedPlace as LockedPlace;
    const blanks = element.extras?.blanksBefore?.length ?? 0;
    add({ page: place.page, elementIndex, at: -blanks });
    for (const [page, stored] of place.starts ?? []) {
      if (stored <= 0) add({ page, elementIndex, at: Math.max(stored, -blanks) });
      else {
        const at = presentOffset(element, place, stored);
        const found = at === null ? startInRest(elements, elementIndex, place, stored) : { elementIndex, at };
        if (found) add({ page, ...found });
      }
    }
  }
  return starts;
}

/** Return the indexes of the elements that were on a locked page, without those that were moved. */
function placedInOrder(elements: readonly ScriptElement[], lockId: number): number[] {
  const indexes: number[] = [];
  const orders: number[] = [];
  let isAscending = true;
  for (let index = 0; index < elements.length; index++) {
    const place = elements[index]?.extras?.lockedPlace;
    if (!place || place.lock !== lockId) continue;
    if (place.order <= (orders.at(-1) ?? -1)) isAscending = false;
    indexes.push(index);
    orders.push(place.order);
  }
  if (isAscending) return indexes;
  return longestIncreasingSubsequence(orders).map((i) => indexes[i] as number);
}

const offsets = new WeakMap<ScriptElement, Map<number, number | null>>();

/**
 * Return the offset of the first letter that is left of a page that began inside an element; null
 * if none is left there.
 */
function presentOffset(element: ScriptElement, { text }: LockedPlace, at: number): number | null {
  const present = plainTextOf(element);
  if (text === undefined || text === present) return at < present.length ? at : null;
  let known = offsets.get(element);
  if (!known) {
    known = new Map();
    offsets.set(element, known);
  }
  let offset = known.get(at);
  if (offset === undefined) {
    const places = alignTexts(text, present);
    const found = places.findIndex((place, index) => place >= at && present[index]?.trim() !== '');
    offset = found < 0 ? null : found;
    known.set(at, offset);
  }
  return offset;
}

/** Maximum number of paragraphs into which one may have been split. */
const maxParts = 5;

/**
 * Return where a page begins that began inside a paragraph, if that was split before it: in one of
 * the new paragraphs below. Null if less than half of its text is there.
 */
function startInRest(
  elements: readonly ScriptElement[],
  first: number,
  { lock, text = '' }: LockedPlace,
  at: number,
): Pick<LockedStart, 'elementIndex' | 'at'> | null {
  const parts: string[] = [];
  for (let index = first; parts.length < maxParts && index < elements.length; index++) {
    const element = elements[index] as ScriptElement;
    if (index > first && element.extras?.lockedPlace?.lock === lock) break;
    parts.push(plainTextOf(element));
  }
  const joined = parts.join('\n');
  const places = alignTexts(text, joined);
  const found = [...places].flatMap((place, index) =>
    place >= at && joined[index]?.trim() !== '' ? [index] : [],
  );
  if (found.length < (text.length - at) / 2) return null;
  let elementIndex = first;
  let offset = found[0] ?? 0;
  for (const part of parts) {
    if (offset < part.length) return { elementIndex, at: offset };
    offset -= part.length + 1;
    elementIndex++;
  }
  return null;
}
