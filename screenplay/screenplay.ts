import type { ElementType, ScriptElement, TitlePage } from './element.ts';
import type { ScriptFormat } from './format.ts';
import { maxCommentLength, truncateText } from './limits.ts';

/** A whole script in memory: what a parser gives and a writer takes. */
export interface Screenplay {
  titlePage: TitlePage;
  elements: ScriptElement[];
  format: ScriptFormat;
  /** Parts of the source file that no field holds, for that format's writer alone; null for a script of our own. */
  source: SourceExtras | null;
}

/** Opaque to everybody but the writer of the same format. Stored as projects.source_extras. */
export interface SourceExtras {
  fdx?: unknown;
  fountain?: unknown;
}

/** A note of the source file (FDX ScriptNote, Fountain [[note]]) that becomes a comment. */
export interface ScriptNote {
  /** Index into Screenplay.elements of the element it stands at; null for the script as a whole. */
  elementIndex: number | null;
  text: string;
  author: string | null;
}

/** A note in one text: "author: text". */
export function textWithAuthor({ text, author }: Pick<ScriptNote, 'text' | 'author'>): string {
  return author ? `${author}: ${text}` : text;
}

/** A note as it becomes a comment: as much of it as a comment holds. */
export function commentOf(note: Pick<ScriptNote, 'text' | 'author'>): string {
  return truncateText(textWithAuthor(note), maxCommentLength);
}

/** Most paragraphs of a file that is read; a long feature has 5,000. */
export const maxParagraphs = 100_000;
/** Most notes of a file that is read. */
export const maxNotes = 20_000;

/** What a reader of the import wants to know. */
export interface ImportReceipt {
  countsByType: Record<ElementType, number>;
  /** What the file had that is kept for export but not shown, such as "3 omitted scenes". */
  kept: string[];
  /** What looked uncertain, such as "Dialogue without a cue became action (2)". */
  uncertain: string[];
  /** What was longer than its field and was cut, with where, such as "2 notes were cut to 5,000 characters". */
  shortened: string[];
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

/** A file that cannot be read is a result, not an exception: users send bad files. */
export type ParseResult =
  | { ok: true; screenplay: Screenplay; notes: ScriptNote[]; receipt: ImportReceipt }
  | { ok: false; kind: ParseFailureKind; message: string; line: number | null; column: number | null };
