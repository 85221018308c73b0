import { pageOf } from '#screenplay/layout/pieces.ts';
import type { Pagination } from '#screenplay/layout/types.ts';
import { bodyPxOf, type DrawnPage, drawPage, type Insets, keepSame, noInsets } from './drawPage.ts';
import type { Measures } from './measures.ts';

/** All sheets of a script, one below the other. Tops are known without drawing, so only pages near the window are. */
export interface Book {
  pagination: Pagination;
  measures: Measures;
  insets: Insets;
  /** Height of the title page's sheet and the gap below it; 0 without one. */
  titlePx: number;
  /** Of each page, from its first body line to below the last. */
  bodies: number[];
  /** From the top of the desk to the top of each sheet, and one more: the end of the last sheet. */
  tops: number[];
  /** Pages drawn so far. */
  drawn: Map<number, DrawnPage>;
  previous: Map<number, DrawnPage>;
}

/** With an earlier book only the pages that an edit reached are measured again. */
export function makeBook(
  pagination: Pagination,
  measures: Measures,
  titlePx: number,
  earlier?: Book,
  insets: Insets = noInsets,
): Book {
  const isComparable =
    earlier?.measures === measures &&
    earlier.insets === insets &&
    earlier.pagination.format === pagination.format;
  const bodies = bodiesOf(pagination, measures, insets, isComparable ? earlier : undefined);
  const { deskTopPx, headPx, footPx, gapPx } = measures;
  const tops = [deskTopPx + titlePx];
  for (const [index, body] of bodies.entries()) {
    const isLast = index === bodies.length - 1;
    tops.push((tops[index] ?? 0) + headPx + body + footPx + (isLast ? 0 : gapPx));
  }
  const previous = isComparable ? new Map([...earlier.previous, ...earlier.drawn]) : new Map();
  return { pagination, measures, insets, titlePx, bodies, tops, drawn: new Map(), previous };
}

function bodiesOf(
  pagination: Pagination,
  measures: Measures,
  insets: Insets,
  earlier: Book | undefined,
): number[] {
  const { pages, elements } = pagination;
  const measure = (page: number) => bodyPxOf(pagination, page, measures, insets);
  if (!earlier) return pages.map((_page, index) => measure(index));
  const before = earlier.pagination;
  if (before === pagination) return earlier.bodies;
  let head = 0;
  const most = Math.min(elements.length, before.elements.length);
  while (head < most && elements[head] === before.elements[head]) head++;
  let tail = 0;
  while (tail < most - head && elements.at(-1 - tail) === before.elements.at(-1 - tail)) tail++;
  const elementShift = elements.length - before.elements.length;
  const pageShift = pages.length - before.pages.length;
  const tailStart = elements.length - tail;

  /** Whether page `index` begins where page `index - pages` of the earlier book did. */
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
      return earlier.bodies[index] ?? measure(index);
    }
    const isInTail = page.elementIndex >= tailStart;
    if (
      isInTail &&
      beginsAsBefore(index, pageShift, elementShift) &&
      beginsAsBefore(index + 1, pageShift, elementShift)
    ) {
      return earlier.bodies[index - pageShift] ?? measure(index);
    }
    return measure(index);
  });
}

/** A page, drawn when first asked for; parts that look as before are the same objects as before. */
export function pageIn(book: Book, pageIndex: number): DrawnPage {
  let page = book.drawn.get(pageIndex);
  if (!page) {
    page = keepSame(
      drawPage(book.pagination, pageIndex, book.measures, book.insets),
      book.previous.get(pageIndex),
    );
    book.drawn.set(pageIndex, page);
  }
  return page;
}

/** The page whose sheet, with the gap below it, has this height of the desk; the first and the last at the ends. */
export function pageAt({ tops }: Book, yPx: number): number {
  let low = 0;
  let high = tops.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((tops[middle] ?? 0) <= yPx) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}

/** First and last page to be in the document for this part of the desk. */
export function pagesNear(book: Book, scrollPx: number, heightPx: number): { first: number; last: number } {
  const marginPx = Math.max(400, heightPx / 2);
  return {
    first: pageAt(book, scrollPx - marginPx),
    last: pageAt(book, scrollPx + heightPx + marginPx),
  };
}

/** A line of an element, at its place on the desk. */
export interface PlacedLine {
  from: number;
  to: number;
  topPx: number;
  leftPx: number;
}

/** Where an element's lines stand, over as many pages as it takes. */
export function linesOnDesk(book: Book, elementIndex: number): PlacedLine[] {
  const { pagination, measures, tops } = book;
  const id = pagination.elements[elementIndex];
  const lines: PlacedLine[] = [];
  for (let page = pageOf(pagination, elementIndex); page < pagination.pages.length; page++) {
    const pieces = pageIn(book, page).pieces.filter(({ element }) => element === id);
    if (pieces.length === 0 && lines.length > 0) break;
    for (const { topPx, pitchPx, lines: own } of pieces) {
      const firstPx = (tops[page] ?? 0) + measures.headPx + topPx;
      own.forEach(({ from, to, leftPx }, index) => {
        lines.push({ from, to, leftPx, topPx: firstPx + index * pitchPx });
      });
    }
    const next = pagination.pages[page + 1];
    if (!next || next.elementIndex !== elementIndex) break;
  }
  return lines;
}
