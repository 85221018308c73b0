import { pageLabels } from '../production/pageLabels.ts';
import { lockedCutsOf } from './lockedCuts.ts';
import type { Pagination } from './types.ts';

const labelsOf = new WeakMap<Pagination, string[]>();

/**
 * Return the labels of all pages of a script whose pages are locked, such as 12A and 23-24; null
 * if they are not locked.
 */
export function lockedLabels(pagination: Pagination): readonly string[] | null {
  const { pageLock } = pagination.format;
  // While a page loads, the lock may be there before the places of the elements.
  if (!pageLock || !pagination.lockedStarts?.length) return null;
  let labels = labelsOf.get(pagination);
  if (!labels) {
    labels = pageLabels(pageLock.labels, lockedPagesOf(pagination));
    labelsOf.set(pagination, labels);
  }
  return labels;
}

/** Return the label of the page that text after the last page will begin; null without a lock. */
export function nextLockedLabel(pagination: Pagination): string | null {
  const { pageLock } = pagination.format;
  if (!pageLock || !pagination.lockedStarts?.length) return null;
  return pageLabels(pageLock.labels, [...lockedPagesOf(pagination), null]).at(-1) ?? null;
}

/** Return for each page the index of the issued label that begins there; null for overflow. */
function lockedPagesOf({ lockedStarts, paragraphs, marks }: Pagination): (number | null)[] {
  const cuts = lockedCutsOf(lockedStarts, paragraphs);
  let next = 0;
  return marks.map(({ row, offset }, index) => {
    if (index === 0) return lockedStarts?.[0]?.page ?? 0;
    const cut = cuts[next];
    if (cut?.row !== row || cut.offset !== offset) return null;
    next++;
    return cut.page;
  });
}
