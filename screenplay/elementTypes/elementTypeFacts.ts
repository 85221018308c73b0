import type { ElementType } from '../element.ts';

/** Facts about one element type. `elementTypeTable` (table.ts) has them for all six. */
export interface ElementTypeFacts {
  /** Name shown to the user. */
  label: string;
  /**
   * Text of an element that was just created by the insert menu (docs/spec/script.md, decision
   * OQ-57).
   */
  placeholder: string;
  /** Name of the type in FDX files, and of its style. */
  fdxName: string;
  /** Class of the paragraph in the reading view (screenplay/reading.ts). */
  readingClass: string;
  /** Part of a script: a speech begins with its cue and goes on with text of the part "speech". */
  part: 'heading' | 'text' | 'cue' | 'speech' | 'transition';
  /** Whether text is in capitals: scene headings, cues and transitions (docs/spec/script.md). */
  isUpperCased: boolean;
  /** Whether spaces at the start of a paragraph in an FDX file are part of the text. */
  keepsLeadingSpaces: boolean;
  /** Whether the editor completes a line while it is typed (completion.ts). */
  isCompleted: boolean;
  /** Whether the text may mention characters by name (mentions.ts). */
  hasMentions: boolean;
  /** Kind of audio of an element (decision OQ-77). */
  audioKind: 'speech' | 'effect' | null;
  /** Setting of a table read that makes the narrator read the element; null if no setting does. */
  narratedBy: 'headings' | 'action' | null;
  /** Type of the line after an element of this type (docs/spec/script.md). */
  next: ElementType;
  /**
   * Type of the new line after Enter with Final Draft keys (decision OQ-58; docs/format.md,
   * "Keyboard flow").
   */
  finalDraftEnter: ElementType;
  /** Type of the line after Tab with Final Draft keys (the same sources). */
  finalDraftTab: ElementType;
}
