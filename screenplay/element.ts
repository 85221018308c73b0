import type { StyledText } from './emphasis.ts';

/**
 * The six element types of a screenplay, in the order in which Tab cycles them (docs/spec/script.md).
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

/** The order of the insert menu, which differs from the Tab order (docs/spec/script.md, decision OQ-58). */
export const insertMenuTypes = [
  'scene_heading',
  'action',
  'character',
  'parenthetical',
  'dialogue',
  'transition',
] as const satisfies readonly ElementType[];

export const elementLabels: Record<ElementType, string> = {
  scene_heading: 'Scene Heading',
  action: 'Action',
  character: 'Character',
  dialogue: 'Dialogue',
  parenthetical: 'Parenthetical',
  transition: 'Transition',
};

/** Text of an element that the insert menu has just made (docs/spec/script.md, decision OQ-57). */
export const placeholders: Record<ElementType, string> = {
  scene_heading: 'NEW SCENE',
  action: 'New action...',
  character: 'CHARACTER NAME',
  dialogue: 'New dialogue...',
  parenthetical: '(...)',
  transition: 'CUT TO:',
};

/** Scene headings and cues are kept in capitals, as typed or edited (docs/spec/script.md). */
export function isUpperCased(type: ElementType): boolean {
  return type === 'scene_heading' || type === 'character';
}

/** Which column of a dual dialogue an element stands in. A block is a run of lefts followed by a run of rights. */
export type DualColumn = 'left' | 'right';

export type Alignment = 'Left' | 'Center' | 'Right' | 'Full';

/**
 * Where one paragraph departs from the style of its type. Inches count from the left edge of the paper,
 * lines are 12 points. Source: FDX Paragraph attributes (docs/format.md).
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

/** A paragraph without text that the source file had: it prints as an empty line. */
export interface BlankParagraph {
  /** FDX type name, whose style gives the space before it. */
  type: string;
  layout?: LayoutOverride;
}

/** What an element carries beyond its text; kept for layout and for export. */
export interface ElementExtras {
  layout?: LayoutOverride;
  /** Empty paragraphs of the source that stand before this element. */
  blanksBefore?: BlankParagraph[];
  /** Which piece of a longer paragraph of the source it is; the writers make one paragraph of them again. */
  piece?: ParagraphPiece;
  /** For the FDX writer alone; nobody else reads it. Not sent to browsers. */
  fdx?: unknown;
  /** For the Fountain writer alone; nobody else reads it. Not sent to browsers. */
  fountain?: unknown;
}

/** One element as the pure folder sees it. Database rows and API answers have these fields and more. */
export interface ScriptElement {
  elementType: ElementType;
  /** The text, with Fountain emphasis marks (emphasis.ts). Line feeds are the writer's own line breaks. */
  content: string;
  dual: DualColumn | null;
  /** The FDX type name where the element came in as another than the six, such as "Shot" or "New Act". */
  originalType: string | null;
  extras: ElementExtras | null;
  /** The number to print beside a heading, such as "12A". Rows keep it as scenes.displayNumber. */
  sceneNumber?: string | null;
}

/** What stands on the title page. Several lines are separated by line feeds; "" where there is nothing. */
export interface TitlePage {
  title: string;
  credit: string;
  author: string;
  source: string;
  draftDate: string;
  contact: string;
  copyright: string;
  notes: string;
  /** Keys that are none of the above, in file order. */
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

/** Which piece of a paragraph an element is; kept in its extras. */
export interface ParagraphPiece {
  /** Shared by the pieces of one paragraph, and by no other of the script. */
  paragraph: number;
  /** 0 to n-1. */
  part: number;
  /** What stood between it and the piece before it. */
  gap: StyledText;
}
