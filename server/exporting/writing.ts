import type { JointCues } from '#screenplay/cast.ts';
import type { ScriptElement } from '#screenplay/element.ts';
import type { ExportFormat } from '#screenplay/exportFormats.ts';
import { exportLosses } from '#screenplay/exportLosses.ts';
import { detectLanguage } from '#screenplay/language/detectLanguage.ts';
import type { ScriptLanguage } from '#screenplay/language/scriptLanguage.ts';
import type { PrintChoice } from '#screenplay/printing/printChoice.ts';
import type { Screenplay, ScriptNote } from '#screenplay/screenplay.ts';
import { HeavyWork } from '#server/lib/heavyWork.ts';
import { fileWriters } from './fileWriters.ts';
import type { ComparisonInput } from './pdf/makeComparisonPdf.ts';
import type { BoardFrame, BoardInput } from './storyboard/makeBoardPdf.ts';

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

/** A written file. */
export interface WrittenFile {
  bytes: Uint8Array<ArrayBuffer>;
  /** Content of the script that the file does not hold, as texts for the user. */
  losses: string[];
}

/** Write a script in the format of the order. Slow for long scripts and PDFs: use a thread. */
export async function writeScript(order: ExportOrder): Promise<WrittenFile> {
  const { title, format, notes, modifiedAt } = order;
  const screenplay = screenplayIn(order);
  const language = order.language ?? detectLanguage(screenplay.elements.map(({ content }) => content));
  const { choice, joint } = order;
  const print = { ...(choice && { choice }), ...(joint && { joint }) };
  const script = { ...screenplay, title, language, notes, modifiedAt, ...print };
  const written = await fileWriters[format](script);
  // Copy the bytes: a small file may be part of Node's shared buffer pool, which cannot be
  // transferred.
  const bytes = new Uint8Array(typeof written === 'string' ? new TextEncoder().encode(written) : written);
  return { bytes, losses: exportLosses(format, script) };
}

/** Writes files in worker threads. */
export type ScriptWriter = HeavyWork<WriterOrder, WrittenFile>;

export function scriptWriter(): ScriptWriter {
  return new HeavyWork(new URL('./write.worker.ts', import.meta.url));
}
