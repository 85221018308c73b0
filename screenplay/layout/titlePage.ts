import { capitals } from '../capitals.ts';
import type { TitlePage } from '../element.ts';
import { parseEmphasis, type Span } from '../emphasis.ts';
import type { ScriptFormat } from '../format.ts';
import {
  type PrintedField,
  type RunningTexts,
  type SetParagraph,
  type TitleSection,
  textOfSet,
} from '../setText.ts';
import type { TitleField } from '../titleFields.ts';
import { cellsOf } from './cells.ts';
import { baselinePoints, cellPoints, linePoints, pageBoxOf, pointsPerInch } from './metrics.ts';
import { noFacts, type PrintFacts, placeTitleRunning, setLines } from './setText.ts';
import { styledRuns } from './styledRuns.ts';
import type { TextRun } from './types.ts';
import { linesOf } from './wrap.ts';

// Distances in inches from the top and the sides of the paper. Source: docs/format.md, "The title
// page".
const titleTopInches = 4;
const leftInches = 1.5;
const rightMarginInches = 1;
const centreCapacity = 60;
const cornerCapacity = 29;

interface TitleLine {
  text: string;
  /** Offset of the line in the text to which the spans refer. */
  from: number;
  spans: readonly Span[];
}

const emptyLine: TitleLine = { text: '', from: 0, spans: [] };
const between: FieldLine = { field: null, line: emptyLine };

/**
 * Return the text runs of the title pages, one list per page.
 *
 * A title section of the file is printed as the file sets it. `sectionOfNow` in titleChange.ts
 * updates its fields first. Without one, the title (in capitals), credit, author and source go in
 * the middle of one page. Contact and copyright go at the bottom left, draft date and notes at the
 * bottom right. Other keys are not printed. An empty title page gives one page without text. A line
 * that does not fit on the page is left out.
 */
export function placeTitlePages(
  titlePage: TitlePage,
  format: ScriptFormat,
  facts: PrintFacts = noFacts,
): TextRun[][] {
  const { titleSection } = format;
  return titleSection ? placeSection(titleSection, format, facts) : [placeFields(titlePage, format)];
}

/** Return the pages of a title section. Blank paragraphs at its end do not create a page. */
function placeSection(
  { paragraphs: sectionParagraphs, running }: TitleSection,
  format: ScriptFormat,
  facts: PrintFacts,
): TextRun[][] {
  const { widthPoints, topPoints, linesPerPage } = pageBoxOf(format);
  const paragraphs = [...sectionParagraphs];
  while (textOfSet(paragraphs.at(-1) ?? blank).trim() === '' && paragraphs.length > 0) paragraphs.pop();
  const pages: TextRun[][] = [[]];
  let slot = 0;
  const newPage = () => {
    pages.push([]);
    slot = 0;
  };
  const count = paragraphs.length;
  for (const [index, paragraph] of paragraphs.entries()) {
    // Do not start a page for a last line alone: older templates have one line more than the
    // margins leave.
    const room = index === count - 1 ? linesPerPage + 1 : linesPerPage;
    if (paragraph.startsNewPage && slot > 0) newPage();
    if (slot > 0) slot += paragraph.spaceBeforeLines;
    for (const line of setLines(paragraph, widthPoints, 'title-page', { ...facts, number: '1', last: '1' })) {
      if (slot + paragraph.spacing > room) newPage();
      const yPoints = topPoints + (slot + paragraph.spacing - 1) * linePoints + baselinePoints;
      for (const run of line) if (run.text.trim() !== '') pages.at(-1)?.push({ ...run, yPoints });
      slot += paragraph.spacing;
    }
  }
  if (!running) return pages;
  const firstNumbered = isNumberAlone(running) ? 1 : 0;
  return pages.map((runs, index) =>
    index < firstNumbered
      ? runs
      : [...placeTitleRunning(format, running, index, pages.length, facts), ...runs],
  );
}

const blank: SetParagraph = {
  runs: [],
  leftInches: 0,
  rightInches: 0,
  firstIndentInches: 0,
  spaceBeforeLines: 0,
  spacing: 1,
};

/** Printed fields other than the number of the page. */
const otherFields: ReadonlySet<PrintedField> = new Set<PrintedField>(['pages', 'date', 'file']);

/**
 * Return whether header and footer hold only a page number. Every template has one, but the first
 * title page prints none (measured).
 */
function isNumberAlone({ header, footer }: RunningTexts): boolean {
  return [...header.paragraphs, ...footer.paragraphs].every(({ runs }) =>
    runs.every(({ text, field }) => (field ? !otherFields.has(field) : /^[\s.]*$/.test(text))),
  );
}

/** A line of a column of fields; a line between two fields belongs to none. */
interface FieldLine {
  field: TitleField | null;
  line: TitleLine;
}

/** Fields below each other, from one line of the page on. */
export interface FieldColumn {
  alignment: 'Left' | 'Center' | 'Right';
  /** Characters of its longest line. */
  capacity: number;
  firstSlot: number;
  lines: FieldLine[];
}

/** Return the three columns of fields. With `isHinted`, an empty field has one line. */
export function columnsOf(titlePage: TitlePage, format: ScriptFormat, isHinted: boolean): FieldColumn[] {
  const { topPoints, linesPerPage } = pageBoxOf(format);
  const linesIn = (field: TitleField, capacity: number): FieldLine[] => {
    const lines = linesFrom(titlePage[field], capacity);
    return (lines.length === 0 && isHinted ? [emptyLine] : lines).map((line) => ({ field, line }));
  };
  /** All fields that have lines, with an empty line between two. */
  const stack = (fields: readonly TitleField[], capacity: number) =>
    fields
      .map((field) => linesIn(field, capacity))
      .filter((lines) => lines.length > 0)
      .flatMap((lines, index) => (index > 0 ? [between, ...lines] : lines));
  const title = linesIn('title', centreCapacity).map(({ field, line }) => ({
    field,
    line: { ...line, text: capitals(line.text) },
  }));
  const below = stack(['credit', 'author', 'source'], centreCapacity);
  const gap = title.length > 0 && below.length > 0 ? [between, between] : [];
  const centre = [...title, ...gap, ...below].slice(0, linesPerPage);
  const right = stack(['draftDate', 'notes'], cornerCapacity).slice(-linesPerPage);
  // The left block may use the width that the right block leaves.
  const rightWidth = Math.max(0, ...right.map(({ line }) => cellsOf(line.text)));
  const leftCapacity = Math.max(cornerCapacity, centreCapacity - rightWidth - 2);
  const left = stack(['contact', 'copyright'], leftCapacity).slice(-linesPerPage);

  const bottomSlot = linesPerPage - Math.max(left.length, right.length);
  const titleSlot = Math.floor((titleTopInches * pointsPerInch - topPoints) / linePoints);
  // Move a long middle block up so that it does not overlap the corners.
  const centreSlot = Math.max(0, Math.min(titleSlot, bottomSlot - 1 - centre.length));
  const foot = (lines: FieldLine[]) => ({ lines, firstSlot: linesPerPage - lines.length });
  return [
    { alignment: 'Center', capacity: centreCapacity, firstSlot: centreSlot, lines: centre },
    { alignment: 'Left', capacity: leftCapacity, ...foot(left) },
    { alignment: 'Right', capacity: cornerCapacity, ...foot(right) },
  ];
}

function placeFields(titlePage: TitlePage, format: ScriptFormat): TextRun[] {
  const { widthPoints, topPoints } = pageBoxOf(format);
  return columnsOf(titlePage, format, false).flatMap(({ alignment, firstSlot, lines }) =>
    lines.flatMap(({ line: { text, from, spans } }, index) => {
      const freePoints = widthPoints - cellsOf(text) * cellPoints;
      const xPoints = {
        Left: leftInches * pointsPerInch,
        Center: freePoints / 2,
        Right: freePoints - rightMarginInches * pointsPerInch,
      }[alignment];
      const yPoints = topPoints + (firstSlot + index) * linePoints + baselinePoints;
      const base = { ...plain, xPoints, yPoints, role: 'title-page' as const, elementIndex: null };
      return styledRuns(text, from, spans, base);
    }),
  );
}

const plain = { isBold: false, isItalic: false, isUnderlined: false };

function linesFrom(value: string, capacity: number): TitleLine[] {
  if (value.trim() === '') return [];
  const { text, spans } = parseEmphasis(value.trim());
  return linesOf(text, { capacity, firstCapacity: capacity }).map(({ from, to }) => ({
    text: text.slice(from, to),
    from,
    spans,
  }));
}
