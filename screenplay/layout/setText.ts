import { capitals } from '../capitals.ts';
import type { Span } from '../emphasis.ts';
import type { ScriptFormat } from '../format.ts';
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
}

export const noFacts: PrintFacts = { fileName: '', date: '' };

/** The number of one page, and of the last page. */
export interface PageNumber {
  number: number;
  last: number;
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
    if (line.includes('\t'))
      lines.push(setLineWithTabs(line, from, paragraph, widthPoints, { text, spans }, role));
    else {
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
 * Return the runs of a line with tabs: the text after a tab begins at the next tab stop. In
 * right-aligned and centred paragraphs a tab is a space.
 */
function setLineWithTabs(
  line: string,
  from: number,
  paragraph: SetParagraph,
  widthPoints: number,
  { spans }: FilledText,
  role: TextRun['role'],
): SetLine {
  const parts = line.split('\t');
  const right = rightOf(paragraph, widthPoints);
  const left = (paragraph.leftInches + paragraph.firstIndentInches) * pointsPerInch;
  if (paragraph.alignment === 'Right' || paragraph.alignment === 'Center') {
    const printed = line.replaceAll('\t', ' ').trimEnd();
    const start = printed.length - printed.trimStart().length;
    const shown = printed.trimStart();
    return runsAt(shown, from + start, spans, xOf(shown, paragraph, left, right), role);
  }
  const runs: SetLine = [];
  let end = left;
  let at = from;
  for (const [index, part] of parts.entries()) {
    const width = cellsOf(part) * cellPoints;
    let xPoints = left;
    if (index > 0) xPoints = Math.max(end, startAt(nextTab(paragraph.tabs, end), width));
    for (const run of runsAt(part, at, spans, xPoints, role)) runs.push(run);
    end = xPoints + width;
    at += part.length + 1;
  }
  return runs;
}

function startAt({ inches, type }: TabStop, width: number): number {
  const at = inches * pointsPerInch;
  if (type === 'Right') return at - width;
  return type === 'Center' ? at - width / 2 : at;
}

function nextTab(tabs: readonly TabStop[] | undefined, end: number): TabStop {
  const sorted = [...(tabs ?? [])].sort((a, b) => a.inches - b.inches);
  const found = sorted.find(({ inches }) => inches * pointsPerInch > end + 0.01);
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
  { number, last, date, fileName }: PrintFacts & PageNumber,
): string {
  if (field === 'page') return String(number);
  if (field === 'pages') return String(last);
  return field === 'date' ? date : fileName;
}

/**
 * Return the runs of a page's header and footer. The header begins at its margin and grows down;
 * the footer ends at its margin. `index` counts the pages of the section from 0.
 */
export function placeRunning(
  format: ScriptFormat,
  running: RunningTexts | null,
  index: number,
  count: number,
  facts: PrintFacts,
): TextRun[] {
  const { header, footer, firstNumber } = running ?? format.running ?? defaultRunning;
  const { widthPoints, heightPoints, headerPoints } = pageBoxOf(format);
  const page = { ...facts, number: firstNumber + index, last: firstNumber + count - 1 };
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
