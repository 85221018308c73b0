import { omittedSceneOf } from '../production/omittedText.ts';
import { pageOf, slotOf, slotsOn, topSlotsOn } from './pieces.ts';
import { boxOf } from './sheet.ts';
import type { Pagination } from './types.ts';

/**
 * Return the length of a range of elements in eighths of a page; `toElementIndex` is exclusive. It
 * counts the slots used on each page, with the space before the first line, and rounds up. So a
 * scene has at least one eighth, and an empty range has none. Source: docs/format.md, "Eighths".
 */
export function eighthsOf(pagination: Pagination, fromElementIndex: number, toElementIndex: number): number {
  const { elements, linesPerPage, pages } = pagination;
  const isToEnd = toElementIndex >= elements.length;
  if (toElementIndex <= fromElementIndex || fromElementIndex >= elements.length) return 0;
  const firstPage = pageOf(pagination, fromElementIndex);
  const lastPage = isToEnd ? pages.length - 1 : pageOf(pagination, toElementIndex);
  const textSlotsOn = (page: number) => slotsOn(pagination, page) - topSlotsOn(pagination, page);
  let slots = isToEnd ? textSlotsOn(lastPage) : topOf(pagination, toElementIndex);
  for (let page = firstPage; page < lastPage; page++) slots += textSlotsOn(page);
  slots -= topOf(pagination, fromElementIndex);
  return Math.max(1, Math.ceil((slots / linesPerPage) * 8 - 1e-9));
}

/** Return the length of a scene, like eighthsOf. A scene that is omitted has none. */
export function sceneEighths(pagination: Pagination, { from, to }: { from: number; to: number }): number {
  const heading = pagination.elements[from];
  return heading && omittedSceneOf(heading) ? 0 : eighthsOf(pagination, from, to);
}

/** Return the slot where the space before an element begins; 0 at the top of a page. */
function topOf(pagination: Pagination, elementIndex: number): number {
  const element = pagination.elements[elementIndex];
  const slot = slotOf(pagination, elementIndex) - topSlotsOn(pagination, pageOf(pagination, elementIndex));
  return element && slot > 0 ? Math.max(0, slot - boxOf(element, pagination.format).spaceBefore) : 0;
}

/** Format eighths as productions write them: "3/8", "1", "2 3/8". */
export function writeEighths(eighths: number): string {
  const pages = Math.floor(eighths / 8);
  const rest = eighths % 8;
  if (rest === 0) return `${pages}`;
  return pages === 0 ? `${rest}/8` : `${pages} ${rest}/8`;
}
