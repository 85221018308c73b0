import type { Alignment } from './element.ts';

/*
 * Text set outside of the script in a source file: title pages, headers and footers. Inches count
 * from the left edge of the paper; a line is 12 points.
 */

/** Fields of a header or footer. The label of the draft is preserved and not printed. */
export const textFields = [
  'page',
  'pages',
  'date',
  'file',
  'collatedRevisions',
  'activeRevisions',
  'lastRevised',
  'label',
] as const;
export type PrintedField = (typeof textFields)[number];

/** Text with one style. Missing properties are false. */
export interface SetRun {
  text: string;
  isBold?: true | undefined;
  isItalic?: true | undefined;
  isUnderlined?: true | undefined;
  isStruck?: true | undefined;
  isAllCaps?: true | undefined;
  /** Field to print instead of the text. */
  field?: PrintedField | undefined;
}

export interface TabStop {
  inches: number;
  type: 'Left' | 'Center' | 'Right';
}

export interface SetParagraph {
  runs: SetRun[];
  /** Missing if the file does not specify it; then left. */
  alignment?: Alignment | undefined;
  leftInches: number;
  /** Negative values count from the right edge of the paper. */
  rightInches: number;
  firstIndentInches: number;
  spaceBeforeLines: number;
  spacing: number;
  startsNewPage?: true | undefined;
  tabs?: TabStop[] | undefined;
}

/** Header or footer. */
export interface RunningText {
  paragraphs: SetParagraph[];
  isVisible: boolean;
  isOnFirstPage: boolean;
}

export interface RunningTexts {
  header: RunningText;
  footer: RunningText;
  /** Page number of the first page. */
  firstNumber: number;
}

/** Title pages as set in the source file. */
export interface TitleSection {
  paragraphs: SetParagraph[];
  running: RunningTexts | null;
}

/** Return the text of a paragraph; fields have no text. */
export function textOfSet({ runs }: SetParagraph): string {
  return runs.map(({ text, field }) => (field ? '' : text)).join('');
}

/** Paragraph layout of headers and footers in Final Draft's default template. */
export const defaultRunningLayout: Omit<SetParagraph, 'runs'> = {
  leftInches: 1.25,
  rightInches: 7.25,
  firstIndentInches: 0,
  spaceBeforeLines: 0,
  spacing: 1,
};

/** Default headers and footers: a page number at the top right of all pages but the first. */
export const defaultRunning: RunningTexts = {
  header: {
    paragraphs: [
      { ...defaultRunningLayout, alignment: 'Right', runs: [{ text: '', field: 'page' }, { text: '.' }] },
    ],
    isVisible: true,
    isOnFirstPage: false,
  },
  footer: { paragraphs: [], isVisible: false, isOnFirstPage: true },
  firstNumber: 1,
};
