import type { DualColumn } from '../element.ts';
import type { PageMark } from './blocks.ts';
import { type Cut, columnsEnd } from './blocks.ts';
import { isContinuedAt, repeatedCueOf } from './continued.ts';
import type { Line } from './lines.ts';
import type { Paragraphs } from './paragraphs.ts';
import { bottomSlotsAt, topSlotsAt } from './sceneContinueds.ts';
import type { Pagination, Piece } from './types.ts';
import { linesFrom } from './wrap.ts';

// Pieces by page, computed when first read. A page is laid out at most once per pagination.
const contents = new WeakMap<Pagination, (Piece[] | undefined)[]>();

/**
 * Return the pieces of a page from top to bottom, the left column of a dual dialogue before the
 * right one.
 */
export function piecesOn(pagination: Pagination, pageIndex: number): Piece[] {
  let pages = contents.get(pagination);
  if (!pages) {
    pages = [];
    contents.set(pagination, pages);
  }
  pages[pageIndex] ??= layOut(pagination, pageIndex);
  return pages[pageIndex];
}

/** Return the slots above the first line of a page, where CONTINUED: is printed. */
export function topSlotsOn({ marks, paragraphs }: Pagination, pageIndex: number): number {
  const start = marks[pageIndex];
  return start ? topSlotsAt(start, paragraphs) : 0;
}

/** Return the slots of (CONTINUED) below the last line of a page. */
export function bottomSlotsOn({ marks, paragraphs }: Pagination, pageIndex: number): number {
  return bottomSlotsAt(marks[pageIndex + 1], paragraphs);
}

/**
 * Return how many slots of a page are used down to its last line, without (MORE) and (CONTINUED).
 * Does not lay out the page.
 */
export function slotsOn(pagination: Pagination, pageIndex: number): number {
  const { paragraphs } = pagination;
  const top = topSlotsOn(pagination, pageIndex);
  let slots = top;
  for (const { row, end, from, to } of blocksOn(pagination, pageIndex)) {
    const { spaceBefore, spacing, column } = paragraphs.boxAt(row);
    if (slots > top) slots += spaceBefore;
    if (column !== null) slots = columnSlots(paragraphs, row, end, slots);
    else slots += lineCount(pagination, row, from, to) * spacing;
  }
  return slots;
}

/** Return the slots of (MORE) below the last line of a page; 0 if it is not printed there. */
export function moreSlotsOn(pagination: Pagination, pageIndex: number): number {
  if (!endsMidSpeech(pagination, pageIndex)) return 0;
  let spacing = 0;
  for (const { row } of blocksOn(pagination, pageIndex)) spacing = pagination.paragraphs.boxAt(row).spacing;
  return spacing;
}

/** Return whether (MORE) is printed below the last line of a page. */
function endsMidSpeech({ marks }: Pagination, pageIndex: number): boolean {
  const next = marks[pageIndex + 1];
  return next !== undefined && isMidSpeech(next);
}

/** Return the index of the page that holds an element's first line. */
export function pageOf(pagination: Pagination, elementIndex: number): number {
  const { marks, paragraphs } = pagination;
  const row = paragraphs.firstRowOf(elementIndex + 1) - 1;
  let low = 0;
  let high = marks.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const mark = marks[middle] as PageMark;
    if (mark.row < row || (mark.row === row && mark.offset === 0)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Return the slot of an element's first line on its page. */
export function slotOf(pagination: Pagination, elementIndex: number): number {
  const pieces = piecesOn(pagination, pageOf(pagination, elementIndex));
  return pieces.find((piece) => piece.elementIndex === elementIndex)?.slot ?? 0;
}

/**
 * A row on a page, with the range of its text that is on that page; or the rows of a dual dialogue.
 */
interface PageBlock {
  row: number;
  end: number;
  from: number;
  to: number;
}

function* blocksOn({ paragraphs, marks }: Pagination, pageIndex: number): Generator<PageBlock> {
  const start = marks[pageIndex];
  if (!start) return;
  const next = marks[pageIndex + 1] ?? { row: paragraphs.count, offset: 0 };
  for (let row = start.row; row < next.row || (row === next.row && next.offset > 0); ) {
    const end = paragraphs.boxAt(row).column === null ? row + 1 : columnsEnd(paragraphs, row);
    const from = row === start.row ? start.offset : 0;
    yield { row, end, from, to: row === next.row ? next.offset : Infinity };
    row = end;
  }
}

/** Return how many lines the range of a row's text takes; a blank paragraph takes one. */
function lineCount(pagination: Pagination, row: number, from: number, to: number): number {
  const { paragraphs } = pagination;
  if (from === 0 && to === Infinity) return paragraphs.lines[row] as number;
  return pieceOf(pagination, row, from, to, 0)?.lines.length ?? 1;
}

function layOut(pagination: Pagination, pageIndex: number): Piece[] {
  const { paragraphs, marks, elements, format } = pagination;
  const start = marks[pageIndex];
  const pieces: Piece[] = [];
  if (!start) return pieces;
  const top = topSlotsAt(start, paragraphs);
  let slot = top;
  for (const { row, end, from, to } of blocksOn(pagination, pageIndex)) {
    const box = paragraphs.boxAt(row);
    if (slot > top) slot += box.spaceBefore;
    if (box.column !== null) {
      layOutColumns(pagination, row, end, slot, pieces);
      slot = columnSlots(paragraphs, row, end, slot);
    } else {
      const piece = pieceOf(pagination, row, from, to, slot);
      if (piece) pieces.push(piece);
      slot += (piece ? piece.lines.length : 1) * box.spacing;
    }
  }
  const first = pieces[0];
  if (first && isMidSpeech(start)) {
    const cue = elements[paragraphs.owner[start.cue] as number];
    if (cue && !paragraphs.isBlank(start.cue)) first.repeatedCue = repeatedCueOf(cue, format);
  }
  const last = pieces.at(-1);
  if (last && endsMidSpeech(pagination, pageIndex)) last.hasMore = true;
  return pieces;
}

/** Return whether a page break is inside a speech, below its cue. */
function isMidSpeech({ cue, row }: Cut): boolean {
  return cue >= 0 && cue !== row;
}

/** Lay out both columns from the same slot. */
function layOutColumns(
  pagination: Pagination,
  first: number,
  end: number,
  top: number,
  pieces: Piece[],
): void {
  const { paragraphs } = pagination;
  for (const { row, slot } of columnRows(paragraphs, first, end, top)) {
    const piece = pieceOf(pagination, row, 0, Infinity, slot);
    if (piece) pieces.push(piece);
  }
}

/** Return the slot after the taller one of two columns. */
function columnSlots(paragraphs: Paragraphs, first: number, end: number, top: number): number {
  return Math.max(top, ...columnRows(paragraphs, first, end, top).map(({ slot, lines }) => slot + lines));
}

/** Return the first slot and the line count of each row of both columns. */
function columnRows(paragraphs: Paragraphs, first: number, end: number, top: number) {
  const slots: Record<DualColumn, number> = { left: top, right: top };
  const found: { row: number; slot: number; lines: number }[] = [];
  for (let row = first; row < end; row++) {
    const box = paragraphs.boxAt(row);
    const column = box.column ?? 'left';
    if (slots[column] > top) slots[column] += box.spaceBefore;
    const lines = paragraphs.lines[row] as number;
    found.push({ row, slot: slots[column], lines });
    slots[column] += lines;
  }
  return found;
}

/**
 * Return the piece for a range of a row's text; null for a blank paragraph, which prints nothing.
 */
function pieceOf(
  { paragraphs, elements, format, linesPerPage }: Pagination,
  row: number,
  from: number,
  to: number,
  slot: number,
): Piece | null {
  if (paragraphs.isBlank(row)) return null;
  const box = paragraphs.boxAt(row);
  const elementIndex = paragraphs.owner[row] as number;
  const bounds: number[] = [];
  // A page never holds more than `linesPerPage` lines. The extra line is cut by `clip`.
  paragraphs.wrap(row, from, linesPerPage + 1, bounds);
  const lines = linesFrom(bounds);
  if (to < Infinity) clip(lines, paragraphs.textAt(row), to);
  return {
    elementIndex,
    slot,
    spacing: box.spacing,
    lines,
    column: box.column,
    repeatedCue: null,
    hasMore: false,
    isContinued: from === 0 && isContinuedAt(elements, format, elementIndex),
  };
}

/** Remove the text after an offset, and the white space before that offset. */
function clip(lines: Line[], text: string, to: number): void {
  const end = text.slice(0, to).trimEnd().length;
  for (let last = lines.at(-1); last; last = lines.at(-1)) {
    last.to = Math.max(last.from, Math.min(last.to, end));
    if (last.to > last.from || lines.length === 1) return;
    lines.pop();
  }
}
