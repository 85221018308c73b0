import type { ImportReceipt } from '../screenplay.ts';
import type { SpellingCounts } from './spelling.ts';

/** Counts of what was read from the lines of a file. */
export interface LineCounts {
  byType: ImportReceipt['countsByType'];
  sections: number;
  cuts: number;
  loneDuals: number;
  hasOpenCut: boolean;
  /** Headings and transitions that are known by words of other languages. */
  foreignLines: number;
  /** Cues in writing systems without capitals that have no mark. */
  caselessCues: number;
  /** Transitions directly above a heading. */
  unspacedTransitions: number;
  isSingleSpaced: boolean;
}

/** Create the import report. */
export function fountainReceipt(counts: LineCounts, spelling: SpellingCounts | null): ImportReceipt {
  const kept: string[] = [];
  if (counts.sections > 0)
    kept.push(formatCount(counts.sections, 'section or synopsis', 'sections and synopses'));
  if (counts.cuts > 0) kept.push(formatCount(counts.cuts, 'cut passage', 'cut passages'));
  if (spelling && spelling.blankLines > 0)
    kept.push(formatCount(spelling.blankLines, 'additional blank line', 'additional blank lines'));
  if (spelling && spelling.breakNumbers > 0)
    kept.push(
      formatCount(spelling.breakNumbers, 'page number of a page break', 'page numbers of page breaks'),
    );
  const uncertain: string[] = [];
  if (counts.isSingleSpaced)
    uncertain.push(
      'The file has no blank lines; headings, cues and transitions were recognised by their words, so action after a speech may be part of it',
    );
  if (counts.unspacedTransitions > 0)
    uncertain.push(
      `A line ending in “TO:” directly above a heading became a transition (${counts.unspacedTransitions})`,
    );
  if (counts.hasOpenCut) uncertain.push('A “/*” without an end was read as text');
  if (counts.loneDuals > 0) {
    uncertain.push(`Dual dialogue without a speech before it became a plain speech (${counts.loneDuals})`);
  }
  if (counts.foreignLines > 0) {
    const lines = formatCount(
      counts.foreignLines,
      'line was read as a scene heading or transition',
      'lines were read as scene headings or transitions',
    );
    uncertain.push(`${lines} by words of other languages than English`);
  }
  if (counts.caselessCues > 0) {
    const names = formatCount(
      counts.caselessCues,
      'name without capitals was read as a cue',
      'names without capitals were read as cues',
    );
    uncertain.push(`${names} by position`);
  }
  const shortened: string[] = [];
  if (spelling && spelling.tooLong > 0) {
    const passages = formatCount(spelling.tooLong, 'passage was', 'passages were');
    shortened.push(`${passages} too long to preserve the blank lines and marks as written`);
  }
  return { countsByType: counts.byType, kept, uncertain, shortened };
}

function formatCount(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
