import type { DualColumn } from '../element.ts';
import { headingStartOf } from '../heading.ts';
import { isMoreText } from '../language/cueExtensions.ts';
import { trimStyled } from '../styled.ts';
import type { BodyLine } from './bodyLines.ts';
import { isInCapitalLetters } from './columns.ts';
import { mode, type PrintGeometry, textOfSegment } from './geometry.ts';
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
  const below = lines[from + 1];
  if (!cues || !below || below.gap > 1.5 || below.page !== cues.page || !isPairOfCues(cues, geometry))
    return null;
  let to = from + 1;
  while (to < lines.length && lines[to]?.page === cues.page && (lines[to]?.gap ?? 9) <= 1.5) to++;
  const rows = lines.slice(from + 1, to);
  const rightPoints = rightColumnOf(cues, rows, geometry);
  if (rightPoints === null) return null;
  const columns: Record<DualColumn, PrintedParagraph[]> = { left: [], right: [] };
  for (const line of [cues, ...rows]) {
    const runs = line.segments.flatMap((segment) => segment.runs);
    const edge = line === cues ? cueEdge(cues) : rightPoints - 0.7 * geometry.cellPoints;
    addPart(
      'left',
      runs.filter(({ xPoints }) => xPoints < edge),
      line,
      geometry,
      columns.left,
    );
    addPart(
      'right',
      runs.filter(({ xPoints }) => xPoints >= edge),
      line,
      geometry,
      columns.right,
    );
  }
  if (columns.left.length < 2 && columns.right.length < 2) return null;
  return { ...columns, length: to - from };
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

/** Return the left edge of the right column; null if a line crosses it. */
function rightColumnOf(
  cues: BodyLine,
  rows: readonly BodyLine[],
  { cellPoints }: PrintGeometry,
): number | null {
  const edge = cueEdge(cues);
  const runsOf = ({ segments }: BodyLine) => segments.flatMap(({ runs }) => runs);
  const cue = runsOf(cues).find(({ xPoints }) => xPoints > edge);
  const first = runsOf(cues)[0];
  if (!cue || !first || cue.xPoints - first.xPoints < minColumnDistance * cellPoints) return null;
  const isPossible = ({ xPoints }: PositionedRun) =>
    xPoints > cue.xPoints - 18 * cellPoints && xPoints < cue.xPoints + 2 * cellPoints;
  const starts = rows
    .flatMap(runsOf)
    .filter((run) => isPossible(run) && run.xPoints > first.xPoints)
    .map(({ xPoints }) => xPoints);
  const column = mode(starts, 2);
  const least = starts.filter(
    (x) => x < (column ?? 0) && starts.filter((y) => Math.abs(x - y) < 2).length > 1,
  );
  const rightPoints = column === null ? cue.xPoints - cellPoints : Math.min(column, ...least);
  const isCrossed = rows.some((row) =>
    runsOf(row).some(
      ({ xPoints, widthPoints }) =>
        xPoints < rightPoints - 0.7 * cellPoints && xPoints + widthPoints > rightPoints + 1.5 * cellPoints,
    ),
  );
  return isCrossed ? null : rightPoints;
}

/** Add one column's part of a line to its speech. */
function addPart(
  dual: DualColumn,
  runs: readonly PositionedRun[],
  { page }: BodyLine,
  { cellPoints, leftPoints }: PrintGeometry,
  speech: PrintedParagraph[],
): void {
  if (runs.length === 0) return;
  const segment = segmentOf(runs, cellPoints);
  const styled = trimStyled(segment.styled);
  if (isMoreText(styled.text)) return;
  const columnOf = (x: number) => (x - leftPoints) / cellPoints;
  const line = { styled, page, column: columnOf(segment.xPoints), endColumn: columnOf(segment.endPoints) };
  const last = speech.at(-1);
  if (!last) speech.push(paragraphOf('character', line, { dual }));
  else if (last.type === 'parenthetical' && hasOpenBracket(last)) last.lines.push(paragraphLineOf(line));
  else if (/^[(（]/.test(styled.text)) speech.push(paragraphOf('parenthetical', line, { dual }));
  else if (last.type === 'dialogue') last.lines.push(paragraphLineOf(line));
  else speech.push(paragraphOf('dialogue', line, { dual }));
}
