import type { FileFormat } from '#screenplay/fileFormats.ts';
import type { ImportReceipt, ParseResult } from '#screenplay/screenplay.ts';
import { HeavyWork, largeScript } from '#server/lib/heavyWork.ts';
import { type PreparedImport, preparedImport } from './prepare.ts';
import { readScriptFile } from './readScript.ts';

/** An uploaded file. */
export interface ReadOrder {
  fileName: string;
  chunks: readonly Uint8Array[];
}

export type ReadAnswer =
  | (Extract<ParseResult, { ok: false }> & { format: FileFormat })
  | { ok: true; title: string; receipt: ImportReceipt; prepared: PreparedImport };

/** Parse a file and prepare it for storing. Blocks, so call it in a thread for large files. */
export async function readAndPrepare({ fileName, chunks }: ReadOrder): Promise<ReadAnswer> {
  const result = await readScriptFile(fileName, chunks);
  if (!result.ok) return result;
  const { screenplay, notes, receipt } = result;
  return {
    ok: true,
    title: screenplay.titlePage.title,
    receipt,
    prepared: preparedImport(screenplay, notes),
  };
}

/**
 * Parses files in separate threads. PDFs and containers have their own, with limits of time and
 * memory, so that nobody with a plain text file waits for them.
 */
export interface ScriptReader {
  plain: HeavyWork<ReadOrder, ReadAnswer>;
  container: HeavyWork<ReadOrder, ReadAnswer>;
  close(): Promise<void>;
}

const containerLimits = { timeoutMs: 30_000, maxMemoryMb: 1024 };

export function scriptReader(): ScriptReader {
  const file = new URL('./read.worker.ts', import.meta.url);
  const plain = new HeavyWork<ReadOrder, ReadAnswer>(file);
  const container = new HeavyWork<ReadOrder, ReadAnswer>(file, largeScript, containerLimits);
  return {
    plain,
    container,
    close: async () => {
      await Promise.all([plain.close(), container.close()]);
    },
  };
}
