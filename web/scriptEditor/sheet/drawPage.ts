import type { DualColumn } from '#screenplay/element.ts';
import { isDeepEqual } from '#screenplay/fdx/same.ts';
import { cellsOf } from '#screenplay/layout/cells.ts';
import { defaultSizePoints } from '#screenplay/layout/metrics.ts';
import { bottomSlotsOn, moreSlotsOn, piecesOn, slotsOn } from '#screenplay/layout/pieces.ts';
import { type ContinuedLine, continuedLinesOn } from '#screenplay/layout/sceneContinueds.ts';
import { type Box, boxOf } from '#screenplay/layout/sheet.ts';
import { styledTextOf } from '#screenplay/layout/text.ts';
import type { Pagination, Piece } from '#screenplay/layout/types.ts';
import type { Element } from '#shared/contract/elements.ts';
import { toElementRows, toScriptElement } from './elementCasts.ts';
import { columnOf, lineLeftPx, phoneLines, printable } from './lines.ts';
import type { Measures } from './measures.ts';

/** Rendered line. Offsets refer to the element's plain text. */
export interface DrawnLine {
  from: number;
  to: number;
  leftPx: number;
  /** Character width, if the type has its own font size. */
  charPx?: number;
  /** Right edge of a line that is written from right to left. */
  rightPx?: number;
}

/** Part of one element on one page. */
export interface DrawnPiece {
  element: Element;
  box: Box;
  piece: Piece;
  /** Distance from the first body line of the page. */
  topPx: number;
  /** Distance between the tops of two lines. */
  pitchPx: number;
  /** Part of it above each line: the extra line of double spacing. */
  abovePx: number;
  lines: DrawnLine[];
}

export interface DrawnPage {
  pieces: DrawnPiece[];
  /** CONTINUED: and (CONTINUED); their slots are positions in the whole page. */
  continueds: readonly ContinuedLine[];
  /** Distance from the first body line to below the last line or (MORE). */
  bodyPx: number;
}

const noLines: readonly ContinuedLine[] = [];

/** Space in front of elements, in pixels by id, for content that is no text. */
export type Insets = ReadonlyMap<number, number>;
export const noInsets: Insets = new Map();

/** Elements that the filter shows, by id; null: all. */
export type VisibleIds = ReadonlySet<number> | null;

/**
 * Lay out one page. On a phone pieces keep their gaps and move down as those above grow. With a
 * filter, hidden elements shrink to a blank line.
 */
export function drawPage(
  pagination: Pagination,
  pageIndex: number,
  measures: Measures,
  insets: Insets = noInsets,
  shown: VisibleIds = null,
): DrawnPage {
  const { format } = pagination;
  const elements = toElementRows(pagination.elements);
  const { linePx, charPx, isPhone } = measures;
  const pieces: DrawnPiece[] = [];
  const flow = newFlow();
  let insetPx = 0;
  const all = piecesOn(pagination, pageIndex);
  for (const piece of shown
    ? withoutGaps(all, (each) => shown.has(elements[each.elementIndex]?.id ?? 0))
    : all) {
    const element = elements[piece.elementIndex];
    if (!element) continue;
    const box = boxOf(toScriptElement(element), format, piece.column);
    const column = columnOf(box, measures);
    const ownPx = isPhone ? charPx : (charPx * box.sizePoints) / defaultSizePoints;
    const { text } = styledTextOf(toScriptElement(element));
    const lines = isPhone ? phoneLines(text, piece.lines, column, charPx) : piece.lines;
    const top = flow.place(piece, lines.length * piece.spacing);
    if (piece.lines[0]?.from === 0) insetPx += insets.get(element.id) ?? 0;
    pieces.push({
      element,
      box,
      piece,
      topPx: top * linePx + insetPx,
      pitchPx: piece.spacing * linePx,
      abovePx: (piece.spacing - 1) * linePx,
      lines: lines.map(({ from, to }) => {
        const printed = printable(text.slice(from, to), box);
        const leftPx = lineLeftPx(printed, box, column, from === 0, ownPx);
        return {
          from,
          to,
          leftPx,
          ...(ownPx !== charPx && { charPx: ownPx }),
          ...(box.isRightToLeft && { rightPx: leftPx + cellsOf(printed) * ownPx }),
        };
      }),
    });
  }
  const last = pieces.at(-1)?.piece;
  const more = last?.hasMore && format.moreText !== '' ? last.spacing : 0;
  const used = shown ? 0 : slotsOn(pagination, pageIndex) - flow.slotsPlaced() + flow.height();
  const isWhole = !shown && !isPhone;
  const below = isWhole ? bottomSlotsOn(pagination, pageIndex) : 0;
  return {
    pieces,
    continueds: isWhole ? continuedLinesOn(pagination, pageIndex, slotsOn(pagination, pageIndex)) : noLines,
    bodyPx: Math.max(used + below, flow.height() + Math.max(more, below)) * linePx + insetPx,
  };
}

/**
 * Return the body height of a page as `drawPage` computes it; null if no part of it is shown. A
 * page that is rendered as printed is not laid out here, because all pages are measured before the
 * first is shown.
 */
export function bodyPxOf(
  pagination: Pagination,
  pageIndex: number,
  measures: Measures,
  insets: Insets,
  shown: VisibleIds,
): number | null {
  if (shown || measures.isPhone || insets.size > 0) {
    const { bodyPx, pieces } = drawPage(pagination, pageIndex, measures, insets, shown);
    return shown && pieces.length === 0 ? null : bodyPx;
  }
  const more = pagination.format.moreText === '' ? 0 : moreSlotsOn(pagination, pageIndex);
  const below = Math.max(more, bottomSlotsOn(pagination, pageIndex));
  return (slotsOn(pagination, pageIndex) + below) * measures.linePx;
}

/** Maximum number of blank lines between two elements of a complete page. */
const maxBlank = 2;

/**
 * Return the shown pieces without the gaps of hidden ones. Pieces in two columns stay side by side.
 */
function withoutGaps(pieces: readonly Piece[], isShown: (piece: Piece) => boolean): Piece[] {
  const kept = pieces.filter(isShown);
  const shifts = new Map<Piece, number>();
  let shift = 0;
  let end = 0;
  for (const piece of kept.toSorted((a, b) => a.slot - b.slot)) {
    const gap = piece.slot - end;
    if (end === 0) shift = piece.slot;
    else if (gap > maxBlank) shift += gap - 1;
    shifts.set(piece, shift);
    end = Math.max(end, piece.slot + piece.lines.length * piece.spacing);
  }
  return kept.map((piece) => ({ ...piece, slot: piece.slot - (shifts.get(piece) ?? 0) }));
}

/**
 * Create a cursor that goes down a page in lines, with one position for each column of a dual
 * dialogue.
 */
function newFlow() {
  /** Position of the next line, in rendered lines and in line slots of the page. */
  let at = { drawn: 0, slot: 0 };
  let columns: Record<DualColumn, { drawn: number; slot: number }> | null = null;
  const close = () => {
    if (!columns) return;
    const { left, right } = columns;
    at = { drawn: Math.max(left.drawn, right.drawn), slot: Math.max(left.slot, right.slot) };
    columns = null;
  };
  return {
    /** Return the line at which a piece begins, and advance by its height. */
    place({ column, slot, lines, spacing }: Piece, height: number): number {
      if (column === null || (column === 'left' && columns && columns.right.slot > columns.left.slot))
        close();
      if (column !== null) {
        const top = at.drawn + slot - at.slot;
        columns ??= { left: { drawn: top, slot }, right: { drawn: top, slot } };
      }
      const cursor = column !== null && columns ? columns[column] : at;
      const top = cursor.drawn + slot - cursor.slot;
      cursor.drawn = top + height;
      cursor.slot = slot + lines.length * spacing;
      return top;
    },
    height(): number {
      close();
      return at.drawn;
    },
    slotsPlaced(): number {
      close();
      return at.slot;
    },
  };
}

/** Reuse unchanged pieces of an earlier layout, so that they are not rendered again. */
export function reuseUnchangedPieces(page: DrawnPage, earlier: DrawnPage | undefined): DrawnPage {
  if (!earlier) return page;
  const known = new Map(earlier.pieces.map((piece) => [piece.element.id, piece]));
  const pieces = page.pieces.map((piece) => {
    const before = known.get(piece.element.id);
    return before && isSame(piece, before) ? before : piece;
  });
  const isUnchanged =
    page.bodyPx === earlier.bodyPx &&
    isDeepEqual(page.continueds, earlier.continueds) &&
    pieces.length === earlier.pieces.length &&
    pieces.every((piece, index) => piece === earlier.pieces[index]);
  return isUnchanged ? earlier : { ...page, pieces };
}

function isSame(a: DrawnPiece, b: DrawnPiece): boolean {
  return (
    a.element === b.element &&
    a.box === b.box &&
    a.topPx === b.topPx &&
    a.pitchPx === b.pitchPx &&
    a.piece.repeatedCue === b.piece.repeatedCue &&
    a.piece.hasMore === b.piece.hasMore &&
    a.piece.isContinued === b.piece.isContinued &&
    a.lines.length === b.lines.length &&
    a.lines.every((line, index) => {
      const other = b.lines[index];
      return other?.from === line.from && other.to === line.to && other.leftPx === line.leftPx;
    })
  );
}
