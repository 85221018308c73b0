import type { StyledText } from '../emphasis.ts';
import { headingStartOf } from '../heading.ts';
import { sliceStyled, trimStyled } from '../styled.ts';
import type { BodyPage } from './furniture.ts';
import { type PrintGeometry, textOfSegment } from './geometry.ts';
import { numberInHeading } from './headingNumber.ts';
import { joinSegments, type PrintedLine, type PrintedSegment, segmentOf } from './printedLines.ts';

/** Line of the script's text, without what is printed in the margins. */
export interface BodyLine {
  page: number;
  /** Base line, from the top of the page. */
  yPoints: number;
  /** Distance from the line above in lines; infinite for the first line of a page. */
  gap: number;
  segments: PrintedSegment[];
  styled: StyledText;
  text: string;
  /** Distance of its start and its end from the left edge of action, in characters. */
  column: number;
  endColumn: number;
  sceneNumber: string | null;
}

const sceneNumber = /^[A-Z]{0,3}-?\d{1,4}[A-Z]{0,3}(?:[-.–]?[A-Z\d]{1,3}){0,3}\.?$/i;

/** Convert the lines of the pages. Read scene numbers, drop revision marks and line numbers. */
export function bodyLinesOf(pages: readonly BodyPage[], geometry: PrintGeometry): BodyLine[][] {
  return pages.map((page) => {
    const body: BodyLine[] = [];
    let lastPoints: number | null = null;
    for (const line of page.lines) {
      const read = readMargins(splitAtMargin(line, geometry), geometry);
      if (!read) continue;
      const gap = lastPoints === null ? Infinity : (line.yPoints - lastPoints) / geometry.pitchPoints;
      lastPoints = line.yPoints;
      body.push({ page: page.number, yPoints: line.yPoints, gap, ...read });
    }
    return body;
  });
}

/** Separate a number in the left margin from the text, also if only a space is between them. */
function splitAtMargin(line: PrintedLine, { leftPoints, cellPoints }: PrintGeometry): PrintedLine {
  const [first, ...others] = line.segments;
  if (!first || first.xPoints > leftPoints - cellPoints || first.endPoints < leftPoints + cellPoints)
    return line;
  const runs = first.runs.flatMap((run) => {
    const width = run.widthPoints / run.text.length;
    const at = Math.round((leftPoints - run.xPoints) / width);
    if (at <= 0 || at >= run.text.length || run.text.charAt(at - 1) !== ' ') return [run];
    const number = run.text.slice(0, at).trimEnd();
    return [
      { ...run, text: number, widthPoints: number.length * width },
      {
        ...run,
        text: run.text.slice(at),
        xPoints: run.xPoints + at * width,
        widthPoints: run.widthPoints - at * width,
      },
    ];
  });
  const edge = leftPoints - 0.5 * cellPoints;
  const inMargin = runs.filter(({ xPoints }) => xPoints < edge);
  const inText = runs.filter(({ xPoints }) => xPoints >= edge);
  const last = inMargin.at(-1);
  if (inText.length === 0 || !last || last.xPoints + last.widthPoints > edge) return line;
  return {
    ...line,
    segments: [segmentOf(inMargin, cellPoints), segmentOf(inText, cellPoints), ...others],
  };
}

/** Read what is in the margins of a line. Null: the line has no text of the script. */
function readMargins(
  { segments }: PrintedLine,
  geometry: PrintGeometry,
): Omit<BodyLine, 'page' | 'yPoints' | 'gap'> | null {
  const { leftPoints, cellPoints } = geometry;
  const inMargin = ({ endPoints }: PrintedSegment) => endPoints < leftPoints - 0.4 * cellPoints;
  const leftOnes = segments.filter(inMargin);
  let body = segments.slice(leftOnes.length);
  const number = leftOnes.map(textOfSegment).find((text) => sceneNumber.test(text)) ?? null;
  const last = body.at(-1);
  let right: string | null = null;
  if (last && body.length > 1 && isRightNumber(last, number, body[0], geometry)) {
    right = textOfSegment(last);
    body = body.slice(0, -1);
  }
  if (body.length === 0) return null;
  const whole = joinSegments(body, cellPoints);
  const styled = trimStyled(whole.styled);
  if (styled.text === '') return null;
  const column = (whole.xPoints - leftPoints) / cellPoints;
  // Numbers of lines are in the margin, too.
  const isNumbered =
    (right !== null && (number === null || right === number)) ||
    (number !== null && column < 1.5 && styled.text === styled.text.toUpperCase());
  const inMargins = isNumbered && column < 1.5 ? (number ?? right)?.replace(/\.$/, '') || null : null;
  const inText = inMargins === null && Math.abs(column) < 1.5 ? numberInHeading(styled.text) : null;
  const heading = inText ? sliceStyled(styled, inText.length) : styled;
  return {
    segments: body,
    styled: heading,
    text: heading.text,
    column,
    endColumn: (whole.endPoints - leftPoints) / cellPoints,
    sceneNumber: inMargins ?? inText?.number ?? null,
  };
}

function isRightNumber(
  { xPoints, styled }: PrintedSegment,
  leftNumber: string | null,
  first: PrintedSegment | undefined,
  { leftPoints, cellPoints }: PrintGeometry,
): boolean {
  const text = styled.text.trim();
  if (leftNumber !== null && text === leftNumber) return true;
  if (!sceneNumber.test(text) || !first || xPoints < leftPoints + 45 * cellPoints) return false;
  return headingStartOf(textOfSegment(first)) !== null;
}
