import type { LockedPlace } from '../element.ts';
import { pageLabelOf } from '../layout/pageNumbers.ts';
import { plainTextOf } from '../layout/text.ts';
import type { Pagination } from '../layout/types.ts';
import type { PageLock } from './pageLock.ts';
import { provideLockRules } from './provideLockRules.ts';

provideLockRules();

/** Lock of all pages, and the place of each element. */
export interface LockedPages {
  pageLock: PageLock;
  places: LockedPlace[];
}

/**
 * Lock the pages of a script as they are. Pages that were locked before keep their labels; the
 * labels of overflow pages are issued now. `id` must be above that of any earlier lock.
 */
export function lockPages(pagination: Pagination, id: number): LockedPages {
  const { elements, pages } = pagination;
  const places: LockedPlace[] = [];
  let page = 0;
  for (const [order, element] of elements.entries()) {
    const blanks = element.extras?.blanksBefore?.length ?? 0;
    const place: LockedPlace = { lock: id, order, page };
    for (let next = pages[page + 1]; next?.elementIndex === order; next = pages[page + 1]) {
      page++;
      const at = next.offset > 0 ? next.offset : next.blanksSkipped - blanks;
      if (at === -blanks && !place.starts) place.page = page;
      else place.starts = [...(place.starts ?? []), [page, at]];
      if (at > 0) place.text = plainTextOf(element);
    }
    places.push(place);
  }
  return { pageLock: { id, labels: pages.map((_, index) => pageLabelOf(pagination, index)) }, places };
}
