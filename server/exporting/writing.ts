import type { JointCues } from '#screenplay/cast.ts';
import type { ScriptElement } from '#screenplay/element.ts';
import type { ExportFormat } from '#screenplay/exportFormats.ts';
import type { ScriptLanguage } from '#screenplay/language/scriptLanguage.ts';
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

export type WriterOrder = ExportOrder | PictureOrder | BoardOrder | ComparisonOrder;

function screenplayIn({ elements, script }: ExportOrder): Screenplay {
  return { ...script, elements: elements.flatMap((piece) => JSON.parse(piece) as ScriptElement[]) };
}

/** Write a script in the format of the order. Slow for long scripts and PDFs: use a thread. */
export function writeScript(order: ExportOrder): Promise<WrittenFile> {
  const { format, title, language, notes, modifiedAt, choice, joint } = order;
  const print = { ...(choice && { choice }), ...(joint && { joint }) };
  return writeScriptFile(format, { ...screenplayIn(order), title, language, notes, modifiedAt, ...print });
}

/** Writes files in worker threads. */
export type ScriptWriter = HeavyWork<WriterOrder, WrittenFile>;

export function scriptWriter(): ScriptWriter {
  return new HeavyWork(new URL('./write.worker.ts', import.meta.url));
}
