import type { ImportReceipt, ParseResult } from '#screenplay/screenplay.ts';
import { HeavyWork } from '#server/lib/heavyWork.ts';
import { type PreparedImport, preparedImport } from './prepare.ts';
import { parseScriptFile } from './readScript.ts';

/** An uploaded file. */
export interface ReadOrder {
  fileName: string;
  chunks: readonly Uint8Array[];
}

export type ReadAnswer =
  | Extract<ParseResult, { ok: false }>
  | { ok: true; title: string; receipt: ImportReceipt; prepared: PreparedImport };

/** Parse a file and prepare it for storing. Blocks, so call it in a thread for large files. */
export function readAndPrepare({ fileName, chunks }: ReadOrder): ReadAnswer {
  const result = parseScriptFile(fileName, chunks);
  if (!result.ok) return result;
  const { screenplay, notes, receipt } = result;
  return {
    ok: true,
    title: screenplay.titlePage.title,
    receipt,
    prepared: preparedImport(screenplay, notes),
  };
}

/** Parses files in separate threads. */
export type ScriptReader = HeavyWork<ReadOrder, ReadAnswer>;

export function scriptReader(): ScriptReader {
  return new HeavyWork(new URL('./read.worker.ts', import.meta.url));
}
