import { jointCuesOf } from '#screenplay/cast.ts';
import type { ExportFormat } from '#screenplay/exportFormats.ts';
import type { PrintChoice } from '#screenplay/printing/printChoice.ts';
import { commentsAsNotes, countOpenThreads } from '#server/comments/comments.service.ts';
import type { Db } from '#server/db/client.ts';
import { smallScript } from '#server/lib/heavyWork.ts';
import { projectRow } from '#server/projects/projects.service.ts';
import { isLongScript, readConsistently, scriptHead, scriptText } from '#server/script/screenplay.service.ts';
import { SharedFileCache } from './sharedFiles.ts';
import type { WrittenFile } from './writeScriptFile.ts';
import {
  type ExportOrder,
  type FoundChanges,
  type IssueOrder,
  readChanges,
  type ScriptWriter,
  scriptWriter,
  writeScript,
} from './writing.ts';

/** Dependencies of exports, shared by all requests. */
export interface Exports {
  db: Db;
  writer: ScriptWriter;
  shared: SharedFileCache<WrittenFile>;
}

export function exportsOf(db: Db): Exports {
  return { db, writer: scriptWriter(), shared: new SharedFileCache() };
}

/**
 * Export the script as a file. The script is read when its order reaches the front of the queue. A
 * PDF depends on the revision and the number of comments, so concurrent readers share it. Call
 * `release` after sending. Throws notFound.
 */
export async function exportFile(
  { db, writer, shared }: Exports,
  projectId: number,
  userId: string,
  format: ExportFormat,
): Promise<{ name: string; file: WrittenFile; release: () => void }> {
  const head = await scriptHead(db, projectId);
  const { name, revision, size } = head;
  const make = () =>
    writer.run(userId, size, async (send) => {
      const isLong = isLongScript(head);
      const read = await readConsistently(db, projectId, isLong, (at) => readAll(at, projectId, isLong));
      const order = { format, ...read };
      return format !== 'pdf' && size <= smallScript ? writeScript(order) : send(order);
    });
  // Files in the other formats contain comments too, so they are not shared.
  if (format !== 'pdf') return { name, file: await make(), release: () => undefined };
  // The PDF contains no comments, but its losses name their number.
  const comments = await countOpenThreads(db, projectId);
  return { name, ...(await shared.take(`${projectId} ${revision} ${comments} ${name}`, make)) };
}

/** Write the script as the user chose to print it. Throws notFound. */
export async function printFile(
  { db, writer }: Exports,
  projectId: number,
  userId: string,
  choice: PrintChoice,
): Promise<{ name: string; file: WrittenFile }> {
  const head = await scriptHead(db, projectId);
  const file = await writer.run(userId, head.size, async (send) => {
    const isLong = isLongScript(head);
    const read = await readConsistently(db, projectId, isLong, async (at) => ({
      ...(await readAll(at, projectId, isLong)),
      joint: jointCuesOf((await projectRow(at, projectId)).cueChoices),
    }));
    return send({ format: 'pdf', choice, ...read });
  });
  return { name: head.name, file };
}

/** User who waits for work on a script, and the size of the script. */
export interface WriterTurn {
  userId: string;
  size: number;
}

/** Read a script when it is its turn, and find what changed since its last issue. */
export function readWithChanges<Read extends Omit<IssueOrder, 'format'>>(
  { writer }: Exports,
  { userId, size }: WriterTurn,
  read: () => Promise<Read>,
): Promise<{ read: Read; changes: FoundChanges }> {
  return writer.run(userId, size, async (send) => {
    const result = await read();
    const { elements, scriptFormat, previous } = result;
    const found = await send({ format: 'issue', elements, scriptFormat, previous });
    return { read: result, changes: readChanges(found) };
  });
}

/** Print a part of an issue. Its text is read when it is its turn. */
export async function printIssuedScript(
  { writer }: Exports,
  { userId, size }: WriterTurn,
  read: () => Promise<Omit<ExportOrder, 'format' | 'notes'>>,
): Promise<Uint8Array<ArrayBuffer>> {
  const { bytes } = await writer.run(userId, size, async (send) =>
    send({ format: 'pdf', notes: [], ...(await read()) }),
  );
  return bytes;
}

/** Read script and notes in one snapshot, because notes refer to elements by index. */
async function readAll(db: Db, projectId: number, isLong: boolean): Promise<Omit<ExportOrder, 'format'>> {
  const { name, ...text } = await scriptText(db, projectId, isLong);
  return { title: name, ...text, notes: await commentsAsNotes(db, projectId) };
}
