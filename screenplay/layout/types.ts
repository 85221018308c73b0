import type { DualColumn, ScriptElement } from '../element.ts';
import type { ScriptFormat } from '../format.ts';
import type { PageMark } from './blocks.ts';
import type { Line } from './lines.ts';
import type { Paragraphs } from './paragraphs.ts';

/** The part of one element that stands on one page. */
export interface Piece {
  elementIndex: number;
  /** Slot of its first line: 0 is the first body line of the page; slots are 12 points high. */
  slot: number;
  /** Slots that one line takes: 1, 1.5, or 2 for double-spaced dialogue. Slots may so be fractions. */
  spacing: number;
  lines: Line[];
  column: DualColumn | null;
  /** The cue that is repeated above the first line (slot - 1, which may be -1), such as "TOBIAS (CONT'D)". */
  repeatedCue: string | null;
  /** (MORE) stands below the last line, even where that is one slot past the page. */
  hasMore: boolean;
  /** A cue that prints the automatic (CONT'D) after its text. */
  isContinued: boolean;
}

/** Where a page begins. */
export interface PageStart {
  /** Index of the element with the first printed line. */
  elementIndex: number;
  /** Offset into its plain text: 0, or where a split put the rest. */
  offset: number;
  /** How many of the element's blank paragraphs (extras.blanksBefore) stand on earlier pages. */
  blanksSkipped: number;
}

/**
 * A script broken into pages. Made by `paginate`, which can also start from an earlier one and then does
 * only the pages that changed. `pages` always holds at least one page.
 */
export interface Pagination {
  readonly elements: readonly ScriptElement[];
  readonly format: ScriptFormat;
  /** Body lines of a full page: 54 on Letter, 58 on A4. */
  readonly linesPerPage: number;
  readonly pages: readonly PageStart[];
  /** For this folder alone: what every paragraph measures, and for each page what it took to find its end. */
  readonly paragraphs: Paragraphs;
  readonly marks: readonly PageMark[];
  /**
   * What it has in common with the one that it was made from: how many elements at either end are the same objects, and
   * the list that they were in.
   */
  readonly kept: { head: number; tail: number; of: WeakRef<readonly ScriptElement[]> } | null;
}

/** A stretch of text at a place on the paper; points from the top left corner, y of the base line. */
export interface TextRun {
  text: string;
  xPoints: number;
  yPoints: number;
  isBold: boolean;
  isItalic: boolean;
  isUnderlined: boolean;
  isStruck?: true;
  /** Size of the type; absent: 12. */
  sizePoints?: number;
  role: 'text' | 'more' | 'continued' | 'page-number' | 'scene-number' | 'title-page';
  /** Index into the elements; null for page numbers and the title page. */
  elementIndex: number | null;
}
