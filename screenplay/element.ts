import type { StyledText } from './emphasis.ts';
import type { RevisedText } from './revisions/revisedText.ts';

/**
 * Element types of a screenplay, in the order in which Tab cycles through them
 * (docs/spec/script.md).
 */
export const elementTypes = [
  'scene_heading',
  'action',
  'character',
  'dialogue',
  'parenthetical',
  'transition',
] as const;

export type ElementType = (typeof elementTypes)[number];

/** Type of text whose type is not known or not chosen yet. */
export const plainTextType = 'action' satisfies ElementType;

/**
 * Order of the insert menu, which differs from the Tab order (docs/spec/script.md, decision OQ-58).
 */
export const insertMenuTypes = [
  'scene_heading',
  'action',
  'character',
  'parenthetical',
  'dialogue',
  'transition',
] as const satisfies readonly ElementType[];

/**
 * Column of an element in a dual dialogue. A block is a run of left elements followed by a run of
 * right ones.
 */
export type DualColumn = 'left' | 'right';

export type Alignment = 'Left' | 'Center' | 'Right' | 'Full';

/**
 * Differences of one paragraph from the style of its type. Inches count from the left edge of the
 * paper; a line is 12 points. Source: FDX Paragraph attributes (docs/format.md).
 */
export interface LayoutOverride {
  leftInches?: number;
  rightInches?: number;
  firstIndentInches?: number;
  spaceBeforeLines?: number;
  /** Line spacing: 1, 1.5 or 2. */
  spacing?: number;
  alignment?: Alignment;
  startsNewPage?: boolean;
}

/** Paragraph without text in the source file. It prints as an empty line. */
export interface BlankParagraph {
  /** FDX type name. Its style defines the space before the line. */
  type: string;
  layout?: LayoutOverride;
}

/** Position of an element among the locked pages, at the time when they were locked. */
export interface LockedPlace {
  /** `PageLock.id`. */
  lock: number;
  /** Index of the element in the script. */
  order: number;
  /** Index of the page on which the element begins, with its blank paragraphs. */
  page: number;
  /** Pages that begin inside the element, with the offset of `LockedStart`. */
  starts?: [page: number, at: number][];
  /** Plain text of the element at that time, if a page begins in it. */
  text?: string;
}

/** Element of an omitted scene. */
export interface OmittedElement extends Pick<ScriptElement, 'elementType' | 'content'> {
  /** Id of the deleted element; missing for text of a file. */
  id?: number | undefined;
  dual?: DualColumn | undefined;
}

/** Text of a scene that is omitted, on its heading, which reads OMITTED. */
export interface OmittedScene {
  /** Text of the heading before. */
  heading: string;
  elements: OmittedElement[];
  /** Set if a file had the scene omitted. Its writer then writes it as it was. */
  isOfFile?: true | undefined;
}

/** Data of an element beyond its text, used for layout and export. */
export interface ElementExtras {
  layout?: LayoutOverride;
  /** Empty paragraphs of the source before this element. */
  blanksBefore?: BlankParagraph[];
  /** Set on the heading of an omitted scene; null after the scene was restored. */
  omitted?: OmittedScene | null;
  /** Where the element was when the pages were locked (docs/decisions/0109). */
  lockedPlace?: LockedPlace;
  /** Earlier text with its marks, since a revision changed it (docs/decisions/0111). */
  revised?: RevisedText | undefined;
  /** Number to print next to a shot, such as "12A". Headings have theirs in `sceneNumber`. */
  number?: string;
  /** Set for a piece of a longer source paragraph. The file writers join the pieces again. */
  piece?: ParagraphPiece;
  /** Data of the FDX writer, opaque to all other code. Not sent to browsers. */
  fdx?: unknown;
  /** Data of the Fountain writer, opaque to all other code. Not sent to browsers. */
  fountain?: unknown;
}

/** Element as used in screenplay/. Database rows and API responses have these fields and more. */
export interface ScriptElement {
  elementType: ElementType;
  /**
   * Text with Fountain emphasis marks (emphasis.ts). Line feeds are line breaks typed by the
   * writer.
   */
  content: string;
  /** Text as typed, where it differs from its content in capitals (typedLetters.ts). */
  typedContent?: string | null | undefined;
  dual: DualColumn | null;
  /**
   * FDX type name of an imported element that is not one of the six types, such as "Shot" or "New
   * Act".
   */
  originalType: string | null;
  extras: ElementExtras | null;
  /** Number to print next to a heading, such as "12A". Stored as scenes.displayNumber. */
  sceneNumber?: string | null;
}

/** Title page fields. Lines are separated by line feeds; an empty field is "". */
export interface TitlePage {
  title: string;
  credit: string;
  author: string;
  source: string;
  draftDate: string;
  contact: string;
  copyright: string;
  notes: string;
  /** Other keys, in file order. */
  more: { key: string; value: string }[];
}

export const emptyTitlePage: TitlePage = {
  title: '',
  credit: '',
  author: '',
  source: '',
  draftDate: '',
  contact: '',
  copyright: '',
  notes: '',
  more: [],
};

/**
 * Piece of a source paragraph that was split into several elements. Stored in the element's extras.
 */
export interface ParagraphPiece {
  /** Identifies the paragraph within the script; all its pieces share the value. */
  paragraph: number;
  /** Index of the piece, from 0. */
  part: number;
  /** White space between this piece and the previous one. */
  gap: StyledText;
}
