import { plainText } from '#screenplay/emphasis.ts';
import { longestProjectName, shortened } from '#screenplay/limits.ts';
import type { ParseResult } from '#screenplay/screenplay.ts';
import type { Db } from '#server/db/client.ts';
import { invalid } from '#server/lib/errors.ts';
import { importTexts } from '#shared/contract/projects.ts';
import { queue } from './queue.ts';
import { readScript } from './readScript.ts';
import { type StoredImport, storeScreenplay } from './store.ts';

/** Two at a time: what becomes of a 10 MB file is a multiple of it. */
const inTurn = queue(2);

/**
 * Reads an uploaded file and stores it as a new project. The whole file is there before it takes its turn, so
 * that a slow sender holds up nobody. Throws invalid with the reason, and line and column where they are known,
 * for a file that cannot be read, and when `signal` aborts; nothing is stored then.
 */
export async function importFile(
  db: Db,
  userId: string,
  fileName: string,
  chunks: readonly Uint8Array[],
  signal?: AbortSignal,
) {
  return inTurn(async () => {
    if (signal?.aborted) throw invalid('The import was cancelled.');
    const result = await readScript(fileName, chunks);
    if (!result.ok) throw invalid(reasonOf(result));
    const { screenplay, notes, receipt } = result;
    const name = nameOf(screenplay.titlePage.title, fileName);
    const stored: StoredImport = await storeScreenplay(db, userId, name, screenplay, notes, signal);
    return { ...stored, receipt };
  });
}

/** The documented sentence, and then what is wrong and where. */
function reasonOf({ message, line, column }: Extract<ParseResult, { ok: false }>): string {
  const isPlaceTold = line === null || message.includes(`line ${line}`);
  const place = isPlaceTold ? '' : ` (line ${line}${column === null ? '' : `, column ${column}`})`;
  return `${importTexts.unreadable} ${message}${place}`;
}

/** Title of the title page on one line and without marks of emphasis, else the file's name without its ending. */
function nameOf(title: string, fileName: string): string {
  const oneLine = plainText(title).replace(/\s+/g, ' ').trim();
  const fromFile = fileName
    .replace(/\.(fdx|fountain)$/i, '')
    .replaceAll('\0', '')
    .trim();
  return shortened((oneLine || fromFile || 'Untitled').toWellFormed(), longestProjectName);
}
