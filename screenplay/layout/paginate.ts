import type { ScriptElement } from '../element.ts';
import type { ScriptFormat } from '../format.ts';
import { lockRules } from '../production/lockRules.ts';
import { chunksByTextLength, runToCompletion, type Steps } from '../steps.ts';
import { type Cut, cutBlock, newBlock, type PageMark, readBlock, splitBlock } from './blocks.ts';
import type { LockedCut } from './lockedCuts.ts';
import { pageBoxOf } from './metrics.ts';
import { Paragraphs } from './paragraphs.ts';
import { bottomSlotsAt, topSlotsAt } from './sceneContinueds.ts';
import { paragraphKind, sheetOf } from './sheet.ts';
import type { PageStart, Pagination } from './types.ts';

/**
 * Break a script into pages as Final Draft does.
 *
 * A heading never ends a page, a transition never begins one, and paragraphs are cut only after
 * sentences. Never throws: a block that does not fit on a page is cut anywhere. Given an earlier
 * pagination in the same format, recompute only the pages that may have changed. Elements count as
 * unchanged when they are the same objects. Source: docs/format.md, "Page breaks".
 */
export function paginate(
  elements: readonly ScriptElement[],
  format: ScriptFormat,
  previous?: Pagination,
): Pagination {
  if (previous && previous.format === format) return repaginate(elements, previous);
  return runToCompletion(paginationSteps(elements, format));
}

const pagesPerStep = 20;

/** Paragraphs of a script, with all that decides where pages begin. */
interface Book {
  paragraphs: Paragraphs;
  linesPerPage: number;
  lockedCuts: readonly LockedCut[];
}

/** Paginate a script without an earlier pagination, in steps. */
export function* paginationSteps(
  elements: readonly ScriptElement[],
  format: ScriptFormat,
): Steps<Pagination> {
  const { linesPerPage } = pageBoxOf(format);
  const paragraphs = new Paragraphs(elements, sheetOf(format));
  let measured = 0;
  for (const [, end] of chunksByTextLength(elements)) {
    // Both columns of a dual dialogue are measured together.
    if (end < elements.length && elements[end]?.dual) continue;
    paragraphs.measure(measured, end, linesPerPage);
    measured = end;
    yield;
  }
  const marks: PageMark[] = [];
  const lockedStarts = lockRules()?.lockedStartsIn(elements, format) ?? null;
  const book: Book = {
    paragraphs,
    linesPerPage,
    lockedCuts: lockRules()?.lockedCutsOf(lockedStarts, paragraphs) ?? [],
  };
  for (let start: Cut | null = blockStartAt(0); start; ) {
    start = addPage(start, book, marks);
    if (marks.length % pagesPerStep === 0) yield;
  }
  const pages = marks.map((mark) => startOf(mark, paragraphs));
  return { elements, format, linesPerPage, pages, lockedStarts, paragraphs, marks, reused: null };
}

function repaginate(elements: readonly ScriptElement[], previous: Pagination): Pagination {
  const { elements: old, format, linesPerPage, paragraphs: oldParagraphs, marks: oldMarks } = previous;
  const common = commonEnds(old, elements);
  if (common.head === old.length && common.head === elements.length) return previous;
  const shift = elements.length - old.length;
  const oldTail = old.length - common.tail;

  const headRows = oldParagraphs.firstRowOf(common.head);
  const oldTailRow = oldParagraphs.firstRowOf(oldTail);
  const tailStart = elements.length - common.tail;
  let paragraphs = oldParagraphs.withElements(elements, common.head, tailStart, linesPerPage);
  let tailRow = oldTailRow;
  if (!paragraphs) {
    paragraphs = new Paragraphs(elements, oldParagraphs.sheet, oldParagraphs.count + Math.max(0, shift));
    paragraphs.copy(oldParagraphs, 0, headRows, 0);
    paragraphs.measure(common.head, tailStart, linesPerPage);
    tailRow = paragraphs.count;
    paragraphs.copy(oldParagraphs, oldTailRow, oldParagraphs.count, shift);
  }
  const rowShift = tailRow - oldTailRow;
  const lockedStarts = lockRules()?.lockedStartsIn(elements, format) ?? null;
  const book: Book = {
    paragraphs,
    linesPerPage,
    lockedCuts: lockRules()?.lockedCutsOf(lockedStarts, paragraphs) ?? [],
  };
  const ends = { head: common.head, oldTail, shift };
  const areStartsSame = lockRules()?.areSameStarts(previous.lockedStarts, lockedStarts, ends) ?? true;

  // Reuse the pages that were computed without reading a changed row. The next page begins where
  // the last of them ends.
  let reusedCount = 0;
  const reusable = areStartsSame ? oldMarks.length - 1 : 0;
  while (reusedCount < reusable && (oldMarks[reusedCount] as PageMark).horizon < headRows) reusedCount++;
  const marks = oldMarks.slice(0, reusedCount);
  const pages = previous.pages.slice(0, reusedCount);

  // Stop when a page begins with a whole block in the unchanged tail, and an old page began with
  // that block.
  let next = reusedCount;
  const isOldPageStart = (cut: Cut): boolean => {
    if (!areStartsSame || cut.row < tailRow || !startsBlock(cut)) return false;
    const oldRow = cut.row - rowShift;
    while (next < oldMarks.length && (oldMarks[next] as PageMark).row < oldRow) next++;
    const mark = oldMarks[next];
    return mark !== undefined && mark.row === oldRow && startsBlock(mark);
  };
  const first = reusedCount === 0 ? { row: 0, offset: 0, cue: -1 } : (oldMarks[reusedCount] as PageMark);
  const hasReachedOldPage = breakPages(first, book, marks, isOldPageStart);
  for (let page = reusedCount; page < marks.length; page++)
    pages.push(startOf(marks[page] as PageMark, paragraphs));
  if (hasReachedOldPage) {
    for (; next < oldMarks.length; next++) {
      const mark = oldMarks[next] as PageMark;
      const page = previous.pages[next] as PageStart;
      marks.push(rowShift === 0 ? mark : shiftMark(mark, rowShift));
      pages.push(shift === 0 ? page : { ...page, elementIndex: page.elementIndex + shift });
    }
  }
  const reused = { ...common, of: new WeakRef(old) };
  return { elements, format, linesPerPage, pages, lockedStarts, paragraphs, marks, reused };
}

/**
 * Return how many elements at both ends are the same objects. A dual dialogue that changed counts
 * as a whole.
 */
function commonEnds(
  old: readonly ScriptElement[],
  current: readonly ScriptElement[],
): { head: number; tail: number } {
  const max = Math.min(old.length, current.length);
  let head = 0;
  while (head < max && old[head] === current[head]) head++;
  if (head === old.length && head === current.length) return { head, tail: 0 };
  while (head > 0 && (current[head - 1] as ScriptElement).dual !== null) head--;
  let tail = 0;
  while (tail < max - head && old[old.length - 1 - tail] === current[current.length - 1 - tail]) tail++;
  while (tail > 0 && (current[current.length - tail] as ScriptElement).dual !== null) tail--;
  return { head, tail };
}

function startsBlock({ offset, cue }: Cut): boolean {
  return offset === 0 && cue < 0;
}

function shiftMark({ row, offset, cue, horizon }: PageMark, by: number): PageMark {
  return { row: row + by, offset, cue: cue < 0 ? cue : cue + by, horizon: horizon + by };
}

function startOf({ row, offset }: Cut, paragraphs: Paragraphs): PageStart {
  if (row >= paragraphs.count) return { elementIndex: 0, offset: 0, blanksSkipped: 0 };
  const elementIndex = paragraphs.owner[row] as number;
  const isFirst = row === 0 || paragraphs.owner[row - 1] !== elementIndex;
  return { elementIndex, offset, blanksSkipped: isFirst ? 0 : row - paragraphs.firstRowOf(elementIndex) };
}

/**
 * Add a mark for every page from `first` on. Return true when a page start satisfies the predicate,
 * false at the end of the script.
 */
function breakPages(
  first: Cut,
  book: Book,
  marks: PageMark[],
  isOldPageStart: (cut: Cut) => boolean,
): boolean {
  let start: Cut | null = first;
  while (start) {
    start = addPage(start, book, marks);
    if (start && isOldPageStart(start)) return true;
  }
  return false;
}

/** Add a mark for the page that begins at `start`. Return where the next page begins, or null. */
function addPage(start: Cut, book: Book, marks: PageMark[]): Cut | null {
  const { row, offset, cue } = start;
  const next = nextStart(start, book);
  marks.push({ row, offset, cue, horizon });
  return next;
}

// Shared by all calls of `nextPage`, which is not reentrant.
const block = newBlock();
const following = newBlock();
let horizon = 0;

/** Minimum slots for cutting a block below the headings of its page: a cue and two lines. */
const minLinesCut = 3;

const blockStartAt = (row: number): Cut => ({ row, offset: 0, cue: -1 });

/**
 * Like `nextPage`, with room for the texts where a scene goes on (sceneContinueds.ts). A page ends
 * where the next locked one begins, also if there is room left.
 */
function nextStart(start: Cut, { paragraphs, linesPerPage, lockedCuts }: Book): Cut | null {
  const locked = lockRules()?.nextLockedCut(lockedCuts, start) ?? null;
  const text = locked ? paragraphs.endingAt(locked) : paragraphs;
  const lines = linesPerPage - topSlotsAt(start, paragraphs);
  const next = nextPage(start, text, lines) ?? locked;
  const bottomSlots = next ? bottomSlotsAt(next, paragraphs) : 0;
  if (bottomSlots === 0) return next;
  const furthest = horizon;
  const earlier = nextPage(start, text, lines - bottomSlots) ?? locked;
  horizon = Math.max(horizon, furthest);
  return earlier;
}

/**
 * Return where the page after the one that begins at `start` begins; null if that page is the last.
 * Sets `horizon`.
 */
function nextPage(start: Cut, paragraphs: Paragraphs, linesPerPage: number): Cut | null {
  const { count } = paragraphs;
  const enough = 2 * linesPerPage;
  let position = 0;
  /** First row of the headings directly above; -1 if the block above is no heading. */
  let headings = -1;
  let at: Cut = start;
  horizon = start.row;
  while (at.row < count) {
    readBlock(block, paragraphs, at, enough);
    horizon = Math.max(horizon, block.end);
    if (position > 0 && paragraphs.boxAt(block.first).startsNewPage) return blockStartAt(block.first);
    const space = position > 0 ? block.spaceBefore : 0;
    const room = linesPerPage - position - space;

    if (block.kind === paragraphKind.heading && !keepsWithNext(paragraphs, room, enough) && position > 0) {
      return blockStartAt(block.first);
    }
    if (block.height > room) {
      const split = block.kind === paragraphKind.heading ? null : splitBlock(block, paragraphs, room);
      if (split) return split;
      // Cut a block that fits on no page below its headings: otherwise the page would hold headings
      // alone.
      const isTopmost = position === 0 || (headings === start.row && !block.isDual && room >= minLinesCut);
      return isTopmost ? cutBlock(block, paragraphs, room) : blockStartAt(block.first);
    }
    if (isPushedByTransition(paragraphs, room)) {
      const split = splitBlock(block, paragraphs, room);
      if (split) return split;
      const movable = headings >= 0 ? headings : block.first;
      if (movable > start.row) return blockStartAt(movable);
    }
    if (block.kind !== paragraphKind.heading) headings = -1;
    else if (headings < 0) headings = block.first;
    position += space + block.height;
    at = blockStartAt(block.end);
  }
  return null;
}

/**
 * Return whether the heading in `block` and those below it fit, together with the beginning of the
 * block that follows them.
 */
function keepsWithNext(paragraphs: Paragraphs, room: number, enough: number): boolean {
  let left = room - block.height;
  let row = block.end;
  while (left >= 0 && row < paragraphs.count) {
    if (paragraphs.boxAt(row).startsNewPage) return true;
    readBlock(following, paragraphs, blockStartAt(row), enough);
    horizon = Math.max(horizon, following.end);
    left -= following.spaceBefore;
    if (following.kind !== paragraphKind.heading) {
      return following.height <= left || splitBlock(following, paragraphs, left) !== null;
    }
    left -= following.height;
    row = following.end;
  }
  return left >= 0;
}

/**
 * Return whether the block in `block` fits but the transition below it would begin the next page.
 */
function isPushedByTransition(paragraphs: Paragraphs, room: number): boolean {
  if (block.end >= paragraphs.count) return false;
  if (block.kind === paragraphKind.heading || block.kind === paragraphKind.transition) return false;
  const box = paragraphs.boxAt(block.end);
  if (box.kind !== paragraphKind.transition || box.startsNewPage) return false;
  return block.height + box.spaceBefore + (paragraphs.lines[block.end] as number) * box.spacing > room;
}
