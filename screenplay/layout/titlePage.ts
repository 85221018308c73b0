import type { TitlePage } from '../element.ts';
import { parseEmphasis, type Span } from '../emphasis.ts';
import type { ScriptFormat } from '../format.ts';
import { cellsOf } from './cells.ts';
import { baselinePoints, cellPoints, linePoints, pageBoxOf, pointsPerInch } from './metrics.ts';
import { styledRuns } from './styledRuns.ts';
import { capitals } from './text.ts';
import type { TextRun } from './types.ts';
import { linesOf } from './wrap.ts';

// Inches from the top and from the sides of the paper: docs/format.md, "The title page".
const titleTopInches = 4;
const leftInches = 1.5;
const rightMarginInches = 1;
const centreCapacity = 60;
const cornerCapacity = 29;

interface TitleLine {
  text: string;
  /** Offset of the line in the text that the spans count in. */
  from: number;
  spans: readonly Span[];
}

const emptyLine: TitleLine = { text: '', from: 0, spans: [] };

/**
 * What is printed on the title page: title in capitals, credit, author and source in the middle, contact and
 * copyright at the bottom left, draft date and notes at the bottom right. Other keys are not printed. Nothing for
 * an empty title page; what no page holds is left out.
 */
export function placeTitlePage(titlePage: TitlePage, format: ScriptFormat): TextRun[] {
  const { widthPoints, topPoints, linesPerPage } = pageBoxOf(format);
  const title = linesFrom(titlePage.title, centreCapacity).map((line) => ({
    ...line,
    text: capitals(line.text),
  }));
  const { credit, author, source, contact, copyright, draftDate, notes } = titlePage;
  const below = stack([credit, author, source], centreCapacity);
  const gap = title.length > 0 && below.length > 0 ? [emptyLine, emptyLine] : [];
  const centre = [...title, ...gap, ...below].slice(0, linesPerPage);
  const left = stack([contact, copyright], cornerCapacity).slice(-linesPerPage);
  const right = stack([draftDate, notes], cornerCapacity).slice(-linesPerPage);

  const bottomSlot = linesPerPage - Math.max(left.length, right.length);
  const titleSlot = Math.floor((titleTopInches * pointsPerInch - topPoints) / linePoints);
  // A long middle moves up before it meets the corners.
  const centreSlot = Math.max(0, Math.min(titleSlot, bottomSlot - 1 - centre.length));

  const runs: TextRun[] = [];
  const place = (lines: TitleLine[], firstSlot: number, xOf: (widthPoints: number) => number) => {
    lines.forEach(({ text, from, spans }, index) => {
      const xPoints = xOf(cellsOf(text) * cellPoints);
      const yPoints = topPoints + (firstSlot + index) * linePoints + baselinePoints;
      const base = { ...plain, xPoints, yPoints, role: 'title-page' as const, elementIndex: null };
      runs.push(...styledRuns(text, from, spans, base));
    });
  };
  place(centre, centreSlot, (width) => (widthPoints - width) / 2);
  place(left, linesPerPage - left.length, () => leftInches * pointsPerInch);
  place(
    right,
    linesPerPage - right.length,
    (width) => widthPoints - rightMarginInches * pointsPerInch - width,
  );
  return runs;
}

const plain = { isBold: false, isItalic: false, isUnderlined: false };

/** The texts that are there, below each other with an empty line between. */
function stack(texts: string[], capacity: number): TitleLine[] {
  return texts
    .map((text) => linesFrom(text, capacity))
    .filter((lines) => lines.length > 0)
    .flatMap((lines, index) => (index > 0 ? [emptyLine, ...lines] : lines));
}

function linesFrom(value: string, capacity: number): TitleLine[] {
  if (value.trim() === '') return [];
  const { text, spans } = parseEmphasis(value.trim());
  return linesOf(text, { capacity, firstCapacity: capacity }).map(({ from, to }) => ({
    text: text.slice(from, to),
    from,
    spans,
  }));
}
