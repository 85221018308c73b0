import type { ScriptElement } from '../element.ts';
import type { ScriptFormat } from '../format.ts';
import { chunksByTextLength, runToCompletion, type Steps } from '../steps.ts';
import { type Cut, cutBlock, newBlock, type PageMark, readBlock, splitBlock } from './blocks.ts';
import { pageBoxOf } from './metrics.ts';
import { Paragraphs } from './paragraphs.ts';
import { paragraphKind, sheetOf } from './sheet.ts';
import type { PageStart, Pagination } from './types.ts';

/**
 * Breaks a script into pages as Final Draft does.
 * Elements in script order → the places where pages begin. A heading never ends a page and a transition never
 * begins one; paragraphs are cut after sentences only. Never throws: what no rule can keep together is cut.
 * With an earlier pagination in the same format only the pages that may have changed are made anew; elements
 * count as unchanged when they are the same objects.
 * Source: docs/format.md, "Page breaks".
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

/** The same of a script that is seen for the first time, in steps. */
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
  for (let start: Cut | null = fresh(0); start; ) {
    start = addPage(start, paragraphs, linesPerPage, marks);
    if (marks.length % pagesPerStep === 0) yield;
  }
  const pages = marks.map((mark) => startOf(mark, paragraphs));
  return { elements, format, linesPerPage, pages, paragraphs, marks, kept: null };
}

function repaginate(elements: readonly ScriptElement[], previous: Pagination): Pagination {
  const { elements: old, format, linesPerPage, paragraphs: oldParagraphs, marks: oldMarks } = previous;
  const same = sameEnds(old, elements);
  if (same.head === old.length && same.head === elements.length) return previous;
  const shift = elements.length - old.length;
  const oldTail = old.length - same.tail;

  const headRows = oldParagraphs.firstRowOf(same.head);
  const oldTailRow = oldParagraphs.firstRowOf(oldTail);
  const tailStart = elements.length - same.tail;
  let paragraphs = oldParagraphs.kept(elements, same.head, tailStart, linesPerPage);
  let tailRow = oldTailRow;
  if (!paragraphs) {
    paragraphs = new Paragraphs(elements, oldParagraphs.sheet, oldParagraphs.count + Math.max(0, shift));
    paragraphs.copy(oldParagraphs, 0, headRows, 0);
    paragraphs.measure(same.head, tailStart, linesPerPage);
    tailRow = paragraphs.count;
    paragraphs.copy(oldParagraphs, oldTailRow, oldParagraphs.count, shift);
  }
  const rowShift = tailRow - oldTailRow;

  // Pages whose making never looked at a changed row stand; where they end, the next one begins as before.
  let kept = 0;
  while (kept < oldMarks.length - 1 && (oldMarks[kept] as PageMark).horizon < headRows) kept++;
  const marks = oldMarks.slice(0, kept);
  const pages = previous.pages.slice(0, kept);

  // In step again: a page that begins with a whole block, where an earlier page began with it, in the same tail.
  let next = kept;
  const isInStep = (cut: Cut): boolean => {
    if (cut.row < tailRow || !startsBlock(cut)) return false;
    const oldRow = cut.row - rowShift;
    while (next < oldMarks.length && (oldMarks[next] as PageMark).row < oldRow) next++;
    const mark = oldMarks[next];
    return mark !== undefined && mark.row === oldRow && startsBlock(mark);
  };
  const first = kept === 0 ? { row: 0, offset: 0, cue: -1 } : (oldMarks[kept] as PageMark);
  const hasCaughtUp = breakPages(first, paragraphs, linesPerPage, marks, isInStep);
  for (let page = kept; page < marks.length; page++) pages.push(startOf(marks[page] as PageMark, paragraphs));
  if (hasCaughtUp) {
    for (; next < oldMarks.length; next++) {
      const mark = oldMarks[next] as PageMark;
      const page = previous.pages[next] as PageStart;
      marks.push(rowShift === 0 ? mark : shiftMark(mark, rowShift));
      pages.push(shift === 0 ? page : { ...page, elementIndex: page.elementIndex + shift });
    }
  }
  const inCommon = { ...same, of: new WeakRef(old) };
  return { elements, format, linesPerPage, pages, paragraphs, marks, kept: inCommon };
}

/** How many elements at both ends are the same objects; a dual dialogue that changed counts as a whole. */
function sameEnds(
  old: readonly ScriptElement[],
  now: readonly ScriptElement[],
): { head: number; tail: number } {
  const max = Math.min(old.length, now.length);
  let head = 0;
  while (head < max && old[head] === now[head]) head++;
  if (head === old.length && head === now.length) return { head, tail: 0 };
  while (head > 0 && (now[head - 1] as ScriptElement).dual !== null) head--;
  let tail = 0;
  while (tail < max - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail++;
  while (tail > 0 && (now[now.length - tail] as ScriptElement).dual !== null) tail--;
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

/** Adds a mark for every page from `first` on, until the end (false) or until a page `isInStep` (true). */
function breakPages(
  first: Cut,
  paragraphs: Paragraphs,
  linesPerPage: number,
  marks: PageMark[],
  isInStep: (cut: Cut) => boolean,
): boolean {
  let start: Cut | null = first;
  while (start) {
    start = addPage(start, paragraphs, linesPerPage, marks);
    if (start && isInStep(start)) return true;
  }
  return false;
}

/** Adds a mark for the page that begins there; gives where the next one begins, or null. */
function addPage(start: Cut, paragraphs: Paragraphs, linesPerPage: number, marks: PageMark[]): Cut | null {
  const { row, offset, cue } = start;
  const next = nextPage(start, paragraphs, linesPerPage);
  marks.push({ row, offset, cue, horizon });
  return next;
}

// Read into by nextPage, which is never inside itself: one set serves all.
const block = newBlock();
const following = newBlock();
let horizon = 0;

/** So much room a block needs for being cut below the headings of its page: a cue and two lines. */
const minLinesCut = 3;

const fresh = (row: number): Cut => ({ row, offset: 0, cue: -1 });

/** Where the page after the one that begins at `start` begins; null when that is the last. Sets `horizon`. */
function nextPage(start: Cut, paragraphs: Paragraphs, linesPerPage: number): Cut | null {
  const { count } = paragraphs;
  const enough = 2 * linesPerPage;
  let position = 0;
  /** First row of the headings directly above; -1 where the block above is none. */
  let headings = -1;
  let at: Cut = start;
  horizon = start.row;
  while (at.row < count) {
    readBlock(block, paragraphs, at, enough);
    horizon = Math.max(horizon, block.end);
    if (position > 0 && paragraphs.boxAt(block.first).startsNewPage) return fresh(block.first);
    const space = position > 0 ? block.spaceBefore : 0;
    const room = linesPerPage - position - space;

    if (block.kind === paragraphKind.heading && !keepsWithNext(paragraphs, room, enough) && position > 0) {
      return fresh(block.first);
    }
    if (block.height > room) {
      const split = block.kind === paragraphKind.heading ? null : splitBlock(block, paragraphs, room);
      if (split) return split;
      // A page of headings alone would help nobody: what no page holds below them is cut.
      const isTopmost = position === 0 || (headings === start.row && !block.isDual && room >= minLinesCut);
      return isTopmost ? cutBlock(block, paragraphs, room) : fresh(block.first);
    }
    if (isPushedByTransition(paragraphs, room)) {
      const split = splitBlock(block, paragraphs, room);
      if (split) return split;
      const movable = headings >= 0 ? headings : block.first;
      if (movable > start.row) return fresh(movable);
    }
    if (block.kind !== paragraphKind.heading) headings = -1;
    else if (headings < 0) headings = block.first;
    position += space + block.height;
    at = fresh(block.end);
  }
  return null;
}

/** Whether the heading in `block`, with those below it, fits and so does the beginning of what it heads. */
function keepsWithNext(paragraphs: Paragraphs, room: number, enough: number): boolean {
  let left = room - block.height;
  let row = block.end;
  while (left >= 0 && row < paragraphs.count) {
    if (paragraphs.boxAt(row).startsNewPage) return true;
    readBlock(following, paragraphs, fresh(row), enough);
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

/** Whether the block in `block` fits but the transition below it would begin the next page. */
function isPushedByTransition(paragraphs: Paragraphs, room: number): boolean {
  if (block.end >= paragraphs.count) return false;
  if (block.kind === paragraphKind.heading || block.kind === paragraphKind.transition) return false;
  const box = paragraphs.boxAt(block.end);
  if (box.kind !== paragraphKind.transition || box.startsNewPage) return false;
  return block.height + box.spaceBefore + (paragraphs.lines[block.end] as number) * box.spacing > room;
}
