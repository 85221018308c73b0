import type { Alignment } from './element.ts';
import type { PageLock } from './production/pageLock.ts';
import type { SceneLock } from './production/sceneLock.ts';
import type { Revisions } from './revisions/revisionSets.ts';
import type { RunningTexts, TitleSection } from './setText.ts';

export type Paper = 'letter' | 'a4';

/**
 * Paragraph style of one type. Inches count from the left edge of the paper, also for the right
 * edge of the text. spaceBefore is in lines of 12 points. Source: docs/format.md, "Styles".
 */
export interface ParagraphStyle {
  leftInches: number;
  rightInches: number;
  /**
   * Negative when the first line starts further left, as with the parenthesis of a parenthetical.
   */
  firstIndentInches: number;
  spaceBeforeLines: number;
  /** Line spacing: 1, 1.5 or 2. */
  spacing: number;
  alignment: Alignment;
  startsNewPage: boolean;
  /** FDX type name whose page-break rules apply. */
  paginateAs: string;
  isAllCaps: boolean;
  isBold: boolean;
  isItalic: boolean;
  isUnderlined: boolean;
  /** Font size; default 12. */
  sizePoints?: number | undefined;
}

/** Texts where a page ends or begins inside a scene. Each takes two lines of the page. */
export interface SceneContinueds {
  bottomText: string;
  topText: string;
  isBottomShown: boolean;
  isTopShown: boolean;
  /** Whether the top text counts the pages: "CONTINUED: (2)". */
  isNumbered: boolean;
}

/** Where scene numbers are printed, in inches from the left edge of the paper. */
export interface SceneNumberPlaces {
  /** Left edge of the left number. */
  leftInches: number;
  /** Right edge of the right number. */
  rightInches: number;
  isLeftShown: boolean;
  isRightShown: boolean;
}

/** Format of a whole script. */
export interface ScriptFormat {
  paper: Paper;
  topMarginPoints: number;
  bottomMarginPoints: number;
  headerMarginPoints: number;
  /** By FDX type name ("Scene Heading", "Action", …, "Shot", "New Act"). Other types use Action. */
  styles: Record<string, ParagraphStyle>;
  moreText: string;
  continuedText: string;
  /** Print (CONT'D) after a cue whose speaker also has the previous speech in the same scene. */
  continuesAutomatically: boolean;
  sceneNumbersShown: boolean;
  /** Default: none are printed. */
  sceneContinueds?: SceneContinueds | undefined;
  /** Default: on both sides, as in Final Draft's template. */
  sceneNumberPlaces?: SceneNumberPlaces | undefined;
  /** Headers and footers. Default: a page number at the top right of all pages but the first. */
  running?: RunningTexts | undefined;
  /** Distance from the footer to the paper edge. Default: half an inch. */
  footerMarginPoints?: number | undefined;
  /**
   * Hide Final Draft's outline paragraphs and notes on screen and in print. They take no space on
   * pages.
   */
  outlineHidden?: boolean | undefined;
  /** Set action and speeches in two columns (screenplay/layout/twoColumns.ts). */
  hasTwoColumns?: boolean | undefined;
  /**
   * Break lines at their exact width of 10 characters an inch, as Fade In does. Default: Final
   * Draft's rule.
   */
  hasExactLines?: boolean | undefined;
  /** Title pages as set in the file. Default: built from the title page fields. */
  titleSection?: TitleSection | undefined;
  /** Set while the pages are locked (docs/decisions/0109). */
  pageLock?: PageLock | undefined;
  /** Set while the scene numbers are locked (docs/decisions/0110). */
  sceneLock?: SceneLock | undefined;
  /** Set once the script has revisions (docs/decisions/0111). */
  revisions?: Revisions | undefined;
}

/** Settings of Final Draft's template. */
export const defaultSceneContinueds: SceneContinueds = {
  bottomText: '(CONTINUED)',
  topText: 'CONTINUED:',
  isBottomShown: false,
  isTopShown: false,
  isNumbered: false,
};

/** Scene numbers of Final Draft's template. Source: docs/format.md, "The page". */
export const defaultNumberPlaces: SceneNumberPlaces = {
  leftInches: 0.75,
  rightInches: 7.375,
  isLeftShown: true,
  isRightShown: true,
};

const plain: ParagraphStyle = {
  leftInches: 1.5,
  rightInches: 7.5,
  firstIndentInches: 0,
  spaceBeforeLines: 1,
  spacing: 1,
  alignment: 'Left',
  startsNewPage: false,
  paginateAs: 'Action',
  isAllCaps: false,
  isBold: false,
  isItalic: false,
  isUnderlined: false,
};

/**
 * Styles of Final Draft's default screenplay template, versions 9 to 13, as measured
 * (docs/format.md, "Styles").
 */
export const defaultStyles: Record<string, ParagraphStyle> = {
  General: { ...plain, spaceBeforeLines: 0, paginateAs: 'General' },
  'Scene Heading': { ...plain, spaceBeforeLines: 2, paginateAs: 'Scene Heading', isAllCaps: true },
  Action: plain,
  Character: { ...plain, leftInches: 3.5, rightInches: 7.25, paginateAs: 'Character', isAllCaps: true },
  Parenthetical: {
    ...plain,
    leftInches: 3,
    rightInches: 5.5,
    firstIndentInches: -0.1,
    spaceBeforeLines: 0,
    paginateAs: 'Parenthetical',
  },
  Dialogue: { ...plain, leftInches: 2.5, rightInches: 6, spaceBeforeLines: 0, paginateAs: 'Dialogue' },
  Transition: {
    ...plain,
    leftInches: 5.5,
    rightInches: 7.1,
    alignment: 'Right',
    paginateAs: 'Transition',
    isAllCaps: true,
  },
  Shot: { ...plain, paginateAs: 'Scene Heading', isAllCaps: true },
  'Cast List': { ...plain, spaceBeforeLines: 0, isAllCaps: true },
  'New Act': {
    ...plain,
    spaceBeforeLines: 0,
    alignment: 'Center',
    startsNewPage: true,
    paginateAs: 'General',
    isAllCaps: true,
    isUnderlined: true,
  },
  'End of Act': {
    ...plain,
    spaceBeforeLines: 2,
    alignment: 'Center',
    paginateAs: 'Character',
    isAllCaps: true,
    isUnderlined: true,
  },
};

/** Format of a new script: US Letter, Final Draft's default template. */
export const defaultFormat: ScriptFormat = {
  paper: 'letter',
  topMarginPoints: 72,
  bottomMarginPoints: 72,
  headerMarginPoints: 36,
  styles: defaultStyles,
  moreText: '(MORE)',
  continuedText: "(CONT'D)",
  continuesAutomatically: true,
  sceneNumbersShown: false,
};
