import { plainText } from '#screenplay/emphasis.ts';
import type { FileFormat } from '#screenplay/fileFormats.ts';
import { maxProjectNameLength, truncateText } from '#screenplay/limits.ts';
import type { Db } from '#server/db/client.ts';
import { invalid } from '#server/lib/errors.ts';
import { smallScript } from '#server/lib/heavyWork.ts';
import { ThreadLimitError } from '#server/lib/thread.ts';
import { importTexts, isFdxName, isFountainName, scriptEnding } from '#shared/contract/importing.ts';
import { type ReadAnswer, type ReadOrder, readAndPrepare, type ScriptReader } from './reading.ts';
import { formatOfFile } from './readScript.ts';
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
  return readFile(reader, userId, { fileName, chunks }, signal, async ({ title, prepared, receipt }) => {
    const stored = await storePrepared(db, userId, nameOf(title, fileName), prepared, signal);
    return { ...stored, receipt };
  });
}

/**
 * Parse an uploaded file as an import does, and call `use` with the result before the next file of
 * the queue. Throws invalid like importFile.
 */
export function readFile<Result>(
  reader: ScriptReader,
  userId: string,
  order: ReadOrder,
  signal: AbortSignal | undefined,
  use: (read: Extract<ReadAnswer, { ok: true }>) => Promise<Result>,
): Promise<Result> {
  const { fileName, chunks } = order;
  const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const isPlain = plainFormats.has(formatOfFile(fileName, chunks));
  return (isPlain ? reader.plain : reader.container).run(userId, size, async (send) => {
    if (signal?.aborted) throw invalid('The import was cancelled.');
    const isSmall = isPlain && size <= smallScript;
    const read = isSmall ? await readAndPrepare(order) : await readInThread(send, order);
    if (!read.ok) throw invalid(reasonOf(read, fileName));
    return use(read);
  });
}

/** Formats that take little time to read. */
const plainFormats: ReadonlySet<FileFormat> = new Set(['fdx', 'text', 'osf', 'trelby']);

async function readInThread(
  send: (order: ReadOrder) => Promise<ReadAnswer>,
  order: ReadOrder,
): Promise<ReadAnswer> {
  try {
    return await send(order);
  } catch (error) {
    if (error instanceof ThreadLimitError) throw invalid(tooMuchText);
    throw error;
  }
}

const tooMuchText =
  'The file takes too much time or memory to read. Export it once more from the program that made it.';

/** Return the documented message if there is one, followed by the reason and its position. */
function reasonOf(failure: Extract<ReadAnswer, { ok: false }>, fileName: string): string {
  const { message, line, column } = failure;
  const hasPlace = line === null || message.includes(`line ${line}`);
  const place = hasPlace ? '' : ` (line ${line}${column === null ? '' : `, column ${column}`})`;
  return [openingOf(failure.format, fileName), `${message}${place}`].filter((text) => text !== '').join(' ');
}

/** Return what the file could not be read as: by its bytes, or else by its name. */
function openingOf(format: FileFormat, fileName: string): string {
  if (format === 'osf') return importTexts.unreadableOsf;
  if (format === 'fdx' || isFdxName(fileName)) return importTexts.unreadable;
  return format === 'text' || isFountainName(fileName) ? importTexts.unreadableFountain : '';
}

/**
 * Return the title page's title on one line without emphasis marks, otherwise the file name without
 * its extension.
 */
function nameOf(title: string, fileName: string): string {
  const oneLine = plainText(title).replace(/\s+/g, ' ').trim();
  const fromFile = fileName.replace(scriptEnding, '').replaceAll('\0', '').trim();
  return truncateText((oneLine || fromFile || 'Untitled').toWellFormed(), maxProjectNameLength);
}
