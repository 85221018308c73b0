import type { StyledText } from '../emphasis.ts';
import { headingStartOf } from '../heading.ts';
import { concatStyled, unstyled } from '../styled.ts';
import type { PositionedPage, PositionedRun } from './positionedText.ts';
import { inReadingOrder } from './readingOrder.ts';

/** Text of a line between two gaps. */
export interface PrintedSegment {
  styled: StyledText;
  xPoints: number;
  endPoints: number;
  runs: readonly PositionedRun[];
}

/** All text of a page at one height. */
export interface PrintedLine {
  yPoints: number;
  segments: PrintedSegment[];
}

/** A wider gap than this separates segments, in characters. Two spaces may follow a sentence. */
const minGapCells = 2.7;

/** Return the usual width of a character in a print. */
export function cellOf(pages: readonly PositionedPage[]): number {
  const widths: number[] = [];
  for (const { runs } of pages) {
    for (const { text, widthPoints, isRotated } of runs) {
      if (!isRotated && text.length >= 4 && widthPoints > 0) widths.push(widthPoints / text.length);
    }
  }
  widths.sort((a, b) => a - b);
  return widths[Math.floor(widths.length / 2)] || 7.2;
}

/** Return the lines of a page from the top, each from the left. */
export function printedLinesOf(page: PositionedPage, cellPoints: number): PrintedLine[] {
  const runs = page.runs
    .filter(({ text, isRotated }) => !isRotated && text.trim() !== '')
    .toSorted((a, b) => a.yPoints - b.yPoints);
  const rows: PositionedRun[][] = [];
  for (const run of runs) {
    const row = rows.at(-1);
    const first = row?.[0];
    if (row && first && run.yPoints - first.yPoints < Math.min(run.sizePoints, first.sizePoints) * 0.3)
      row.push(run);
    else rows.push([run]);
  }
  return rows.map((row) => ({
    yPoints: row[0]?.yPoints ?? 0,
    segments: segmentsOf(withoutRepeats(row), cellPoints),
  }));
}

/** Merge runs that are printed twice with a slight offset, which makes letters look bold. */
function withoutRepeats(row: readonly PositionedRun[]): PositionedRun[] {
  const sorted = row.toSorted((a, b) => a.xPoints - b.xPoints);
  const distinct: PositionedRun[] = [];
  for (const run of sorted) {
    const at = distinct.findLastIndex(
      ({ text, xPoints }) => text === run.text && Math.abs(xPoints - run.xPoints) < 1.5,
    );
    if (at < 0) distinct.push(run);
    else distinct[at] = { ...(distinct[at] as PositionedRun), isBold: true };
  }
  return distinct;
}

/** Join runs from left to right into segments. */
export function segmentsOf(runs: readonly PositionedRun[], cellPoints: number): PrintedSegment[] {
  const groups: PositionedRun[][] = [];
  for (const run of runs) {
    const group = groups.at(-1);
    const before = group?.at(-1);
    if (group && before && gapBetween(before, run) < minGapCells * cellPoints) group.push(run);
    else groups.push([run]);
  }
  return groups.map((group) => segmentOf(group, cellPoints));
}

function gapBetween(before: PositionedRun, run: PositionedRun): number {
  return run.xPoints - before.xPoints - before.widthPoints;
}

export function segmentOf(runs: readonly PositionedRun[], cellPoints: number): PrintedSegment {
  const parts: StyledText[] = [];
  const isRightToLeft =
    runs.filter((run) => run.isRightToLeft).length * 2 >= runs.length &&
    headingStartOf(runs[0]?.text ?? '') === null;
  const ordered = inReadingOrder(runs, isRightToLeft);
  for (const [index, { run, gapPoints }] of ordered.entries()) {
    const before = ordered[index - 1]?.run;
    if (before) parts.push(spaceBetween(before, run, gapPoints / cellPoints));
    parts.push(styledOf(run));
  }
  const first = runs[0] as PositionedRun;
  return {
    styled: concatStyled(...parts),
    xPoints: first.xPoints,
    endPoints: Math.max(...runs.map(({ xPoints, widthPoints }) => xPoints + widthPoints)),
    runs,
  };
}

/** Return the spaces in a gap, in characters, between two runs, with the styles that both have. */
function spaceBetween(before: PositionedRun, run: PositionedRun, gap: number): StyledText {
  const hasSpace = before.text.endsWith(' ') || run.text.startsWith(' ');
  const isPunctuation = /^[.,;:!?)…।]/u.test(run.text);
  if (gap < (isPunctuation ? 0.8 : 0.3) || (hasSpace && gap < 1)) return unstyled('');
  return styledOf({
    ...run,
    text: ' '.repeat(Math.max(1, Math.round(gap))),
    isBold: run.isBold && before.isBold,
    isItalic: run.isItalic && before.isItalic,
    isUnderlined: run.isUnderlined && before.isUnderlined,
    isStruck: run.isStruck && before.isStruck,
  });
}

const ideographs =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3000-\\u303f\\u30fc\\uff00-\\uffef]';
/** A space that only separates the cells of two wide characters. */
const spaceOfCell = new RegExp(`(?<=${ideographs}) (?=${ideographs})`, 'gu');

function styledOf({ text: drawn, isBold, isItalic, isUnderlined, isStruck }: PositionedRun): StyledText {
  const text = drawn.replace(spaceOfCell, '');
  if (!(isBold || isItalic || isUnderlined || isStruck)) return unstyled(text);
  const span = { from: 0, to: text.length, isBold, isItalic, isUnderlined };
  return { text, spans: [isStruck ? { ...span, isStruck: true as const } : span] };
}

/** Join the segments of a line, with as many spaces as the gaps are wide. */
export function joinSegments(segments: readonly PrintedSegment[], cellPoints: number): PrintedSegment {
  return segmentOf(
    segments.flatMap(({ runs }) => runs),
    cellPoints,
  );
}
