import type { JointCues } from '#screenplay/cast.ts';
import type { ScriptElement } from '#screenplay/element.ts';
import type { ExportFormat } from '#screenplay/exportFormats.ts';
import type { ScriptFormat } from '#screenplay/format.ts';
import { visibleElements } from '#screenplay/hidden.ts';
import type { ChangeMemo, IssuedScript } from '#screenplay/issuing/changeMemo.ts';
import { changeMemoOf } from '#screenplay/issuing/compareIssues.ts';
import { issuedScriptOf } from '#screenplay/issuing/issuedScript.ts';
import type { IssuePrint } from '#screenplay/issuing/issuePrint.ts';
import type { ScriptLanguage } from '#screenplay/language/scriptLanguage.ts';
import { paginate } from '#screenplay/layout/paginate.ts';
import type { PrintChoice } from '#screenplay/printing/printChoice.ts';
import type { Screenplay, ScriptNote } from '#screenplay/screenplay.ts';
import { HeavyWork } from '#server/lib/heavyWork.ts';
import type { ComparisonInput } from './pdf/makeComparisonPdf.ts';
import type { BoardFrame, BoardInput } from './storyboard/makeBoardPdf.ts';
import { type WrittenFile, writeScriptFile } from './writeScriptFile.ts';

/** A script to be written as a file. */
export interface ExportOrder {
  format: ExportFormat;
  /** Name of the project. */
  title: string;
  /** Elements as JSON in batches. The worker thread parses them. */
  elements: readonly string[];
  script: Omit<Screenplay, 'elements'>;
  notes: readonly ScriptNote[];
  /** Language of the script; null: as its words tell. */
  language: ScriptLanguage | null;
  /** Time of the last change of the project. */
  modifiedAt: Date;
  /** Choice of what a PDF prints. Missing: the whole script. */
  choice?: PrintChoice;
  joint?: JointCues;
  /** Which part of an issue a PDF prints. */
  issue?: IssuePrint;
}

/** A script whose changes since the issue before are to be found. */
export interface IssueOrder {
  format: 'issue';
  /** Elements as JSON in batches. */
  elements: readonly string[];
  scriptFormat: ScriptFormat;
  /** Null: it is the first issue. */
  previous: IssuedScript | null;
}

/** A stored picture to be converted to a JPEG of at most `maxWidth`. */
export interface PictureOrder {
  format: 'picture';
  bytes: Uint8Array;
  maxWidth: number;
}

/** A storyboard to be written as a PDF. Pictures are SVG or JPEG. */
export interface BoardOrder extends Omit<BoardInput, 'frames'> {
  format: 'storyboard';
  frames: readonly (Omit<BoardFrame, 'picture'> & { picture: Uint8Array<ArrayBuffer> | null })[];
}

/** Two drafts to be written as one marked script in a PDF. */
export interface ComparisonOrder extends ComparisonInput {
  format: 'comparison';
}

export type WriterOrder = ExportOrder | IssueOrder | PictureOrder | BoardOrder | ComparisonOrder;

function screenplayIn({ elements, script }: ExportOrder): Screenplay {
  return { ...script, elements: elements.flatMap((piece) => JSON.parse(piece) as ScriptElement[]) };
}

/** Write a script in the format of the order. Slow for long scripts and PDFs: use a thread. */
export function writeScript(order: ExportOrder): Promise<WrittenFile> {
  const { format, title, language, notes, modifiedAt, choice, joint, issue } = order;
  const print = { ...(choice && { choice }), ...(joint && { joint }), ...(issue && { issue }) };
  return writeScriptFile(format, { ...screenplayIn(order), title, language, notes, modifiedAt, ...print });
}

/** Changes of a script since the issue before, and its pages and scenes. */
export interface FoundChanges extends IssuedScript {
  memo: ChangeMemo;
}

/** Find the changes of a script, as JSON. Slow for long scripts: use a thread. */
export function findChanges({ elements, scriptFormat, previous }: IssueOrder): WrittenFile {
  const all = elements.flatMap((piece) => JSON.parse(piece) as ScriptElement[]);
  const pagination = paginate(visibleElements(all, scriptFormat), scriptFormat);
  const issued = issuedScriptOf(pagination);
  const found: FoundChanges = { ...issued, memo: changeMemoOf(pagination, issued, previous) };
  return { bytes: new Uint8Array(new TextEncoder().encode(JSON.stringify(found))), losses: [] };
}

/** Read the result of `findChanges`. */
export function readChanges({ bytes }: WrittenFile): FoundChanges {
  return JSON.parse(new TextDecoder().decode(bytes)) as FoundChanges;
}

/** Writes files in worker threads. */
export type ScriptWriter = HeavyWork<WriterOrder, WrittenFile>;

export function scriptWriter(): ScriptWriter {
  return new HeavyWork(new URL('./write.worker.ts', import.meta.url));
}
