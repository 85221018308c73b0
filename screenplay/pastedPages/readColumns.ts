import { defaultFormat } from '../format.ts';
import { isCueLike, isTransitionLike, type PastedElement } from '../pastedElement.ts';
import type { BodyLine } from '../pdfImport/bodyLines.ts';
import { paragraphsOfLines } from '../pdfImport/classifyLines.ts';
import { courierCellPoints as cellPoints, courierRun } from '../pdfImport/positionedText.ts';
import { elementsOfParagraphs } from '../pdfImport/printedElements.ts';
import { joinSegments, segmentsOf } from '../pdfImport/printedLines.ts';
import { trimStyled } from '../styled.ts';
import type { PastedLine } from './pageFurniture.ts';
import type { PastedReading } from './readWrappedLines.ts';

const leftPoints = 108;
const narrowestAction = 55;
/** Minimum distance between columns, in characters. */
export const minColumnStep = 4;
const transitionColumn = 25;

/** Read pages copied with the spaces of their columns, with the rules for prints. */
export function readColumns(lines: readonly PastedLine[]): PastedReading {
  const margin = lines.reduce((least, { indent }) => Math.min(least, indent), Number.POSITIVE_INFINITY);
  const length = (line: PastedLine) => line.indent - margin + line.text.length;
  const widest = lines.reduce((most, line) => Math.max(most, length(line)), narrowestAction);
  const rightPoints = leftPoints + widest * cellPoints;
  const geometry = { cellPoints, pitchPoints: 12, leftPoints, rightPoints, sizePoints: 12 };
  let page = 1;
  const body = lines.map((line, index) => {
    if (line.isBelowPage) page++;
    const isTop = index === 0 || line.isBelowPage;
    const gap = isTop ? Number.POSITIVE_INFINITY : gapAbove(lines, index, margin);
    return bodyLine(line, { page, margin, gap });
  });
  const paragraphs = paragraphsOfLines({ pages: [], lines: [body], geometry, paperPoints: 612 });
  const { elements } = elementsOfParagraphs(paragraphs, defaultFormat);
  return {
    elements: elements.map(({ elementType, content, dual, sceneNumber, extras }): PastedElement => {
      const alignment = extras?.layout?.alignment;
      return {
        elementType,
        content,
        ...(dual && { dual }),
        ...(alignment && { alignment }),
        ...(sceneNumber && { sceneNumber }),
      };
    }),
    uncertain: paragraphs.filter(({ doubt }) => doubt !== null && doubt !== 'joined').length,
  };
}

/**
 * Return the distance to the line above. Copies without empty lines show by their columns where one
 * was.
 */
function gapAbove(lines: readonly PastedLine[], index: number, margin: number): number {
  const line = lines[index] as PastedLine;
  const before = lines[index - 1] as PastedLine;
  const below = lines[index + 1];
  if (line.blanks > 0) return line.blanks + 1;
  const isCue = below !== undefined && isCueLike(line.text) && line.indent >= below.indent + minColumnStep;
  const isTransition = line.indent - margin > transitionColumn && isTransitionLike(line.text);
  const isBelowSpeech = line.indent - margin < minColumnStep && before.indent - margin >= minColumnStep;
  return isCue || isTransition || isBelowSpeech ? 2 : 1;
}

function bodyLine(
  { text, indent, sceneNumber }: PastedLine,
  { page, margin, gap }: { page: number; margin: number; gap: number },
): BodyLine {
  const runs = Array.from(text.matchAll(/\S+(?: {1,2}\S+)*/g), ({ 0: words, index }) =>
    courierRun(words, leftPoints + (indent - margin + index) * cellPoints, 0),
  );
  const segments = segmentsOf(runs, cellPoints);
  const styled = trimStyled(joinSegments(segments, cellPoints).styled);
  const column = indent - margin;
  return {
    page,
    yPoints: 0,
    gap,
    segments,
    styled,
    text: styled.text,
    column,
    endColumn: column + text.length,
    sceneNumber,
  };
}
