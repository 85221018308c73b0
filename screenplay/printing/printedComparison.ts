import type { Comparison } from '../comparing/compareDrafts.ts';
import { lookChangeOf } from '../comparing/compareStyled.ts';
import { type MarkedElement, markedScriptOf } from '../comparing/markedScript.ts';
import { earlierNumberOf, movedFromText, type PageStarts, pageStartsOf } from '../comparing/rowLabels.ts';
import type { ScriptElement } from '../element.ts';
import type { ScriptFormat } from '../format.ts';
import { cellsOf } from '../layout/cells.ts';
import { cellPoints, defaultSizePoints, pageBoxOf } from '../layout/metrics.ts';
import { paginate } from '../layout/paginate.ts';
import { piecesOn } from '../layout/pieces.ts';
import { placePage } from '../layout/place.ts';
import { noFacts } from '../layout/setText.ts';
import type { Pagination, TextRun } from '../layout/types.ts';
import { comparisonHeaders } from './comparisonTexts.ts';
import type { LabelledPage } from './printedScript.ts';
import { areaOf, type MarkedArea } from './printedSides.ts';

/** A comparison to be printed, with the names of both drafts. */
export interface ComparisonToPrint {
  comparison: Comparison;
  names: { before: string; after: string };
}

/** The marked script, laid out as the later draft. */
export interface PrintedComparison {
  elements: readonly ScriptElement[];
  format: ScriptFormat;
  pages: Iterable<LabelledPage>;
}

/** Lay out both drafts as one script with marks. Pages are placed lazily. */
export function printedComparison({ comparison, names }: ComparisonToPrint): PrintedComparison {
  const marked = markedScriptOf(comparison);
  const { before, after } = comparison;
  // Locked pages and revision marks belong to one draft. The marked script has own pages.
  const {
    pageLock: _pages,
    sceneLock: _scenes,
    revisions: _revisions,
    titleSection: _title,
    ...own
  } = after.format;
  const format: ScriptFormat = {
    ...own,
    running: comparisonHeaders(names),
    sceneNumbersShown: before.format.sceneNumbersShown || after.format.sceneNumbersShown,
  };
  const elements = marked.map(({ element }) => element);
  return { elements, format, pages: markedPages(comparison, marked, paginate(elements, format)) };
}

function* markedPages(
  comparison: Comparison,
  marked: readonly MarkedElement[],
  pagination: Pagination,
): Generator<LabelledPage> {
  if (marked.length === 0) return;
  const starts = pageStartsOf(comparison);
  const notes = marked.map(({ row }) => notesOf(comparison, row, starts[row]));
  for (let page = 0; page < pagination.pages.length; page++) {
    const runs = placePage(pagination, page, noFacts);
    const lines = linesOn(pagination, page, runs);
    const areas = lines.flatMap((line) => insertedAreas(line, marked[line.elementIndex]));
    const margins = marginRuns(lines, marked, notes, pagination.format);
    yield { runs: [...runs, ...margins], lines: [], areas, label: `${page + 1}` };
  }
}

/** A printed line of an element, with its runs and their offsets in the plain text. */
interface PrintedLine {
  elementIndex: number;
  from: number;
  to: number;
  yPoints: number;
  runs: TextRun[];
}

/** Return the lines of text on a page, from top to bottom. */
function linesOn(pagination: Pagination, page: number, runs: readonly TextRun[]): PrintedLine[] {
  const texts = Map.groupBy(
    runs.filter(({ role }) => role === 'text'),
    ({ elementIndex }) => elementIndex,
  );
  return piecesOn(pagination, page).flatMap(({ elementIndex, lines }) => {
    const rows = [...Map.groupBy(texts.get(elementIndex) ?? [], ({ yPoints }) => yPoints)];
    // A line without text has no runs.
    const filled = lines.filter(({ from, to }) => to > from);
    return filled.flatMap(({ from, to }, index): PrintedLine[] => {
      const [yPoints, ofLine] = rows[index] ?? [0, []];
      return ofLine.length === 0 ? [] : [{ elementIndex, from, to, yPoints, runs: ofLine }];
    });
  });
}

/** Return the areas behind inserted text, which tell it from text that the writer underlined. */
function insertedAreas({ from, runs }: PrintedLine, element: MarkedElement | undefined): MarkedArea[] {
  const added = element?.marks.filter(({ type }) => type === 'added') ?? [];
  if (added.length === 0) return [];
  let at = from;
  return runs.flatMap((run) => {
    const start = at;
    at += run.text.length;
    return added.flatMap((mark) => {
      const [first, end] = [Math.max(mark.from, start) - start, Math.min(mark.to, at) - start];
      const part = partOfRun(run, first, end);
      return part.text.trim() === '' ? [] : [areaOf([part])];
    });
  });
}

/** Return the part of a run between two offsets, without the white space at its ends. */
function partOfRun(run: TextRun, from: number, to: number): TextRun {
  const text = run.text.slice(from, Math.max(from, to));
  const blanks = text.length - text.trimStart().length;
  const before = cellsOf(run.text.slice(0, from + blanks)) * cellPoints;
  const scale = (run.sizePoints ?? defaultSizePoints) / defaultSizePoints;
  return { ...run, text: text.trim(), xPoints: run.xPoints + before * scale };
}

/** Notes in the margins beside the first line of an element. */
interface MarginNotes {
  /** Page labels of both drafts, where they change. */
  left: string[];
  right: string[];
}

function notesOf(comparison: Comparison, index: number, starts: PageStarts | undefined): MarginNotes {
  const { rows, passages } = comparison;
  const row = rows[index];
  if (!row) return { left: [], right: [] };
  const left = [starts?.after && `p. ${starts.after}`, starts?.before && `(${starts.before})`];
  const isMovedHere = row.after !== null && passages[row.passage]?.toRow === index;
  const number = row.after && earlierNumberOf(comparison, index);
  const restyled = row.runs?.filter(({ type }) => type === 'restyled').map(lookChangeOf) ?? [];
  const right = [
    isMovedHere && movedFromText(comparison, row.passage).toLowerCase(),
    ...row.facts.map((fact) => `was ${fact.before}`),
    number && row.after?.sceneNumber && `was scene ${number}`,
    ...new Set(restyled),
  ];
  return {
    left: left.filter((note) => typeof note === 'string'),
    right: right.filter((note) => typeof note === 'string').flatMap(wrapNote),
  };
}

/** Characters of a line in the margin. */
const noteCells = 11;

/** Break a note into lines that fit in the margin. */
function wrapNote(note: string): string[] {
  const lines = [''];
  for (const word of note.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (cellsOf(longer) <= noteCells || lines.at(-1) === '') lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

const leftPoints = 14;
/** Right of the text, which ends at 7.5 inches. */
const rightPoints = 553;
const maxSizePoints = 8;

/** Return the notes in both margins, and a star beside each other line with a change. */
function marginRuns(
  lines: readonly PrintedLine[],
  marked: readonly MarkedElement[],
  notes: readonly MarginNotes[],
  format: ScriptFormat,
): TextRun[] {
  const room = (pageBoxOf(format).widthPoints - rightPoints - 4) / noteCells;
  const sizePoints = Math.min(maxSizePoints, (room * defaultSizePoints) / cellPoints);
  const runs: TextRun[] = [];
  const reached = { left: 0, right: 0 };
  const add = (side: 'left' | 'right', texts: readonly string[], yPoints: number, size = sizePoints) => {
    for (const text of texts) {
      const y = Math.max(yPoints, reached[side] + size + 1);
      reached[side] = y;
      runs.push({
        ...{ text, isBold: false, isItalic: false, isUnderlined: false, sizePoints: size },
        ...{ xPoints: side === 'left' ? leftPoints : rightPoints, yPoints: y },
        ...{ role: 'page-number', elementIndex: null },
      });
    }
  };
  // Both columns of a dual dialogue share the margins.
  for (const { elementIndex, from, to, yPoints } of lines.toSorted((a, b) => a.yPoints - b.yPoints)) {
    const note = notes[elementIndex];
    if (from === 0) add('left', note?.left ?? [], yPoints);
    const texts = from === 0 ? (note?.right ?? []) : [];
    const isChanged = marked[elementIndex]?.marks.some((mark) => mark.from < to && mark.to > from);
    if (texts.length > 0) add('right', texts, yPoints);
    else if (isChanged && yPoints > reached.right) add('right', ['*'], yPoints, defaultSizePoints);
  }
  return runs;
}
