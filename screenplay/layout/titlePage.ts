import type { TitlePage } from '../element.ts';
import { parseEmphasis, type Span } from '../emphasis.ts';
import type { ScriptFormat } from '../format.ts';
import { type RunningTexts, type SetParagraph, type TitleSection, textOfSet } from '../setText.ts';
import { cellsOf } from './cells.ts';
import { baselinePoints, cellPoints, linePoints, pageBoxOf, pointsPerInch } from './metrics.ts';
import { noFacts, type PrintFacts, placeRunning, setLines } from './setText.ts';
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
 * What is printed on the title pages, page by page: as the file sets them where it does (sectionOfNow in
 * titleChange.ts has the fields of now in them); else title in capitals, credit, author and source in the middle, contact and copyright at the bottom left,
 * draft date and notes at the bottom right. Other keys are not printed. A page without text for an empty title page;
 * what no page of ours holds is left out.
 */
export function placeTitlePages(
  titlePage: TitlePage,
  format: ScriptFormat,
  facts: PrintFacts = noFacts,
): TextRun[][] {
  const { titleSection } = format;
  return titleSection ? placeSection(titleSection, format, facts) : [placeFields(titlePage, format)];
}

/** The pages of a title section. Blank paragraphs at its end make no page of their own. */
function placeSection(
  { paragraphs: given, running }: TitleSection,
  format: ScriptFormat,
  facts: PrintFacts,
): TextRun[][] {
  const { widthPoints, topPoints, linesPerPage } = pageBoxOf(format);
  const paragraphs = [...given];
  while (textOfSet(paragraphs.at(-1) ?? blank).trim() === '' && paragraphs.length > 0) paragraphs.pop();
  const pages: TextRun[][] = [[]];
  let slot = 0;
  const newPage = () => {
    pages.push([]);
    slot = 0;
  };
  const count = paragraphs.length;
  for (const [index, paragraph] of paragraphs.entries()) {
    // A last line alone is no page: older templates have one more than the margins leave.
    const room = index === count - 1 ? linesPerPage + 1 : linesPerPage;
    if (paragraph.startsNewPage && slot > 0) newPage();
    if (slot > 0) slot += paragraph.spaceBeforeLines;
    for (const line of setLines(paragraph, widthPoints, 'title-page', { ...facts, number: 1, last: 1 })) {
      if (slot + paragraph.spacing > room) newPage();
      const yPoints = topPoints + (slot + paragraph.spacing - 1) * linePoints + baselinePoints;
      for (const run of line) if (run.text.trim() !== '') pages.at(-1)?.push({ ...run, yPoints });
      slot += paragraph.spacing;
    }
  }
  if (!running || isNumberAlone(running)) return pages;
  return pages.map((runs, index) => [...placeRunning(format, running, index, pages.length, facts), ...runs]);
}

const blank: SetParagraph = {
  runs: [],
  leftInches: 0,
  rightInches: 0,
  firstIndentInches: 0,
  spaceBeforeLines: 0,
  spacing: 1,
};

/** Title pages have no number of their own (measured): what every template has is not printed. */
function isNumberAlone({ header, footer }: RunningTexts): boolean {
  return [...header.paragraphs, ...footer.paragraphs].every(({ runs }) =>
    runs.every(({ text, field }) => field === 'page' || /^[\s.]*$/.test(text)),
  );
}

function placeFields(titlePage: TitlePage, format: ScriptFormat): TextRun[] {
  const { widthPoints, topPoints, linesPerPage } = pageBoxOf(format);
  const title = linesFrom(titlePage.title, centreCapacity).map((line) => ({
    ...line,
    text: capitals(line.text),
  }));
  const { credit, author, source, contact, copyright, draftDate, notes } = titlePage;
  const below = stack([credit, author, source], centreCapacity);
  const gap = title.length > 0 && below.length > 0 ? [emptyLine, emptyLine] : [];
  const centre = [...title, ...gap, ...below].slice(0, linesPerPage);
  const right = stack([draftDate, notes], cornerCapacity).slice(-linesPerPage);
  // What stands at the left has the room that the right leaves.
  const rightWidth = Math.max(0, ...right.map(({ text }) => cellsOf(text)));
  const leftCapacity = Math.max(cornerCapacity, centreCapacity - rightWidth - 2);
  const left = stack([contact, copyright], leftCapacity).slice(-linesPerPage);

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
