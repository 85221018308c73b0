import type { Alignment } from './element.ts';

/*
 * Text as a file sets it outside of the script: title pages, headers and footers. Inches count from the left edge of
 * the paper, lines are 12 points.
 */

/** What a field of a header or footer prints. */
export const textFields = ['page', 'pages', 'date', 'file'] as const;
export type PrintedField = (typeof textFields)[number];

/** Text of one style; absent is plain. */
export interface SetRun {
  text: string;
  isBold?: true | undefined;
  isItalic?: true | undefined;
  isUnderlined?: true | undefined;
  isStruck?: true | undefined;
  isAllCaps?: true | undefined;
  /** Prints this instead of its text. */
  field?: PrintedField | undefined;
}

export interface TabStop {
  inches: number;
  type: 'Left' | 'Center' | 'Right';
}

export interface SetParagraph {
  runs: SetRun[];
  /** Absent where the file says nothing: to the left. */
  alignment?: Alignment | undefined;
  leftInches: number;
  /** Negative: from the right edge of the paper. */
  rightInches: number;
  firstIndentInches: number;
  spaceBeforeLines: number;
  spacing: number;
  startsNewPage?: true | undefined;
  tabs?: TabStop[] | undefined;
}

/** A header or a footer. */
export interface RunningText {
  paragraphs: SetParagraph[];
  isVisible: boolean;
  isOnFirstPage: boolean;
}

export interface RunningTexts {
  header: RunningText;
  footer: RunningText;
  /** What the first page is numbered. */
  firstNumber: number;
}

/** The title pages of a file, as their writer set them. */
export interface TitleSection {
  paragraphs: SetParagraph[];
  running: RunningTexts | null;
}

/** The text of a paragraph; a field has none. */
export function textOfSet({ runs }: SetParagraph): string {
  return runs.map(({ text, field }) => (field ? '' : text)).join('');
}

/** How Final Draft's default sets a header or footer. */
export const runningPlace: Omit<SetParagraph, 'runs'> = {
  leftInches: 1.25,
  rightInches: 7.25,
  firstIndentInches: 0,
  spaceBeforeLines: 0,
  spacing: 1,
};

/** A page number at the top right of all pages but the first. */
export const defaultRunning: RunningTexts = {
  header: {
    paragraphs: [{ ...runningPlace, alignment: 'Right', runs: [{ text: '', field: 'page' }, { text: '.' }] }],
    isVisible: true,
    isOnFirstPage: false,
  },
  footer: { paragraphs: [], isVisible: false, isOnFirstPage: true },
  firstNumber: 1,
};
