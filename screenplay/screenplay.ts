import type { ElementType, ScriptElement, TitlePage } from './element.ts';
import type { ScriptFormat } from './format.ts';
import type { ScriptLanguage } from './language/scriptLanguage.ts';
import { maxCommentLength, truncateText } from './limits.ts';

/** Whole script in memory, as parsers return it and writers take it. */
export interface Screenplay {
  titlePage: TitlePage;
  elements: ScriptElement[];
  format: ScriptFormat;
  /** Language that was detected on import; missing for English and files that set their pages. */
  language?: ScriptLanguage;
  /**
   * Preserved content of the source file, used by the writer of the same format; null for a script
   * created here.
   */
  source: SourceExtras | null;
}

/**
 * Preserved content, opaque except to the writer of the same format. Stored as
 * projects.source_extras.
 */
export interface SourceExtras {
  fdx?: unknown;
  fountain?: unknown;
}

/** Note of the source file (FDX ScriptNote, Fountain [[note]]). It becomes a comment. */
export interface ScriptNote {
  /** Index into Screenplay.elements; null for a note on the whole script. */
  elementIndex: number | null;
  text: string;
  author: string | null;
}

/** Format a note as one text: "author: text". */
export function textWithAuthor({ text, author }: Pick<ScriptNote, 'text' | 'author'>): string {
  return author ? `${author}: ${text}` : text;
}

/** Return the comment text of a note, truncated to the maximum length of comments. */
export function commentOf(note: Pick<ScriptNote, 'text' | 'author'>): string {
  return truncateText(textWithAuthor(note), maxCommentLength);
}

/** Maximum number of paragraphs of an imported file; a long feature has 5,000. */
export const maxParagraphs = 100_000;
/** Maximum number of notes of an imported file. */
export const maxNotes = 20_000;

/** Import report shown to the user. */
export interface ImportReceipt {
  countsByType: Record<ElementType, number>;
  /** Content preserved for export but not shown, such as "3 omitted scenes". */
  kept: string[];
  /** Uncertain interpretations, such as "Dialogue without a cue became action (2)". */
  uncertain: string[];
  /** Fields that were truncated, such as "2 notes were cut to 5,000 characters". */
  shortened: string[];
  /** Places of a print that were read with doubt. */
  places?: UncertainPlace[] | undefined;
}

/** Place of a print, with the lines of its page around it. */
export interface UncertainPlace {
  /** Reason of the doubt, such as "a cue with lower-case letters". */
  reason: string;
  /** Number of the page in the file, from 1. */
  page: number;
  /** Lines as they are printed, with their indents. */
  excerpt: string;
}

export type ParseFailureKind =
  | 'empty'
  | 'not-xml'
  | 'not-fdx'
  | 'malformed-xml'
  | 'encoding'
  | 'unsafe-xml'
  | 'too-deep'
  | 'no-content'
  | 'too-large';

/** A file that cannot be read, with its reason and, where known, the place in it. */
export interface ParseFailure {
  ok: false;
  kind: ParseFailureKind;
  message: string;
  line: number | null;
  column: number | null;
}

/**
 * Parser result. A file that cannot be read is a result and not an exception, since users upload
 * bad files.
 */
export type ParseResult =
  | { ok: true; screenplay: Screenplay; notes: ScriptNote[]; receipt: ImportReceipt }
  | ParseFailure;
