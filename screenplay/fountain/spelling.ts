import type { ScriptElement, TitlePage } from '../element.ts';
import { defaultFormat } from '../format.ts';
import type { ScriptNote } from '../screenplay.ts';
import type { FountainElementExtras, FountainSourceExtras, LineSpelling } from './extras.ts';
import type { FountainParts } from './fountainWriter.ts';
import { extractHidden, HiddenContent, hasHiddenContent, hasSigns } from './hidden.ts';
import { allNotes, storeNotes } from './notes.ts';
import type { FountainReading, LineRange } from './reading.ts';
import { storedElement } from './storedElement.ts';
import { writeTitlePage } from './titlePage.ts';
import type { TitlePageLines } from './titleReader.ts';
import { type ElementsWithLines, knownLine, unusualElements } from './unusualElements.ts';
import { writeParts } from './writeParts.ts';

/*
 * The file's own lines. Where they differ from the lines that we would write, both are stored:
 * `ours` and `theirs`. The writer writes theirs while ours would be the same.
 */

/** Counts for the receipt. */
export interface SpellingCounts {
  /** Blank lines beyond the one between two elements. */
  blankLines: number;
  /** Page numbers in page breaks. */
  breakNumbers: number;
  /** Differences that are too long to be stored. */
  tooLong: number;
}

/** Maximum length of a difference. A line of a table that is far longer takes long to be stored. */
const maxSpellingLength = 200_000;

/** Store the lines of a file where they differ from ours, in the extras of elements and file. */
export function storeSpelling(reading: FountainReading, fountain: FountainSourceExtras): SpellingCounts {
  const { elements, ranges, titlePage, titleLines } = reading;
  const lines = originalLines(reading);
  const indexes = unusualElements({ elements, ranges, lines });
  const parts = ourParts({ elements, ranges, lines }, indexes, titlePage, fountain);
  const counts: SpellingCounts = { blankLines: 0, breakNumbers: 0, tooLong: 0 };
  const hasPlainTitle = titleLines === null || isPlainTitle(reading.lines, titleLines);
  if (hasPlainTitle && titleLines) storeTitleEntries(lines, titleLines, titlePage, fountain, counts);
  for (const [at, index] of indexes.entries()) {
    const element = elements[index] as ScriptElement;
    const { from, to } = ranges[index] as LineRange;
    const theirs = from === to ? (lines[from] ?? '') : lines.slice(from, to + 1).join('\n');
    const own = { ours: parts.own[at] ?? '', theirs };
    if (isStorable(own, counts)) extrasOf(element).own = own;
    else if (own.ours !== theirs) storeNotes(elements, fountain, notesIn(theirs, index));
    if (index === 0 && !hasPlainTitle) continue;
    const start = index === 0 ? (titleLines?.end ?? 0) - 1 : (ranges[index - 1]?.to ?? 0);
    const gap = { ours: parts.gaps[at] ?? '', theirs: gapBetween(lines, start, from) };
    if (!isStorable(gap, counts)) continue;
    countGap(gap, counts);
    extrasOf(element).gap = gap;
  }
  const end = { ours: parts.gaps.at(-1) ?? '', theirs: gapBetween(lines, ranges.at(-1)?.to ?? -1, null) };
  if (elements.length > 0 && isStorable(end, counts)) fountain.end = end;
  return counts;
}

/** Return whether lines differ from ours. Count those that are too long to be stored. */
function isStorable({ ours, theirs }: LineSpelling, counts: SpellingCounts): boolean {
  if (ours === theirs) return false;
  const isTooLong = ours.length + theirs.length > maxSpellingLength;
  if (isTooLong) counts.tooLong++;
  return !isTooLong;
}

/** Return the notes in lines of an element that are not stored. */
function notesIn(lines: string, elementIndex: number): ScriptNote[] {
  return extractHidden(lines).notes.map((text) => ({ elementIndex, text, author: null }));
}

/** Write these elements as ours, with the lines that are known to be written for them. */
function ourParts(
  { elements: allElements, ranges: allRanges, lines }: ElementsWithLines,
  indexes: readonly number[],
  titlePage: TitlePage,
  fountain: FountainSourceExtras,
): FountainParts {
  const elements = indexes.map((index) => storedElement(allElements[index] as ScriptElement));
  const ranges = indexes.map((index) => allRanges[index] as LineRange);
  const notes = allNotes(elements, { fountain }, []);
  const script = { titlePage, elements, format: defaultFormat, notes, fountain };
  return writeParts(script, (index) => knownLine({ elements, ranges, lines }, index));
}

function storeTitleEntries(
  lines: readonly string[],
  { entries }: TitlePageLines,
  titlePage: TitlePage,
  fountain: FountainSourceExtras,
  counts: SpellingCounts,
): void {
  const titleEntries = entries.map(({ from, end }, index) =>
    // Blank lines above the title page belong to its first entry.
    lines.slice(index === 0 ? 0 : from, end).join('\n'),
  );
  const difference = { ours: writeTitlePage(titlePage), theirs: titleEntries.join('\n') };
  if (isStorable(difference, counts)) fountain.titleEntries = titleEntries;
}

/** Return whether only blank lines are above a title page, and no notes or cut passages in it. */
function isPlainTitle(lines: readonly string[], { from, end }: TitlePageLines): boolean {
  const isBlankAbove = lines.slice(0, from).every((line) => line.trim() === '');
  return isBlankAbove && !lines.slice(0, end).some(hasSigns);
}

/** Return the lines of a file as they were written, with notes and cut passages. */
function originalLines({ hidden, lines }: FountainReading): readonly string[] {
  const isLiteral = !hidden.text.includes('/*') && !hidden.text.includes('[[');
  if (isLiteral && !hasHiddenContent(hidden)) return lines;
  const content = new HiddenContent(hidden);
  return lines.map((line) => content.restore(line));
}

/** Return the text between two lines: -1 is the top of the file, null its end. */
function gapBetween(lines: readonly string[], start: number, end: number | null): string {
  if (start >= 0 && end === start + 1) return '\n';
  if (start >= 0 && end === start + 2 && lines[start + 1] === '') return '\n\n';
  const between = lines.slice(start + 1, end ?? lines.length);
  const before = start < 0 ? '' : '\n';
  if (end !== null) return before + between.map((line) => `${line}\n`).join('');
  return between.length === 0 ? '' : before + between.join('\n');
}

function countGap({ ours, theirs }: LineSpelling, counts: SpellingCounts): void {
  if (/^\s+$/.test(theirs) && /^\n+$/.test(ours))
    counts.blankLines += Math.max(0, theirs.split('\n').length - ours.split('\n').length);
  counts.breakNumbers += theirs.match(/^={3,}[ \t]*[^\s=]+[ \t]*={3,}[ \t]*$/gm)?.length ?? 0;
}

function extrasOf(element: ScriptElement): FountainElementExtras {
  const fountain: FountainElementExtras = element.extras?.fountain ?? {};
  element.extras = { ...element.extras, fountain };
  return fountain;
}
