import { pageLabels } from '../production/pageLabels.ts';
import { lockedCutsOf } from './lockedCuts.ts';
import type { PageNumber } from './setText.ts';
import type { Pagination } from './types.ts';

const labelsOf = new WeakMap<Pagination, string[]>();

/**
 * Return the labels of all pages of a script whose pages are locked, such as 12A and 23-24; null
 * if they are not locked.
 */
export function lockedLabelsOf(pagination: Pagination): readonly string[] | null {
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

/** Return the labels that the header of a locked page prints; undefined if pages are not locked. */
export function printedLabelsOf(pagination: Pagination, pageIndex: number): PageNumber | undefined {
  const labels = lockedLabelsOf(pagination);
  return labels ? { number: labels[pageIndex] ?? '', last: labels.at(-1) ?? '' } : undefined;
}

/** Return the label of a page: the issued one if the pages are locked, else its number from 1. */
export function pageLabelOf(pagination: Pagination, pageIndex: number): string {
  return lockedLabelsOf(pagination)?.[pageIndex] ?? `${pageIndex + 1}`;
}

/** Return the label of the page that text after the last page will begin. */
export function nextPageLabelOf(pagination: Pagination): string {
  const labels = lockedLabelsOf(pagination);
  const { pageLock } = pagination.format;
  if (!labels || !pageLock) return `${pagination.pages.length + 1}`;
  return pageLabels(pageLock.labels, [...lockedPagesOf(pagination), null]).at(-1) ?? '';
}

/** Return the index of the page with a label; -1 if there is none. A range has all its labels. */
export function pageOfLabel(pagination: Pagination, label: string): number {
  const requested = label.trim().toUpperCase();
  const labels = lockedLabelsOf(pagination);
  if (!labels)
    return /^\d+$/.test(requested) && Number(requested) <= pagination.pages.length
      ? Number(requested) - 1
      : -1;
  const exact = labels.findIndex((each) => each.toUpperCase() === requested);
  return exact >= 0 ? exact : labels.findIndex((each) => each.toUpperCase().split('-').includes(requested));
}
