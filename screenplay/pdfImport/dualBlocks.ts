import type { DualColumn } from '../element.ts';
import { headingStartOf } from '../heading.ts';
import { isMoreText } from '../language/cueExtensions.ts';
import { trimStyled } from '../styled.ts';
import type { BodyLine } from './bodyLines.ts';
import { isInCapitalLetters } from './columns.ts';
import { type PrintGeometry, textOfSegment } from './geometry.ts';
import type { PositionedRun } from './positionedText.ts';
import { segmentOf } from './printedLines.ts';
import { hasOpenBracket, type PrintedParagraph, paragraphLineOf, paragraphOf } from './printedParagraph.ts';

/** Speeches side by side, with the number of lines that they take. */
export interface DualBlock {
  left: PrintedParagraph[];
  right: PrintedParagraph[];
  length: number;
}

const minColumnDistance = 12;

/** Return whether a line holds two cues side by side. */
function isPairOfCues(
  { segments, sceneNumber }: BodyLine,
  { leftPoints, cellPoints }: PrintGeometry,
): boolean {
  const [left, right] = segments;
  if (!left || !right || segments.length > 3 || sceneNumber !== null) return false;
  // The automatic (CONT'D) may be a separate segment.
  const cues = segments.map(textOfSegment);
  if (headingStartOf(cues[0] ?? '') !== null || cues.some((cue) => /[:.!?]$/.test(cue))) return false;
  const isLeft = left.xPoints < leftPoints + 25 * cellPoints;
  const last = segments.at(-1) ?? right;
  const isRight = last.xPoints > leftPoints + 24 * cellPoints;
  return isLeft && isRight && cues.every((cue) => cue.length < 40 && isCueText(cue));
}

function isCueText(text: string): boolean {
  return /^\(.*\)$/.test(text) || isInCapitalLetters(text);
}

/** Read speeches side by side that begin at a line; null if there are none. */
export function dualBlockAt(
  lines: readonly BodyLine[],
  from: number,
  geometry: PrintGeometry,
): DualBlock | null {
  const cues = lines[from];
  const next = lines[from + 1];
  if (!cues || !next || next.gap > 1.5 || next.page !== cues.page || !isPairOfCues(cues, geometry))
    return null;
  let to = from + 1;
  while (to < lines.length && lines[to]?.page === cues.page && (lines[to]?.gap ?? 9) <= 1.5) to++;
  const below = lines.slice(from + 1, to);
  const rightPoints = rightColumnOf(cues, below, geometry);
  const rows = rightPoints === null ? null : rowsBeforeFullWidth(cues, below, rightPoints, geometry);
  if (rightPoints === null || !rows) return null;
  const columns: Record<DualColumn, PrintedParagraph[]> = { left: [], right: [] };
  const lastRows: Record<DualColumn, number> = { left: -1, right: -1 };
  for (const [row, line] of [cues, ...rows].entries()) {
    const runs = runsOf(line);
    const edge = row === 0 ? cueEdge(cues) : rightPoints - 0.7 * geometry.cellPoints;
    for (const dual of ['left', 'right'] as const) {
      const part = runs.filter(({ xPoints }) => xPoints < edge === (dual === 'left'));
      if (part.length === 0) continue;
      const isAfterBlank = row > lastRows[dual] + 1;
      lastRows[dual] = row;
      addPart(dual, { runs: part, page: line.page, isAfterBlank }, geometry, columns[dual]);
    }
  }
  if (columns.left.length < 2 && columns.right.length < 2) return null;
  return { ...columns, length: rows.length + 1 };
}

function runsOf({ segments }: BodyLine): PositionedRun[] {
  return segments.flatMap(({ runs }) => runs);
}

/**
 * Return the rows of the block: all, or those above the cue of a speech of full width, which some
 * programs print without a blank line. Null if a line crosses the columns before such a cue.
 */
function rowsBeforeFullWidth(
  cues: BodyLine,
  rows: readonly BodyLine[],
  rightPoints: number,
  { cellPoints }: PrintGeometry,
): readonly BodyLine[] | null {
  const crossedAt = rows.findIndex((row) =>
    runsOf(row).some(
      ({ xPoints, widthPoints }) =>
        xPoints < rightPoints - 0.7 * cellPoints && xPoints + widthPoints > rightPoints + 1.5 * cellPoints,
    ),
  );
  if (crossedAt < 0) return rows;
  const cuePoints = cues.segments[0]?.xPoints ?? 0;
  const end = rows
    .slice(0, crossedAt)
    .findLastIndex(
      ({ segments: [first, second], text }) =>
        first && !second && first.xPoints > cuePoints + 3 * cellPoints && isInCapitalLetters(text),
    );
  return end < 1 ? null : rows.slice(0, end);
}

/** Return the position that separates two cues: the widest gap. */
function cueEdge({ segments }: BodyLine): number {
  let [edge, widest] = [0, 0];
  for (let at = 1; at < segments.length; at++) {
    const gap = (segments[at]?.xPoints ?? 0) - (segments[at - 1]?.endPoints ?? 0);
    if (gap > widest) [edge, widest] = [(segments[at]?.xPoints ?? 0) - gap / 2, gap];
  }
  return edge;
}

/** Return the left edge of the right column; null if the cues are too close to each other. */
function rightColumnOf(
  cues: BodyLine,
  rows: readonly BodyLine[],
  { cellPoints }: PrintGeometry,
): number | null {
  const edge = cueEdge(cues);
  const cue = runsOf(cues).find(({ xPoints }) => xPoints > edge);
  const first = runsOf(cues)[0];
  if (!cue || !first || cue.xPoints - first.xPoints < minColumnDistance * cellPoints) return null;
  const isPossible = ({ xPoints }: PositionedRun) =>
    xPoints > cue.xPoints - 18 * cellPoints && xPoints < cue.xPoints + 2 * cellPoints;
  // A start is the first run of a line or comes after a gap. Styled words of the left column do not
  // count.
  const starts = rows.flatMap((row) => {
    const runs = runsOf(row);
    const isStart = ({ xPoints }: PositionedRun, at: number) => {
      const before = runs[at - 1];
      return !before || xPoints - before.xPoints - before.widthPoints > 2.5 * cellPoints;
    };
    return runs
      .filter((run, at) => isPossible(run) && run.xPoints > first.xPoints && isStart(run, at))
      .map(({ xPoints }) => xPoints);
  });
  return Math.min(cue.xPoints - cellPoints, ...starts);
}

/** One column's part of a line. */
interface ColumnPart {
  runs: readonly PositionedRun[];
  page: number;
  /** Whether the column has nothing in the line above. */
  isAfterBlank: boolean;
}

/** Add one column's part of a line to its speeches. */
function addPart(
  dual: DualColumn,
  { runs, page, isAfterBlank }: ColumnPart,
  { cellPoints, leftPoints }: PrintGeometry,
  speech: PrintedParagraph[],
): void {
  const segment = segmentOf(runs, cellPoints);
  const styled = trimStyled(segment.styled);
  if (isMoreText(styled.text)) return;
  const columnOf = (x: number) => (x - leftPoints) / cellPoints;
  const line = { styled, page, column: columnOf(segment.xPoints), endColumn: columnOf(segment.endPoints) };
  const last = speech.at(-1);
  const isCue = !last || (isAfterBlank && isInCapitalLetters(styled.text));
  if (isCue) speech.push(paragraphOf('character', line, { dual }));
  else if (last.type === 'parenthetical' && hasOpenBracket(last)) last.lines.push(paragraphLineOf(line));
  else if (/^[(（]/.test(styled.text)) speech.push(paragraphOf('parenthetical', line, { dual }));
  else if (last.type === 'dialogue') last.lines.push(paragraphLineOf(line));
  else speech.push(paragraphOf('dialogue', line, { dual }));
}
