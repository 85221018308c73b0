import { commentsAsNotes } from '#server/comments/comments.service.ts';
import type { Db } from '#server/db/client.ts';
import { smallScript } from '#server/lib/heavyWork.ts';
import { isLongScript, readConsistently, scriptHead, scriptText } from '#server/script/screenplay.service.ts';
import { SharedFileCache } from './sharedFiles.ts';
import { type ExportFormat, type ExportOrder, type ScriptWriter, scriptWriter, textFile } from './writing.ts';

/** What exports need, for as long as the server runs. */
export interface Exports {
  db: Db;
  writer: ScriptWriter;
  shared: SharedFileCache;
}

export function exportsOf(db: Db): Exports {
  return { db, writer: scriptWriter(), shared: new SharedFileCache() };
}

/**
 * The script as a file, with the project's name. It is read when its turn to be written comes. A PDF depends on the
 * revision alone, so all who ask for one share it; `release` it when it is sent. Throws notFound.
 */
export async function exportFile(
  { db, writer, shared }: Exports,
  projectId: number,
  userId: string,
  format: ExportFormat,
): Promise<{ name: string; file: Uint8Array; release: () => void }> {
  const head = await scriptHead(db, projectId);
  const { name, revision, size } = head;
  const make = () =>
    writer.run(userId, size, async (send) => {
      const isLong = isLongScript(head);
      const read = await readConsistently(db, projectId, isLong, (at) =>
        readAll(at, projectId, format, isLong),
      );
      const order = { format, ...read };
      return format !== 'pdf' && size <= smallScript ? textFile(order) : send(order);
    });
  // Files in the other formats hold comments, too.
  if (format !== 'pdf') return { name, file: await make(), release: () => undefined };
  return { name, ...(await shared.take(`${projectId} ${revision} ${name}`, make)) };
}

/** Notes name their elements by number, so both are of one moment. */
async function readAll(
  db: Db,
  projectId: number,
  format: ExportFormat,
  isLong: boolean,
): Promise<Omit<ExportOrder, 'format'>> {
  const { name, ...text } = await scriptText(db, projectId, isLong);
  // Nothing of the notes is printed.
  return { title: name, ...text, notes: format === 'pdf' ? [] : await commentsAsNotes(db, projectId) };
}
