import { plainText } from '#screenplay/emphasis.ts';
import { maxProjectNameLength, truncateText } from '#screenplay/limits.ts';
import type { ParseResult } from '#screenplay/screenplay.ts';
import type { Db } from '#server/db/client.ts';
import { invalid } from '#server/lib/errors.ts';
import { smallScript } from '#server/lib/heavyWork.ts';
import { importTexts } from '#shared/contract/projects.ts';
import { readAndPrepare, type ScriptReader } from './reading.ts';
import { isFountainName } from './readScript.ts';
import { storePrepared } from './store.ts';

/**
 * Parse an uploaded file, a large one in a thread, and store it as a new project; users take turns.
 * The whole file is received before it waits, so that a slow sender delays nobody. Throws invalid
 * with the reason, and line and column if known, for a file that cannot be read, and when `signal`
 * aborts; nothing is stored then.
 */
export function importFile(
  { db, reader }: { db: Db; reader: ScriptReader },
  userId: string,
  fileName: string,
  chunks: readonly Uint8Array[],
  signal?: AbortSignal,
) {
  const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  return reader.run(userId, size, async (send) => {
    if (signal?.aborted) throw invalid('The import was cancelled.');
    const order = { fileName, chunks };
    const read = size <= smallScript ? readAndPrepare(order) : await send(order);
    if (!read.ok) throw invalid(reasonOf(read, fileName));
    const stored = await storePrepared(db, userId, nameOf(read.title, fileName), read.prepared, signal);
    return { ...stored, receipt: read.receipt };
  });
}

/** The documented sentence, and then what is wrong and where. */
function reasonOf({ message, line, column }: Extract<ParseResult, { ok: false }>, fileName: string): string {
  const hasPlace = line === null || message.includes(`line ${line}`);
  const place = hasPlace ? '' : ` (line ${line}${column === null ? '' : `, column ${column}`})`;
  const what = isFountainName(fileName) ? importTexts.unreadableFountain : importTexts.unreadable;
  return `${what} ${message}${place}`;
}

/**
 * Return the title page's title on one line without emphasis marks, otherwise the file name without
 * its extension.
 */
function nameOf(title: string, fileName: string): string {
  const oneLine = plainText(title).replace(/\s+/g, ' ').trim();
  const fromFile = fileName
    .replace(/\.(fdxt?|fountain)$/i, '')
    .replaceAll('\0', '')
    .trim();
  return truncateText((oneLine || fromFile || 'Untitled').toWellFormed(), maxProjectNameLength);
}
