import { parseCue } from '../cue.ts';
import { headingStartOf } from '../heading.ts';
import { isContinuation, isMoreText } from '../language/cueExtensions.ts';
import { type PrintGeometry, textOfLine, textOfSegment } from './geometry.ts';
import type { PositionedPage, PositionedRun } from './positionedText.ts';
import type { PrintedLine } from './printedLines.ts';

/*
 * Text that is printed on pages and is no part of the script: headers, footers, page numbers,
 * watermarks, (CONTINUED) and (MORE).
 */

/** A page without headers and footers. */
export interface BodyPage {
  number: number;
  lines: PrintedLine[];
  /** (MORE) below the last line, in the words of the print; null without it. */
  moreText: string | null;
}

const pageNumber =
  /^[\W_]*(?:page|pg|p|seite|pagina|página)?\.?\s*\d{1,4}[A-Z]{0,2}\s*(?:(?:\/|of|von|de|sur|di)\s*\d{1,4})?[\W_]*$/i;
const numberAtEnd = /^\d{1,4}(?:[A-Z]{0,2}\.?|\/\d{1,4})$/;
/** Size of a header in small letters, in sizes of the script. */
const maxSmallSize = 0.8;
const continued =
  /^(?:\d\w*\.?\s+)?\(?CONT(?:INUED|'D|’D|INUING)\s*:?\)?:?(?:\s*\(\d+\))?:?(?:\s+\d\w*\.?)?$/i;
/** Gap that separates headers and footers from the text, in lines. */
const detachedGap = 1.8;
/** Maximum number of lines in a header or footer. */
const maxLines = 4;
/** Height of the area at the edges of the paper in which headers and footers are. */
const marginPoints = 76;

/**
 * Return the pages without watermarks: text that is not horizontal, and text of another size or
 * between the lines that is printed at the same position on most pages.
 */
export function withoutWatermarks(
  pages: readonly PositionedPage[],
  sizePoints: number,
): { pages: PositionedPage[]; watermarks: string[] } {
  const watermarks = new Set<string>();
  const positions = new Map<string, Set<number>>();
  const keyOf = ({ text, xPoints, yPoints }: PositionedRun) =>
    `${Math.round(xPoints / 3)} ${Math.round(yPoints / 3)} ${text}`;
  const isOdd = (run: PositionedRun) => Math.abs(run.sizePoints - sizePoints) > sizePoints * 0.15;
  for (const [index, { runs }] of pages.entries()) {
    for (const run of runs) {
      if (!isOdd(run)) continue;
      const key = keyOf(run);
      positions.set(key, (positions.get(key) ?? new Set()).add(index));
    }
  }
  const isMark = (run: PositionedRun) =>
    run.isRotated ||
    (isOdd(run) && (positions.get(keyOf(run))?.size ?? 0) >= Math.max(3, pages.length * 0.5));
  const cleaned = pages.map((page) => ({
    ...page,
    runs: page.runs.filter((run) => {
      if (!isMark(run)) return true;
      if (run.text.trim() !== '') watermarks.add(run.text.trim());
      return false;
    }),
  }));
  return { pages: cleaned, watermarks: [...watermarks] };
}

/** Return the pages without headers and footers, and the texts that were left out. */
export function withoutFurniture(
  pages: readonly { lines: PrintedLine[]; number: number; heightPoints: number }[],
  geometry: PrintGeometry,
): { pages: BodyPage[]; leftOut: Map<string, number> } {
  const repeats = countRepeats(pages.map(({ lines }) => lines));
  const leftOut = new Map<string, number>();
  const drop = (line: PrintedLine) => {
    const text = textOfLine(line).replace(/\d+/g, '#');
    leftOut.set(text, (leftOut.get(text) ?? 0) + 1);
  };
  const body = pages.map(({ lines, number, heightPoints }) => {
    const isRepeated = (line: PrintedLine) =>
      keysOf(line).some((key) => (repeats.get(key) ?? 0) >= Math.max(2, pages.length * 0.25));
    const head = outerGroup(lines, geometry, 1);
    const foot = outerGroup(lines.toReversed(), geometry, -1);
    const isHeader =
      head.length < lines.length && isRunningText(head, geometry, isRepeated, (y) => y < marginPoints);
    const isFooter =
      foot.length < lines.length &&
      isRunningText(foot, geometry, isRepeated, (y) => y > heightPoints - marginPoints);
    const kept = lines.slice(isHeader ? head.length : 0, isFooter ? -foot.length : undefined);
    for (const line of [...(isHeader ? head : []), ...(isFooter ? foot : [])]) drop(line);
    return withoutContinued({ number, lines: kept, moreText: null }, geometry);
  });
  return { pages: body, leftOut };
}

/** Share of the height of the paper at its edges in which title pages have no text. */
const edgeShare = 0.06;

/** Return the pages, as far as they are title pages, without header and footer at their edges. */
export function withoutRepeatedEdges<Page extends { lines: PrintedLine[]; heightPoints: number }>(
  pages: readonly Page[],
): Page[] {
  const repeats = countRepeats(pages.map(({ lines }) => lines));
  const isRepeated = (key: string) => (repeats.get(key) ?? 0) >= Math.max(2, pages.length / 2);
  return pages.map((page) => {
    const isAtEdge = (yPoints: number) =>
      Math.min(yPoints, page.heightPoints - yPoints) < page.heightPoints * edgeShare;
    const lines = page.lines.filter((line) => !isAtEdge(line.yPoints) || !keysOf(line).some(isRepeated));
    return { ...page, lines };
  });
}

/**
 * Return a key of height and text for each part of a line that has letters. (MORE), (CONTINUED) and
 * repeated cues are at the same height on many pages, too, but next to lines of the script.
 */
function keysOf({ yPoints, segments }: PrintedLine): string[] {
  return segments
    .map(textOfSegment)
    .filter((text) => /\p{L}{2}/u.test(text) && !isOfContinuedText(text))
    .map((text) => `${Math.round(yPoints / 3)} ${text.replace(/\d+/g, '#')}`);
}

function isOfContinuedText(text: string): boolean {
  return continued.test(text) || isOfSplitSpeech(text);
}

/** Return whether a text is printed where a page ends inside of a speech. */
function isOfSplitSpeech(text: string): boolean {
  return isMoreText(text) || parseCue(text).extensions.some(isContinuation);
}

/** Return whether the lines next to a line belong to a speech, and to no header or footer. */
function isBesideSpeech({ segments }: PrintedLine): boolean {
  return segments.some((segment) => isOfSplitSpeech(textOfSegment(segment)));
}

/** Count the pages on which the parts of the outermost lines are printed at the same height. */
function countRepeats(pages: readonly PrintedLine[][]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const lines of pages) {
    const outer = new Set([...lines.slice(0, maxLines), ...lines.slice(-maxLines)].flatMap(keysOf));
    for (const key of outer) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** Return the outermost lines up to a gap; an empty list if they are more than a header has. */
function outerGroup(
  lines: readonly PrintedLine[],
  { pitchPoints }: PrintGeometry,
  direction: 1 | -1,
): PrintedLine[] {
  let to = 0;
  for (const [index, line] of lines.entries()) {
    const step = (line.yPoints - (lines[index - 1]?.yPoints ?? line.yPoints)) * direction;
    if (isBesideSpeech(line) || step > detachedGap * pitchPoints) break;
    to++;
  }
  return to > maxLines || to >= lines.length ? [] : lines.slice(0, to);
}

function isRunningText(
  group: readonly PrintedLine[],
  { leftPoints, cellPoints, sizePoints }: PrintGeometry,
  isRepeated: (line: PrintedLine) => boolean,
  isInMargin: (yPoints: number) => boolean,
): boolean {
  return group.some((line) => {
    const { yPoints, segments } = line;
    const last = segments.at(-1);
    const text = textOfLine(line);
    const isAside = (segments[0]?.xPoints ?? 0) > leftPoints + 20 * cellPoints;
    if (pageNumber.test(text) && (isInMargin(yPoints) || isAside)) return true;
    if (!isInMargin(yPoints)) return false;
    const isSmall = segments.every(({ runs }) =>
      runs.every((run) => run.sizePoints < sizePoints * maxSmallSize),
    );
    if (isSmall) return true;
    if (isRepeated(line) && headingStartOf(text) === null) return true;
    return segments.length > 1 && last !== undefined && numberAtEnd.test(textOfSegment(last));
  });
}

/** Drop (CONTINUED) at the ends of a page, and (MORE) at its bottom. */
function withoutContinued(page: BodyPage, { cellPoints, leftPoints }: PrintGeometry): BodyPage {
  let { lines } = page;
  let moreText: string | null = null;
  const first = lines[0];
  if (
    first &&
    continued.test(textOfLine(first)) &&
    (first.segments[0]?.xPoints ?? 0) < leftPoints + 8 * cellPoints
  )
    lines = lines.slice(1);
  for (let last = lines.at(-1); last; last = lines.at(-1)) {
    const text = textOfLine(last);
    const isMore = last.segments.every((segment) => isMoreText(textOfSegment(segment)));
    if (isMore) moreText = last.segments.map(textOfSegment)[0] ?? null;
    else if (!continued.test(text) || (last.segments[0]?.xPoints ?? 0) < leftPoints + 20 * cellPoints) break;
    lines = lines.slice(0, -1);
  }
  return { ...page, lines, moreText };
}
