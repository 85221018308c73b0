import { lockRules } from '../production/lockRules.ts';
import { pageOf } from './pieces.ts';
import type { PageNumber } from './setText.ts';
import type { Pagination } from './types.ts';

/** Return the labels of all pages, such as 12A and 23-24; null if the pages are not locked. */
export function lockedLabelsOf(pagination: Pagination): readonly string[] | null {
  return lockRules()?.lockedLabels(pagination) ?? null;
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

/** Return the label of the page on which an element begins. */
export function pageLabelAt(pagination: Pagination, elementIndex: number): string {
  return pageLabelOf(pagination, pageOf(pagination, elementIndex));
}

/** Return the label of the page that text after the last page will begin. */
export function nextPageLabelOf(pagination: Pagination): string {
  return lockRules()?.nextLockedLabel(pagination) ?? `${pagination.pages.length + 1}`;
}

/** Return the index of the page with a label; -1 if there is none. A range has all its labels. */
export function pageOfLabel(pagination: Pagination, label: string): number {
  const requested = label.trim().toUpperCase();
  const labels = lockedLabelsOf(pagination);
  if (!labels) {
    const number = /^\d+$/.test(requested) ? Number(requested) : 0;
    return number <= pagination.pages.length ? number - 1 : -1;
  }
  const exact = labels.findIndex((each) => each.toUpperCase() === requested);
  return exact >= 0 ? exact : labels.findIndex((each) => each.toUpperCase().split('-').includes(requested));
}
