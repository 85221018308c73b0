import type { ScriptElement } from '#screenplay/element.ts';
import { withSynopses } from '#screenplay/fdx/summaries.ts';
import { writeFdx } from '#screenplay/fdx/write.ts';
import { writeFountain } from '#screenplay/fountain/write.ts';
import type { Screenplay, ScriptNote } from '#screenplay/screenplay.ts';
import { HeavyWork } from '#server/lib/heavyWork.ts';
import type { BoardFrame, BoardInput } from './storyboard/makeBoardPdf.ts';

export type ExportFormat = 'pdf' | 'fdx' | 'fountain';

/** A script to be written as a file. */
export interface ExportOrder {
  format: ExportFormat;
  /** Name of the project. */
  title: string;
  /** Elements as JSON in batches. The worker thread parses them. */
  elements: readonly string[];
  script: Omit<Screenplay, 'elements'>;
  notes: readonly ScriptNote[];
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

export type WriterOrder = ExportOrder | PictureOrder | BoardOrder;

export function screenplayIn({ elements, script }: ExportOrder): Screenplay {
  return { ...script, elements: elements.flatMap((piece) => JSON.parse(piece) as ScriptElement[]) };
}

/**
 * Write a text format. PDFs are made only in a worker thread, because they take long and need much
 * memory.
 */
export function textFile(order: ExportOrder): Uint8Array<ArrayBuffer> {
  const screenplay = screenplayIn(order);
  const text =
    order.format === 'fdx'
      ? writeFdx(screenplay, order.notes)
      : writeFountain(withSynopses(screenplay), order.notes);
  return new TextEncoder().encode(text);
}

/** Writes files in worker threads. */
export type ScriptWriter = HeavyWork<WriterOrder, Uint8Array<ArrayBuffer>>;

export function scriptWriter(): ScriptWriter {
  return new HeavyWork(new URL('./write.worker.ts', import.meta.url));
}
