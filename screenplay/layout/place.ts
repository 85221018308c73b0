import type { ScriptElement } from '../element.ts';
import { isHeadingType } from '../elementTypes/predicates.ts';
import { defaultNumberPlaces, type ScriptFormat } from '../format.ts';
import { shotNumberOf } from '../sceneNumbers.ts';
import { cellsOf } from './cells.ts';
import type { Line } from './lines.ts';
import {
  baselinePoints,
  cellPoints,
  defaultSizePoints,
  linePoints,
  pageBoxOf,
  pointsPerInch,
} from './metrics.ts';
import { printedLabelsOf } from './pageNumbers.ts';
import { piecesOn, slotsOn, topSlotsOn } from './pieces.ts';
import { revisionFactsOn, revisionRuns } from './revisionRuns.ts';
import { continuedLinesOn } from './sceneContinueds.ts';
import { noFacts, type PrintFacts, placeRunning } from './setText.ts';
import { type Box, boxOf, cueBoxOf } from './sheet.ts';
import { styledRuns } from './styledRuns.ts';
import { printedText, styledTextOf } from './text.ts';
import type { Pagination, Piece, TextRun } from './types.ts';

/** Style of printed text that belongs to no element. */
const plain = { isBold: false, isItalic: false, isUnderlined: false };

/**
 * Return everything that is printed on a page of the script, with positions on the paper. Runs come
 * in reading order: header and footer, then the body. A line has one run per range of one style.
 */
export function placePage(pagination: Pagination, pageIndex: number, facts: PrintFacts = noFacts): TextRun[] {
  const { format, pages } = pagination;
  const labels = printedLabelsOf(pagination, pageIndex);
  const revised = revisionFactsOn(pagination, pageIndex);
  const pageFacts = revised ? { ...facts, revised } : facts;
  const runs = placeRunning(format, null, pageIndex, pages.length, pageFacts, labels);
  const [top, ...others] = continuedRuns(pagination, pageIndex);
  const isTop = top !== undefined && topSlotsOn(pagination, pageIndex) > 0;
  if (isTop) runs.push(top);
  for (const piece of piecesOn(pagination, pageIndex)) placePiece(piece, pagination, runs);
  runs.push(...(top && !isTop ? [top] : []), ...others, ...revisionRuns(pagination, pageIndex));
  return runs;
}

/** Return the runs of CONTINUED: and (CONTINUED), in this order. */
function continuedRuns(pagination: Pagination, pageIndex: number): TextRun[] {
  const { format } = pagination;
  if (!format.sceneContinueds) return [];
  const { topPoints } = pageBoxOf(format);
  const end = slotsOn(pagination, pageIndex);
  return continuedLinesOn(pagination, pageIndex, end).map(({ text, slot, inches, isRightAligned }) => ({
    ...plain,
    text,
    xPoints: inches * pointsPerInch - (isRightAligned ? cellsOf(text) * cellPoints : 0),
    yPoints: topPoints + slot * linePoints + baselinePoints,
    role: 'page-number',
    elementIndex: null,
  }));
}

function placePiece(piece: Piece, { elements, format }: Pagination, runs: TextRun[]): void {
  const { elementIndex, lines, slot, column } = piece;
  const element = elements[elementIndex] as ScriptElement;
  const box = boxOf(element, format, column);
  const { topPoints } = pageBoxOf(format);
  const yOf = (at: number) => topPoints + at * linePoints + baselinePoints;
  if (piece.repeatedCue !== null) {
    runs.push(cueRun(piece.repeatedCue, 'continued', format, yOf(slot - 1), elementIndex));
  }
  const numbers = numberRuns(element, format, yOf(slotOfLine(piece, 0)), elementIndex);
  const isBegun = lines[0]?.from === 0;
  if (isBegun && numbers.left) runs.push(numbers.left);

  const { text, spans } = styledTextOf(element);
  let endPoints = 0;
  lines.forEach((line, index) => {
    const printed = printedText(text.slice(line.from, line.to), box.isAllCaps);
    const xPoints = lineStart(printed, box, line.from === 0);
    const yPoints = yOf(slotOfLine(piece, index));
    const size = box.sizePoints === defaultSizePoints ? {} : { sizePoints: box.sizePoints };
    const base = { ...weightOf(box), ...size, xPoints, yPoints, role: 'text' as const, elementIndex };
    endPoints = xPoints + widthPoints(printed, box.sizePoints);
    const placed = styledRuns(printed, line.from, spans, base);
    const space = spaceBefore(text, line);
    const [first] = placed;
    if (first && space !== (line.from === 0 ? '' : ' ')) placed[0] = { ...first, spaceBefore: space };
    for (const run of placed) runs.push(box.isRightToLeft ? mirrored(run, xPoints, endPoints, box) : run);
  });
  if (isBegun && numbers.right) runs.push(numbers.right);

  if (piece.isContinued) {
    const yPoints = yOf(slotOfLine(piece, lines.length - 1));
    const xPoints = endPoints + cellPoints;
    runs.push({
      ...weightOf(box),
      text: format.continuedText,
      xPoints,
      yPoints,
      role: 'continued',
      elementIndex,
    });
  }
  if (piece.hasMore && format.moreText !== '') {
    runs.push(cueRun(format.moreText, 'more', format, yOf(slotOfLine(piece, lines.length)), elementIndex));
  }
}

/** Return the white space around the start of a line. */
function spaceBefore(text: string, { from, to }: Line): string {
  let start = from;
  while (start > 0 && text.charAt(start - 1).trim() === '') start--;
  let end = from;
  while (end < to && text.charAt(end).trim() === '') end++;
  return text.slice(start, end);
}

/** Place a run of a line from the line's right end. Within the run the Unicode algorithm orders. */
function mirrored(run: TextRun, startPoints: number, endPoints: number, box: Box): TextRun {
  const runEndPoints = run.xPoints + widthPoints(run.text, box.sizePoints);
  return {
    ...run,
    xPoints: startPoints + endPoints - runEndPoints,
    isRightToLeft: true,
    ...(box.alignment === 'Right' && { isFlushRight: true }),
  };
}

function widthPoints(text: string, sizePoints: number): number {
  return (cellsOf(text) * cellPoints * sizePoints) / defaultSizePoints;
}

/**
 * Return the slot of a line. A line that takes more than one slot is printed in the last of them.
 * Source: docs/format.md, "Wrapping".
 */
function slotOfLine({ slot, spacing }: Piece, line: number): number {
  return slot + line * spacing + spacing - 1;
}

/** Return where a line begins, in points from the left edge of the paper. */
function lineStart(printed: string, box: Box, isFirst: boolean): number {
  const left = box.leftInches * pointsPerInch;
  const right = box.rightInches * pointsPerInch;
  const width = widthPoints(printed, box.sizePoints);
  if (box.alignment === 'Right') return right - width;
  if (box.alignment === 'Center') return (left + right - width) / 2;
  return left + (isFirst ? box.firstIndentInches * pointsPerInch : 0);
}

/** Return the run of a repeated cue or a (MORE), which are printed at the position of cues. */
function cueRun(
  text: string,
  role: TextRun['role'],
  format: ScriptFormat,
  yPoints: number,
  elementIndex: number,
): TextRun {
  const box = cueBoxOf(format);
  const xPoints = lineStart(text, box, true);
  return { ...(role === 'more' ? plain : weightOf(box)), text, xPoints, yPoints, role, elementIndex };
}

/** The number of a heading or shot on both sides of it; missing where it is not printed. */
interface NumberRuns {
  left?: TextRun;
  right?: TextRun;
}

function numberRuns(
  element: ScriptElement,
  format: ScriptFormat,
  yPoints: number,
  elementIndex: number,
): NumberRuns {
  const text = printedNumberOf(element);
  if (!format.sceneNumbersShown || text === null) return {};
  const { leftInches, rightInches, isLeftShown, isRightShown } =
    format.sceneNumberPlaces ?? defaultNumberPlaces;
  const width = cellsOf(text) * cellPoints;
  const run = { ...plain, text, yPoints, role: 'scene-number' as const, elementIndex };
  return {
    ...(isLeftShown && { left: { ...run, xPoints: leftInches * pointsPerInch } }),
    ...(isRightShown && { right: { ...run, xPoints: rightInches * pointsPerInch - width } }),
  };
}

/** Return the number of a heading, or of a shot from a Final Draft file; null without one. */
function printedNumberOf(element: ScriptElement): string | null {
  return (isHeadingType(element.elementType) ? element.sceneNumber : shotNumberOf(element)) || null;
}

function weightOf({ isBold, isItalic, isUnderlined }: Box) {
  return { isBold, isItalic, isUnderlined };
}
