import { plainText } from '#screenplay/emphasis.ts';
import { maxProjectNameLength, truncateText } from '#screenplay/limits.ts';
import type { ParseResult } from '#screenplay/screenplay.ts';
import type { Db } from '#server/db/client.ts';
import { invalid } from '#server/lib/errors.ts';
import { smallScript } from '#server/lib/heavyWork.ts';
import { importTexts } from '#shared/contract/importing.ts';
import { readAndPrepare, type ScriptReader } from './reading.ts';
import { isFountainName } from './readScript.ts';
import { storePrepared } from './store.ts';

/**
 * Parse an uploaded file and store it as a new project. Large files are parsed in a thread, in a
 * fair queue. The whole file is in memory before it is queued, so that a slow upload delays nobody.
 * Throws invalid with the reason, and line and column if known, when the file cannot be parsed or
 * `signal` aborts. Then nothing is stored.
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

/** Return the documented message, followed by the reason and its position. */
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
