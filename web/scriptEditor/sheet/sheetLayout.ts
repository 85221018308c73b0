import { pageOf } from '#screenplay/layout/pieces.ts';
import type { Pagination } from '#screenplay/layout/types.ts';
import {
  bodyPxOf,
  type DrawnPage,
  drawPage,
  type Insets,
  noInsets,
  reuseUnchangedPieces,
  type VisibleIds,
} from './drawPage.ts';
import { toElementRows } from './elementCasts.ts';
import type { Measures } from './measures.ts';

/**
 * All sheets of a script, stacked. Tops are known without rendering, so that only pages near the
 * window are rendered. Pages are those of the whole script, also in a filtered view: a page without
 * shown lines has no sheet.
 */
export interface SheetLayout {
  /** Pagination of the whole script. */
  pagination: Pagination;
  measures: Measures;
  insets: Insets;
  shown: VisibleIds;
  /** Index in the whole script of each shown element; null when all are shown. */
  places: readonly number[] | null;
  /** Height of the title page's sheet and the gap below it; 0 without one. */
  titlePx: number;
  /** Body height by page; null for a page without shown lines. */
  pageBodies: (number | null)[];
  /** Page index by sheet. */
  pages: number[];
  /** Body height by sheet. */
  bodies: number[];
  /**
   * Distance from the top of the editor's content to the top of each sheet, and to the end of the
   * last one.
   */
  tops: number[];
  /** Pages laid out so far. */
  drawn: Map<number, DrawnPage>;
  previous: Map<number, DrawnPage>;
}

/**
 * Create the layout. With an earlier layout, only pages that an edit changed are measured again.
 */
export function createSheetLayout(
  pagination: Pagination,
  measures: Measures,
  titlePx: number,
  earlier?: SheetLayout,
  insets: Insets = noInsets,
  shown: VisibleIds = null,
): SheetLayout {
  const isComparable =
    earlier?.measures === measures &&
    earlier.insets === insets &&
    earlier.shown === shown &&
    earlier.pagination.format === pagination.format;
  const pageBodies = bodiesOf(pagination, measures, insets, shown, isComparable ? earlier : undefined);
  const standsAsBefore = earlier?.titlePx === titlePx && earlier.pageBodies === pageBodies;
  const { pages, bodies, tops } =
    isComparable && standsAsBefore ? earlier : sheetsOf(pageBodies, measures, titlePx, shown !== null);
  const previous = isComparable ? new Map([...earlier.previous, ...earlier.drawn]) : new Map();
  const places = shown && placesOf(pagination, shown);
  const drawn = new Map();
  return {
    pagination,
    measures,
    insets,
    shown,
    places,
    titlePx,
    pageBodies,
    pages,
    bodies,
    tops,
    drawn,
    previous,
  };
}

/** Return the height of a sheet: that of the paper, or more for pictures, or less in a filter. */
function sheetPxOf(bodyPx: number, { headPx, footPx, paperPx }: Measures, isFiltered: boolean): number {
  const neededPx = headPx + bodyPx + footPx;
  return isFiltered ? neededPx : Math.max(paperPx, neededPx);
}

/** Return the height of a sheet by its index. */
export function sheetHeightPx({ bodies, measures, places }: SheetLayout, sheet: number): number {
  return sheetPxOf(bodies[sheet] ?? 0, measures, places !== null);
}

/** Return the sheets of the pages that have shown lines, with the top of each. */
function sheetsOf(
  pageBodies: readonly (number | null)[],
  measures: Measures,
  titlePx: number,
  isFiltered: boolean,
): Pick<SheetLayout, 'pages' | 'bodies' | 'tops'> {
  const { deskTopPx, gapPx } = measures;
  const pages: number[] = [];
  for (let page = 0; page < pageBodies.length; page++) if (pageBodies[page] !== null) pages.push(page);
  if (pages.length === 0) pages.push(0);
  const bodies = pages.map((page) => pageBodies[page] ?? 0);
  const tops = [deskTopPx + titlePx];
  let topPx = deskTopPx + titlePx;
  const last = bodies.length - 1;
  bodies.forEach((body, index) => {
    topPx += sheetPxOf(body, measures, isFiltered) + (index === last ? 0 : gapPx);
    tops.push(topPx);
  });
  return { pages, bodies, tops };
}

function placesOf({ elements }: Pagination, shown: ReadonlySet<number>): number[] {
  return toElementRows(elements).flatMap(({ id }, place) => (shown.has(id) ? [place] : []));
}

/** Return the index in the whole script of the n-th shown element; -1 if there is none. */
export function pagePlaceOf({ places, pagination }: SheetLayout, index: number): number {
  const place = places ? places[index] : index;
  return place !== undefined && place >= 0 && place < pagination.elements.length ? place : -1;
}

/** Return the index of the sheet on which an element begins. */
export function sheetOfPage(book: SheetLayout, index: number): number {
  const page = pageOf(book.pagination, pagePlaceOf(book, index));
  return book.places ? Math.max(0, book.pages.indexOf(page)) : page;
}

function bodiesOf(
  pagination: Pagination,
  measures: Measures,
  insets: Insets,
  shown: VisibleIds,
  earlier: SheetLayout | undefined,
): (number | null)[] {
  const { pages, elements } = pagination;
  const measure = (page: number) => bodyPxOf(pagination, page, measures, insets, shown);
  if (!earlier) return pages.map((_page, index) => measure(index));
  const before = earlier.pagination;
  if (before === pagination) return earlier.pageBodies;
  const { head, tail } = sameEnds(pagination, before);
  const elementShift = elements.length - before.elements.length;
  const pageShift = pages.length - before.pages.length;
  const tailStart = elements.length - tail;
  if (elementShift === 0 && pageShift === 0)
    return bodiesInPlace(pagination, earlier, head, tailStart, measure);

  /**
   * Whether page `index` begins at the same element and offset as page `index - pagesBy` of the
   * earlier layout.
   */
  const beginsAsBefore = (index: number, pagesBy: number, elementsBy: number): boolean => {
    const now = pages[index];
    const then = before.pages[index - pagesBy];
    if (!now || !then) return !now && !then;
    return (
      now.elementIndex - elementsBy === then.elementIndex &&
      now.offset === then.offset &&
      now.blanksSkipped === then.blanksSkipped
    );
  };
  return pages.map((page, index) => {
    const next = pages[index + 1]?.elementIndex ?? elements.length;
    if (next < head && beginsAsBefore(index, 0, 0) && beginsAsBefore(index + 1, 0, 0)) {
      return earlier.pageBodies[index] ?? measure(index);
    }
    const isInTail = page.elementIndex >= tailStart;
    if (
      isInTail &&
      beginsAsBefore(index, pageShift, elementShift) &&
      beginsAsBefore(index + 1, pageShift, elementShift)
    ) {
      return earlier.pageBodies[index - pageShift] ?? measure(index);
    }
    return measure(index);
  });
}

/**
 * Return the numbers of equal elements at both ends of two paginations; known if one was derived
 * from the other.
 */
function sameEnds({ elements, reused }: Pagination, { elements: old }: Pagination) {
  if (reused?.of.deref() === old) return reused;
  const max = Math.min(elements.length, old.length);
  let head = 0;
  while (head < max && elements[head] === old[head]) head++;
  const [last, lastBefore] = [elements.length - 1, old.length - 1];
  let tail = 0;
  while (tail < max - head && elements[last - tail] === old[lastBefore - tail]) tail++;
  return { head, tail };
}

/**
 * Return the heights if no element and no page was added or removed: measuring stops at the first
 * page after the change that is the same object as before. Return the earlier array if all heights
 * are equal.
 */
function bodiesInPlace(
  pagination: Pagination,
  { pagination: before, pageBodies }: SheetLayout,
  head: number,
  tailStart: number,
  measure: (page: number) => number | null,
): (number | null)[] {
  const { pages } = pagination;
  let first = pageOf(pagination, head);
  for (let page = 0; page < first; page++) if (pages[page] !== before.pages[page]) first = page;
  let bodies = pageBodies;
  for (let page = Math.max(0, first - 1); page < pages.length; page++) {
    const isSame = pages[page] === before.pages[page] && pages[page + 1] === before.pages[page + 1];
    if (isSame && (pages[page]?.elementIndex ?? 0) >= tailStart) break;
    const body = measure(page);
    if (body === bodies[page]) continue;
    if (bodies === pageBodies) bodies = [...pageBodies];
    bodies[page] = body;
  }
  return bodies;
}

/**
 * Return the content of a sheet, rendered on first use; unchanged parts are the same objects as
 * before.
 */
export function pageIn(book: SheetLayout, sheet: number): DrawnPage {
  const index = book.pages[sheet] ?? 0;
  let page = book.drawn.get(index);
  if (!page) {
    page = reuseUnchangedPieces(
      drawPage(book.pagination, index, book.measures, book.insets, book.shown),
      book.previous.get(index),
    );
    book.drawn.set(index, page);
  }
  return page;
}

/**
 * Return the sheet that, including the gap below it, contains this height of the editor's content;
 * the first or the last sheet beyond the ends.
 */
export function pageAt({ tops }: SheetLayout, yPx: number): number {
  let low = 0;
  let high = tops.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((tops[middle] ?? 0) <= yPx) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}

/** Return the first and last sheet to render for this part of the content. */
export function pagesNear(
  book: SheetLayout,
  scrollPx: number,
  heightPx: number,
): { first: number; last: number } {
  const marginPx = Math.max(400, heightPx / 2);
  return {
    first: pageAt(book, scrollPx - marginPx),
    last: pageAt(book, scrollPx + heightPx + marginPx),
  };
}

/** A line of an element, with its position in the editor's content. */
export interface PlacedLine {
  from: number;
  to: number;
  topPx: number;
  leftPx: number;
  /** Width of a character, if the type has its own font size. */
  charPx?: number;
  /** Right edge of a line that is written from right to left. */
  rightPx?: number;
}

/** Return the positions of an element's lines, on all its pages. */
export function linePositions(book: SheetLayout, elementIndex: number): PlacedLine[] {
  const { pagination, measures, tops, pages } = book;
  const place = pagePlaceOf(book, elementIndex);
  const id = pagination.elements[place];
  const lines: PlacedLine[] = [];
  if (!id) return lines;
  for (let sheet = sheetOfPage(book, elementIndex); sheet < pages.length; sheet++) {
    const pieces = pageIn(book, sheet).pieces.filter(({ element }) => element === id);
    if (pieces.length === 0 && lines.length > 0) break;
    for (const { topPx, pitchPx, abovePx, lines: own } of pieces) {
      const firstPx = (tops[sheet] ?? 0) + measures.headPx + topPx + abovePx;
      own.forEach((line, index) => {
        lines.push({ ...line, topPx: firstPx + index * pitchPx });
      });
    }
    const next = pagination.pages[(pages[sheet] ?? 0) + 1];
    if (!next || next.elementIndex !== place) break;
  }
  return lines;
}
