import type { DualColumn, ScriptElement } from '../element.ts';
import type { ScriptFormat } from '../format.ts';
import type { LockedStart } from '../production/pageLock.ts';
import type { PageMark } from './blocks.ts';
import type { Line } from './lines.ts';
import type { Paragraphs } from './paragraphs.ts';

/** The part of one element that is on one page. */
export interface Piece {
  elementIndex: number;
  /** Slot of the first line: 0 is the first body line of the page. A slot is 12 points high. */
  slot: number;
  /** Slots per line: 1, 1.5, or 2 for double-spaced dialogue. So slot numbers may be fractions. */
  spacing: number;
  lines: Line[];
  column: DualColumn | null;
  /**
   * Cue that is repeated above the first line (slot - 1, which may be -1), such as "TOBIAS
   * (CONT'D)".
   */
  repeatedCue: string | null;
  /** Whether (MORE) is printed below the last line, even if that is one slot past the page. */
  hasMore: boolean;
  /** Whether this is a cue that prints the automatic (CONT'D) after its text. */
  isContinued: boolean;
}

/** Position at which a page begins. */
export interface PageStart {
  /** Index of the element with the first printed line. */
  elementIndex: number;
  /** Offset into its plain text: 0, or the position of a cut. */
  offset: number;
  /** How many of the element's blank paragraphs (extras.blanksBefore) are on earlier pages. */
  blanksSkipped: number;
}

/**
 * A script broken into pages by `paginate`, which can reuse unchanged pages of an earlier
 * pagination. `pages` always holds at least one page.
 */
export interface Pagination {
  readonly elements: readonly ScriptElement[];
  readonly format: ScriptFormat;
  /** Body lines of a full page: 54 on Letter, 58 on A4. */
  readonly linesPerPage: number;
  readonly pages: readonly PageStart[];
  /** Where the locked pages begin; null if the pages are not locked. */
  readonly lockedStarts: readonly LockedStart[] | null;
  /**
   * Parts shared with the earlier pagination that this one was made from: how many elements at
   * either end are the same objects, and the earlier list of elements.
   */
  readonly paragraphs: Paragraphs;
  readonly marks: readonly PageMark[];
  /**
   * Parts shared with the earlier pagination that this one was made from: how many elements at
   * either end are the same objects, and the earlier list of elements.
   */
  readonly reused: { head: number; tail: number; of: WeakRef<readonly ScriptElement[]> } | null;
}

/**
 * A piece of text at a position on the paper, in points from the top left corner; y is the base
 * line.
 */
export interface TextRun {
  text: string;
  xPoints: number;
  yPoints: number;
  isBold: boolean;
  isItalic: boolean;
  isUnderlined: boolean;
  isStruck?: true;
  /** The base direction of the paragraph is right to left: the first run of a line is its last. */
  isRightToLeft?: true;
  /** The line ends at the right edge of its column, also with letters narrower than cells. */
  isFlushRight?: true;
  /** Font size; 12 if absent. */
  sizePoints?: number;
  /**
   * White space of the text before this line, which is not drawn. Absent: one space before a line
   * that was wrapped, none before the first line.
   */
  spaceBefore?: string;
  role: 'text' | 'more' | 'continued' | 'page-number' | 'scene-number' | 'title-page';
  /** Index into the elements; null for page numbers and the title page. */
  elementIndex: number | null;
}
