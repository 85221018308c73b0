import { capitals } from '../capitals.ts';
import type { Span } from '../emphasis.ts';
import type { ScriptFormat } from '../format.ts';
import type { RevisionFacts } from '../revisions/shownMarks.ts';
import { defaultRunning, type RunningTexts, type SetParagraph, type TabStop } from '../setText.ts';
import { cellsOf } from './cells.ts';
import { baselinePoints, capacityOf, cellPoints, linePoints, pageBoxOf, pointsPerInch } from './metrics.ts';
import { styledRuns } from './styledRuns.ts';
import type { TextRun } from './types.ts';
import { linesOf } from './wrap.ts';

/** Values for the fields of headers and footers. */
export interface PrintFacts {
  fileName: string;
  /** The printed date, such as "May 4, 2026"; "" if unknown. */
  date: string;
  /** Values of fields that revisions have. */
  revised?: RevisionFacts | null | undefined;
}

export const noFacts: PrintFacts = { fileName: '', date: '' };

/** The number of one page, and of the last page, as printed. */
export interface PageNumber {
  number: string;
  last: string;
}

/** A text to print, with its fields filled in. */
interface FilledText {
  text: string;
  spans: Span[];
}

/** One printed line without a vertical position: runs from left to right. */
type SetLine = Omit<TextRun, 'yPoints'>[];

/** Return the lines of one paragraph, at least one. */
export function setLines(
  paragraph: SetParagraph,
  widthPoints: number,
  role: TextRun['role'],
  facts: PrintFacts & PageNumber,
): SetLine[] {
  const { text, spans } = fillFields(paragraph, facts);
  const left = paragraph.leftInches * pointsPerInch;
  const right = rightOf(paragraph, widthPoints);
  const width = Math.max(1, (right - left) / pointsPerInch);
  const capacity = capacityOf(width);
  const firstCapacity = capacityOf(width - paragraph.firstIndentInches);
  const lines: SetLine[] = [];
  let from = 0;
  for (const line of text.split('\n')) {
    if (line.includes('\t')) {
      const start = left + (lines.length === 0 ? paragraph.firstIndentInches * pointsPerInch : 0);
      lines.push(...setLinesWithTabs(line, from, paragraph, { left, right, start }, spans, role));
    } else {
      for (const part of linesOf(line, { capacity, firstCapacity })) {
        const printed = line.slice(part.from, part.to);
        const isFirst = lines.length === 0;
        const indent = isFirst ? paragraph.firstIndentInches * pointsPerInch : 0;
        const xPoints = xOf(printed, paragraph, left + indent, right);
        lines.push(runsAt(printed, from + part.from, spans, xPoints, role));
      }
    }
    from += line.length + 1;
  }
  return lines;
}

function rightOf({ leftInches, rightInches }: SetParagraph, widthPoints: number): number {
  const right = rightInches * pointsPerInch + (rightInches <= 0 ? widthPoints : 0);
  const left = leftInches * pointsPerInch;
  return right - left < pointsPerInch / 2 ? widthPoints - pointsPerInch : right;
}

function xOf(printed: string, { alignment }: SetParagraph, left: number, right: number): number {
  const width = cellsOf(printed) * cellPoints;
  if (alignment === 'Right') return right - width;
  return alignment === 'Center' ? (left + right - width) / 2 : left;
}

function runsAt(
  printed: string,
  from: number,
  spans: readonly Span[],
  xPoints: number,
  role: TextRun['role'],
): SetLine {
  const base = { ...plain, xPoints, yPoints: 0, role, elementIndex: null };
  return styledRuns(printed, from, spans, base).map(({ yPoints: _, ...run }) => run);
}

/** Default distance between tab stops, for a paragraph that sets none. */
const defaultTabPoints = pointsPerInch / 2;

/**
 * Return the lines of a text with tabs: the text after a tab begins at the next tab stop, and goes
 * on at the left indent if the line is too narrow. In right-aligned and centred paragraphs a tab is
 * a space.
 */
function setLinesWithTabs(
  line: string,
  from: number,
  paragraph: SetParagraph,
  { left, right, start }: LineEdges,
  spans: readonly Span[],
  role: TextRun['role'],
): SetLine[] {
  if (paragraph.alignment === 'Right' || paragraph.alignment === 'Center') {
    const printed = line.replaceAll('\t', ' ').trimEnd();
    const blanks = printed.length - printed.trimStart().length;
    const shown = printed.trimStart();
    return [runsAt(shown, from + blanks, spans, xOf(shown, paragraph, start, right), role)];
  }
  const stops = stopsOf(paragraph);
  let open: SetLine = [];
  const lines = [open];
  const newLine = () => {
    open = [];
    lines.push(open);
  };
  let end = start;
  let at = from;
  for (const [index, part] of line.split('\t').entries()) {
    const width = cellsOf(part) * cellPoints;
    const stop = index > 0 ? nextTab(stops, end) : null;
    let xPoints = stop ? Math.max(end, startAt(stop, width)) : start;
    const isWrapped = !stop || stop.type === 'Left';
    if (isWrapped && xPoints > left && firstWordOf(part) > roomAt(xPoints, right)) {
      newLine();
      xPoints = left;
    }
    const rows = isWrapped
      ? linesOf(part, { capacity: roomAt(left, right), firstCapacity: roomAt(xPoints, right) })
      : [{ from: 0, to: part.length }];
    for (const [row, { from: rowFrom, to }] of rows.entries()) {
      if (row > 0) {
        newLine();
        xPoints = left;
      }
      const printed = part.slice(rowFrom, to);
      for (const run of runsAt(printed, at + rowFrom, spans, xPoints, role)) open.push(run);
      end = xPoints + cellsOf(printed) * cellPoints;
    }
    at += part.length + 1;
  }
  return lines;
}

/** Edges of a line in points from the left edge of the paper. */
interface LineEdges {
  /** Left indent of the paragraph. */
  left: number;
  right: number;
  /** Start of this line, which the first line of a paragraph may indent. */
  start: number;
}

/** Return the number of characters between a position and the right edge. */
function roomAt(xPoints: number, right: number): number {
  return xPoints < right ? capacityOf((right - xPoints) / pointsPerInch) : 1;
}

function firstWordOf(text: string): number {
  return cellsOf(/^\s*\S*/.exec(text)?.[0] ?? '');
}

/** Return the tab stops of a paragraph. A hanging indent is one, too. */
function stopsOf({ tabs = [], leftInches, firstIndentInches }: SetParagraph): TabStop[] {
  const hanging: TabStop[] = firstIndentInches < 0 ? [{ inches: leftInches, type: 'Left' }] : [];
  return [...tabs, ...hanging].sort((a, b) => a.inches - b.inches);
}

function startAt({ inches, type }: TabStop, width: number): number {
  const at = inches * pointsPerInch;
  if (type === 'Right') return at - width;
  return type === 'Center' ? at - width / 2 : at;
}

function nextTab(stops: readonly TabStop[], end: number): TabStop {
  const found = stops.find(({ inches }) => inches * pointsPerInch > end + 0.01);
  const defaultPoints = (Math.floor(end / defaultTabPoints + 0.01) + 1) * defaultTabPoints;
  return found ?? { inches: defaultPoints / pointsPerInch, type: 'Left' };
}

const plain = { isBold: false, isItalic: false, isUnderlined: false };

function fillFields({ runs }: SetParagraph, facts: PrintFacts & PageNumber): FilledText {
  let text = '';
  const spans: Span[] = [];
  for (const run of runs) {
    const shown = run.field ? printedField(run.field, facts) : run.text.replaceAll('\u00a0', ' ');
    const from = text.length;
    text += run.isAllCaps ? capitals(shown) : shown;
    const { isBold = false, isItalic = false, isUnderlined = false, isStruck } = run;
    if (text.length > from && (isBold || isItalic || isUnderlined || isStruck))
      spans.push({ from, to: text.length, isBold, isItalic, isUnderlined, ...(isStruck && { isStruck }) });
  }
  return { text, spans };
}

function printedField(
  field: NonNullable<SetParagraph['runs'][number]['field']>,
  { number, last, date, fileName, revised }: PrintFacts & PageNumber,
): string {
  if (field === 'page') return number;
  if (field === 'pages') return last;
  if (field === 'date') return date;
  if (field === 'collatedRevisions') return revised?.collated ?? '';
  if (field === 'activeRevisions') return revised?.active ?? '';
  if (field === 'lastRevised') return revised?.lastRevised ?? '';
  return field === 'file' ? fileName : '';
}

/**
 * Return the runs of a page's header and footer. The header begins at its margin and grows down;
 * the footer ends at its margin. `index` counts the pages of the section from 0; `labels` are those
 * of locked pages.
 */
export function placeRunning(
  format: ScriptFormat,
  running: RunningTexts | null,
  index: number,
  count: number,
  facts: PrintFacts,
  labels: PageNumber = numbersFrom(running ?? format.running ?? defaultRunning, index, count),
): TextRun[] {
  return placeOnPage(format, running, index, { ...facts, ...labels });
}

function numbersFrom({ firstNumber }: RunningTexts, index: number, count: number): PageNumber {
  return { number: String(firstNumber + index), last: String(firstNumber + count - 1) };
}

/**
 * Return the runs of a title page's header and footer. Its number is in small roman letters.
 * Source: docs/format.md, "The title page".
 */
export function placeTitleRunning(
  format: ScriptFormat,
  running: RunningTexts,
  index: number,
  count: number,
  facts: PrintFacts,
): TextRun[] {
  const { firstNumber } = running;
  return placeOnPage(format, running, index, {
    ...facts,
    number: romanNumber(firstNumber + index),
    last: romanNumber(firstNumber + count - 1),
  });
}

const romanDigits: readonly [number, string][] = [
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

/** Return a number in small roman letters; numbers that have none in digits. */
function romanNumber(number: number): string {
  if (number < 1 || number > 399) return String(number);
  let rest = number;
  let roman = '';
  for (const [value, letters] of romanDigits) for (; rest >= value; rest -= value) roman += letters;
  return roman;
}

function placeOnPage(
  format: ScriptFormat,
  running: RunningTexts | null,
  index: number,
  page: PrintFacts & PageNumber,
): TextRun[] {
  const { header, footer } = running ?? format.running ?? defaultRunning;
  const { widthPoints, heightPoints, headerPoints } = pageBoxOf(format);
  const runs: TextRun[] = [];
  const add = ({ paragraphs, isVisible, isOnFirstPage }: typeof header, topOf: (lines: number) => number) => {
    if (!isVisible || (index === 0 && !isOnFirstPage)) return;
    const lines = paragraphs.flatMap((each) => setLines(each, widthPoints, 'page-number', page));
    const top = topOf(lines.length);
    for (const [line, placed] of lines.entries()) {
      const yPoints = top + line * linePoints + baselinePoints;
      for (const run of placed) if (run.text.trim() !== '') runs.push({ ...run, yPoints });
    }
  };
  const footerMargin = format.footerMarginPoints ?? pointsPerInch / 2;
  add(header, () => headerPoints);
  add(footer, (lines) => heightPoints - footerMargin - lines * linePoints);
  return runs;
}
