import type { XmlRun } from './xml.ts';
import type { Attribute } from './xmlParser.ts';

/**
 * What ScriptElement.extras.fdx holds: all that the source paragraph had and the writer would not make again
 * from the element alone. Plain data: it goes through JSON.
 */
export interface PreservedParagraph {
  /** The Type attribute where it is not the one the writer would choose; null for none. */
  type?: string | null;
  /** All attributes but Type and, on a heading, Number. */
  attributes?: Attribute[];
  /**
   * What the paragraph holds, in order: its runs, XML of anything else, and null for "the element's text, as
   * the writer writes it". Runs stay as they were read; the writer lays the text of now over them (keptRuns.ts).
   */
  children?: (XmlRun | string | null)[];
  /**
   * Where another element's text was put to it: which of the children are its own, from and before. Runs of plain text
   * have the attributes that the file gives every run.
   */
  own?: [from: number, end: number];
  /**
   * The children that its last texts had, where they are not those that were read, the newest first: the next edit
   * starts from them, and an undo finds them.
   */
  recent?: EditedText[];
  /** XML of the blank paragraphs before it; null for one the writer makes from extras.blanksBefore. */
  blanks?: (string | null)[];
  /** How many of those stand inside the dual dialogue that this element opens. */
  blanksInDual?: number;
  /** On the first element of a dual dialogue: what the file had around it. */
  dual?: PreservedDual;
  /** XML of foreign elements of Content that stand before the paragraph. */
  before?: string;
  /** Where an anchored note begins in it: the paragraph's own place, in characters of the script. */
  anchor?: PreservedPosition;
}

/** A text of a paragraph, and the children that it had. */
export interface EditedText {
  content: string;
  children: (XmlRun | string)[];
}

/** A paragraph's place in the script, in characters as anchored notes count: one more for each paragraph's end. */
export interface PreservedPosition {
  at: number;
  length: number;
}

/** The paragraph around a dual dialogue, and XML of what else stands in it: before and after the speeches. */
export interface PreservedDual {
  attributes: Attribute[];
  /** Beside the DualDialogue. */
  outside: [before: string, after: string];
  /** In the DualDialogue. */
  inside: [before: string, after: string];
}

/** What Screenplay.source.fdx holds. Plain data: it goes through JSON. */
export interface PreservedFile {
  /** Attributes of the root. */
  attributes: Attribute[];
  /** XML of the root's children but Content, in order. */
  parts: string[];
  /** How many of the parts stand before Content. */
  contentAt: number;
  contentAttributes: Attribute[];
  /** XML of what follows the last element in Content, such as blank paragraphs. */
  rest: string;
  /** Attributes that plain runs of this file carry, such as RevisionID="0" of Fade In. */
  runAttributes: Attribute[];
}
