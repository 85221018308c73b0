import type { DualColumn } from '../element.ts';
import { type Cut, columnsEnd } from './blocks.ts';
import { isContinuedAt, repeatedCueOf } from './continued.ts';
import type { PageMark } from './paginate.ts';
import type { Line, Pagination, Piece } from './types.ts';
import { linesFrom } from './wrap.ts';

interface PageContent {
  pieces: Piece[];
  slots: number;
}

// Made when first asked for; a page that no change reached is laid out once per pagination.
const contents = new WeakMap<Pagination, (PageContent | undefined)[]>();

/** What stands on a page, top to bottom; the left column of a dual dialogue before the right. */
export function piecesOn(pagination: Pagination, pageIndex: number): Piece[] {
  return contentOf(pagination, pageIndex).pieces;
}

/** Slots of a page that are used, (MORE) not counted. */
export function slotsOn(pagination: Pagination, pageIndex: number): number {
  return contentOf(pagination, pageIndex).slots;
}

/** Index of the page on which an element's first line stands. */
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

/** Slot of an element's first line on its page. */
export function slotOf(pagination: Pagination, elementIndex: number): number {
  const pieces = piecesOn(pagination, pageOf(pagination, elementIndex));
  return pieces.find((piece) => piece.elementIndex === elementIndex)?.slot ?? 0;
}

function contentOf(pagination: Pagination, pageIndex: number): PageContent {
  let pages = contents.get(pagination);
  if (!pages) {
    pages = [];
    contents.set(pagination, pages);
  }
  pages[pageIndex] ??= layOut(pagination, pageIndex);
  return pages[pageIndex];
}

function layOut(pagination: Pagination, pageIndex: number): PageContent {
  const { paragraphs, marks, elements, format } = pagination;
  const start = marks[pageIndex];
  const pieces: Piece[] = [];
  if (!start) return { pieces, slots: 0 };
  const next = marks[pageIndex + 1] ?? { row: paragraphs.count, offset: 0, cue: -1 };
  let slot = 0;
  for (let row = start.row; row < next.row || (row === next.row && next.offset > 0); ) {
    const box = paragraphs.boxAt(row);
    if (slot > 0) slot += box.spaceBefore;
    if (box.column !== null) {
      const end = columnsEnd(paragraphs, row);
      slot = layOutColumns(pagination, row, end, slot, pieces);
      row = end;
    } else {
      const from = row === start.row ? start.offset : 0;
      const piece = pieceOf(pagination, row, from, row === next.row ? next.offset : Infinity, slot);
      if (piece) pieces.push(piece);
      slot += (piece ? piece.lines.length : 1) * box.spacing;
      row++;
    }
  }
  const first = pieces[0];
  if (first && isMidSpeech(start)) {
    const cue = elements[paragraphs.owner[start.cue] as number];
    if (cue && !paragraphs.isBlank(start.cue)) first.repeatedCue = repeatedCueOf(cue, format);
  }
  const last = pieces.at(-1);
  if (last && isMidSpeech(next)) last.hasMore = true;
  return { pieces, slots: slot };
}

/** Whether a page break stands inside a speech, below its cue. */
function isMidSpeech({ cue, row }: Cut): boolean {
  return cue >= 0 && cue !== row;
}

/** Lays out both columns from the same slot; gives the slot behind the taller one. */
function layOutColumns(
  pagination: Pagination,
  first: number,
  end: number,
  top: number,
  pieces: Piece[],
): number {
  const { paragraphs } = pagination;
  const slots: Record<DualColumn, number> = { left: top, right: top };
  for (let row = first; row < end; row++) {
    const box = paragraphs.boxAt(row);
    const column = box.column ?? 'left';
    if (slots[column] > top) slots[column] += box.spaceBefore;
    const piece = pieceOf(pagination, row, 0, Infinity, slots[column]);
    if (piece) pieces.push(piece);
    slots[column] += piece ? piece.lines.length : 1;
  }
  return Math.max(slots.left, slots.right);
}

/** The lines of a row's text between two offsets; null for a blank paragraph, which prints nothing. */
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
  // No page holds more lines; the last one is there to be cut.
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

/** Takes away what stands behind an offset, and the white space before it. */
function clip(lines: Line[], text: string, to: number): void {
  const end = text.slice(0, to).trimEnd().length;
  for (let last = lines.at(-1); last; last = lines.at(-1)) {
    last.to = Math.max(last.from, Math.min(last.to, end));
    if (last.to > last.from || lines.length === 1) return;
    lines.pop();
  }
}
