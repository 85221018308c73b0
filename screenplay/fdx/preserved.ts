import type { XmlRun } from './xml.ts';
import type { Attribute } from './xmlParser.ts';

/**
 * Type of `ScriptElement.extras.fdx`: everything in the source paragraph that the writer could not
 * create from the element alone. Plain data that survives JSON.
 */
export interface PreservedParagraph {
  /** The Type attribute if it is not the one that the writer would choose; null for none. */
  type?: string | null;
  /** All attributes except Type and, on a heading, Number. */
  attributes?: Attribute[];
  /**
   * Content of the paragraph in order: its runs, XML of anything else, and null for the element's
   * text as the writer creates it. Runs stay as they were read; the writer puts the current text
   * into them (preservedRuns.ts).
   */
  children?: (XmlRun | string | null)[];
  /**
   * Set when another element's text was joined to this one: the range of the children that are its
   * own. Runs of plain text then have the attributes that the file gives every run.
   */
  own?: [from: number, end: number];
  /**
   * Children for recent texts of the paragraph, newest first, if they differ from the original
   * ones. The next edit starts from them, and an undo finds them.
   */
  recent?: EditedText[];
  /**
   * XML of the blank paragraphs before it; null for one that the writer creates from
   * extras.blanksBefore.
   */
  blanks?: (string | null)[];
  /** How many of those are inside the dual dialogue that this element opens. */
  blanksInDual?: number;
  /** The surroundings of a dual dialogue in the file, on its first element. */
  dual?: PreservedDual;
  /** XML of foreign elements of Content before the paragraph. */
  before?: string;
  /**
   * Position of the paragraph in its file, in characters of the script. Set in a file that has
   * positions of notes or of deleted text.
   */
  anchor?: PreservedPosition & {
    /** Text of the paragraph in the file, if one of the positions is inside of it. */
    text?: string;
  };
}

/** A text of a paragraph with its children. */
export interface EditedText {
  content: string;
  children: (XmlRun | string)[];
}

/**
 * Position of a paragraph, in characters of the script as anchored notes count them: one more for
 * the end of each paragraph. A dual dialogue counts as one paragraph of `dualLength` characters,
 * without its speeches.
 */
export interface PreservedPosition {
  at: number;
  length: number;
}

/** Length of a dual dialogue in characters of the script. Source: docs/format.md, "FDX". */
export const dualLength = 2;

/**
 * The paragraph around a dual dialogue, and XML of its other content before and after the speeches.
 */
export interface PreservedDual {
  attributes: Attribute[];
  /** Next to the DualDialogue element. */
  outside: [before: string, after: string];
  /** Inside the DualDialogue element. */
  inside: [before: string, after: string];
}

/** Type of `Screenplay.source.fdx`. Plain data that survives JSON. */
export interface PreservedFile {
  /** Attributes of the root. */
  attributes: Attribute[];
  /** XML of the root's children except Content, in order. */
  parts: string[];
  /** Number of parts before Content. */
  contentAt: number;
  contentAttributes: Attribute[];
  /** XML after the last element in Content, such as blank paragraphs. */
  rest: string;
  /** Set if all paragraphs have their `anchor`. Files that were imported earlier lack it. */
  isAnchored?: true;
  /** Attributes of plain runs in this file, such as RevisionID="0" of Fade In. */
  runAttributes: Attribute[];
}
