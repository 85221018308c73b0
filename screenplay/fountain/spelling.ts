import type { ScriptElement, TitlePage } from '../element.ts';
import { isCueType, isDialogueType, isParentheticalType, isSpeechType } from '../elementTypes/predicates.ts';
import { isUpperCased } from '../elementTypes/table.ts';
import { contentAs } from '../flow.ts';
import { defaultFormat } from '../format.ts';
import { withParentheses } from '../parenthetical.ts';
import type { FountainElementExtras, FountainSourceExtras } from './extras.ts';
import type { FountainParts } from './fountainWriter.ts';
import { HiddenContent, hasSigns } from './hidden.ts';
import { allNotes } from './notes.ts';
import type { FountainReading, LineRange } from './reading.ts';
import { escapeSpeech } from './rules.ts';
import { writeTitlePage } from './titlePage.ts';
import type { TitlePageLines } from './titleReader.ts';
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
}

/** Return an element as it is stored: headings, cues and transitions are in capitals. */
export function storedElement(element: ScriptElement): ScriptElement {
  const { elementType, content } = element;
  if (!isUpperCased(elementType)) return element;
  const stored = contentAs(elementType, content);
  return stored === content ? element : { ...element, content: stored };
}

/** Store the lines of a file where they differ from ours, in the extras of elements and file. */
export function storeSpelling(reading: FountainReading, fountain: FountainSourceExtras): SpellingCounts {
  const { elements, ranges, titlePage, titleLines } = reading;
  const lines = originalLines(reading);
  const parts = ourParts(reading, lines, fountain);
  const counts: SpellingCounts = { blankLines: 0, breakNumbers: 0 };
  const hasPlainTitle = titleLines === null || isPlainTitle(reading.lines, titleLines);
  if (hasPlainTitle && titleLines) storeTitleEntries(lines, titleLines, titlePage, fountain);
  for (const [index, element] of elements.entries()) {
    const { from, to } = ranges[index] ?? { from: 0, to: 0 };
    const theirs = from === to ? (lines[from] ?? '') : lines.slice(from, to + 1).join('\n');
    const ours = parts.own[index] ?? '';
    if (ours !== theirs) extrasOf(element).own = { ours, theirs };
    if (index === 0 && !hasPlainTitle) continue;
    const start = index === 0 ? (titleLines?.end ?? 0) - 1 : (ranges[index - 1]?.to ?? 0);
    const ourGap = parts.gaps[index] ?? '';
    const isOneBlankLine = ourGap === '\n\n' && from === start + 2 && lines[start + 1] === '';
    if (isOneBlankLine || (ourGap === '\n' && from === start + 1)) continue;
    const gap = { ours: ourGap, theirs: gapBetween(lines, start, from) };
    countGap(gap.theirs, gap.ours, counts);
    if (gap.ours !== gap.theirs) extrasOf(element).gap = gap;
  }
  const end = { ours: parts.gaps.at(-1) ?? '', theirs: gapBetween(lines, ranges.at(-1)?.to ?? -1, null) };
  if (elements.length > 0 && end.ours !== end.theirs) fountain.end = end;
  return counts;
}

/** Write the script as ours. Most lines are known to be those of the file and are not computed. */
function ourParts(
  { elements, ranges, titlePage }: FountainReading,
  lines: readonly string[],
  fountain: FountainSourceExtras,
): FountainParts {
  const stored = elements.map(storedElement);
  const notes = allNotes(stored, { fountain }, []);
  const script = { titlePage, elements: stored, format: defaultFormat, notes, fountain };
  return writeParts(script, (index) => {
    const { from, to, isUnmarked } = ranges[index] as LineRange;
    const line = lines[from] as string;
    // The first line can be like a title page.
    return index > 0 && isUnmarked && from === to && isWrittenAs(stored, index, line) ? line : null;
  });
}

/** Return whether the writer would write this line, which has no mark, for an element. */
function isWrittenAs(elements: readonly ScriptElement[], index: number, line: string): boolean {
  const { elementType, content, dual, originalType, extras } = elements[index] as ScriptElement;
  if (content !== line || dual !== null || originalType !== null || extras !== null) return false;
  if (isDialogueType(elementType)) return escapeSpeech(line) === line;
  if (isParentheticalType(elementType)) return withParentheses(line) === line;
  return !isCueType(elementType) || isSpeechType(elements[index + 1]?.elementType);
}

function storeTitleEntries(
  lines: readonly string[],
  { entries }: TitlePageLines,
  titlePage: TitlePage,
  fountain: FountainSourceExtras,
): void {
  const titleEntries = entries.map(({ from, end }, index) =>
    // Blank lines above the title page belong to its first entry.
    lines.slice(index === 0 ? 0 : from, end).join('\n'),
  );
  if (titleEntries.join('\n') !== writeTitlePage(titlePage)) fountain.titleEntries = titleEntries;
}

/** Return whether only blank lines are above a title page, and no notes or cut passages in it. */
function isPlainTitle(lines: readonly string[], { from, end }: TitlePageLines): boolean {
  const isBlankAbove = lines.slice(0, from).every((line) => line.trim() === '');
  return isBlankAbove && !lines.slice(0, end).some(hasSigns);
}

/** Return the lines of a file as they were written, with notes and cut passages. */
function originalLines({ hidden, lines }: FountainReading): readonly string[] {
  if (hidden.rawNotes.length === 0 && hidden.cuts.length === 0 && !/\/\*|\[\[/.test(hidden.text))
    return lines;
  const content = new HiddenContent(hidden);
  return lines.map((line) => content.restore(line));
}

/** Return the text between two lines: -1 is the top of the file, null its end. */
function gapBetween(lines: readonly string[], start: number, end: number | null): string {
  const between = lines.slice(start + 1, end ?? lines.length);
  const before = start < 0 ? '' : '\n';
  if (end !== null) return before + between.map((line) => `${line}\n`).join('');
  return between.length === 0 ? '' : before + between.join('\n');
}

function countGap(theirs: string, ours: string, counts: SpellingCounts): void {
  if (theirs === ours) return;
  if (/^\s+$/.test(theirs) && /^\n+$/.test(ours))
    counts.blankLines += Math.max(0, theirs.split('\n').length - ours.split('\n').length);
  counts.breakNumbers += theirs.match(/^={3,}[ \t]*[^\s=]+[ \t]*={3,}[ \t]*$/gm)?.length ?? 0;
}

function extrasOf(element: ScriptElement): FountainElementExtras {
  const fountain: FountainElementExtras = element.extras?.fountain ?? {};
  element.extras = { ...element.extras, fountain };
  return fountain;
}
