import { type Draft, draftElementOf } from '#screenplay/comparing/draft.ts';
import type { Db } from '#server/db/client.ts';
import type { ScriptWriter, WrittenFile } from '#server/exporting/writing.ts';
import { readScriptAt } from '#server/history/history.service.ts';
import { newestMoment } from '#server/history/moments.queries.ts';
import { readFile } from '#server/importing/importing.service.ts';
import type { ScriptReader } from '#server/importing/reading.ts';
import type { Upload } from '#server/importing/upload.ts';
import { invalid } from '#server/lib/errors.ts';
import { formatOfProject, projectRow, titlePageOfProject } from '#server/projects/projects.service.ts';
import { scriptHead } from '#server/script/screenplay.service.ts';
import type { ComparedSide } from '#shared/contract/comparing.ts';
import { draftOfPrepared, type FileDraft } from './fileDraft.ts';

/** Dependencies of comparisons. */
export interface Comparing {
  db: Db;
  reader: ScriptReader;
  writer: ScriptWriter;
}

/** Read an uploaded file as a draft. Throws invalid with the reason. Nothing is stored. */
export async function draftOfFile(
  reader: ScriptReader,
  userId: string,
  upload: Upload | undefined,
  signal?: AbortSignal,
): Promise<FileDraft> {
  if (!upload) throw invalid('The file did not arrive. Please choose it again.');
  if ('archive' in upload)
    throw invalid(
      'An archive cannot be compared. Restore it as a project, export its script, and choose that file.',
    );
  return readFile(reader, userId, upload, signal, ({ prepared }) => draftOfPrepared(prepared));
}

/** Two drafts to print: references of the contract, names, and files by side. */
export interface ComparisonOrder {
  references: Record<ComparedSide, string>;
  names: Record<ComparedSide, string>;
  files: ReadonlyMap<string, Upload>;
}

/** Write two drafts as one marked script. Throws notFound, and invalid for a bad file. */
export async function comparisonFile(
  { db, reader, writer }: Comparing,
  projectId: number,
  userId: string,
  { references, names, files }: ComparisonOrder,
  signal?: AbortSignal,
): Promise<{ name: string; file: WrittenFile }> {
  const { name, size } = await scriptHead(db, projectId);
  // Files are read before the print waits for its turn, so that a bad one is reported at once.
  const fileDrafts = {
    before:
      references.before === 'file' ? await draftOfFile(reader, userId, files.get('before'), signal) : null,
    after: references.after === 'file' ? await draftOfFile(reader, userId, files.get('after'), signal) : null,
  };
  const file = await writer.run(userId, size * 2, async (send) => {
    if (signal?.aborted) throw invalid('The comparison was cancelled.');
    const { language, updatedAt } = await projectRow(db, projectId);
    return send({
      format: 'comparison',
      title: name,
      before: fileDrafts.before ?? (await draftAt(db, projectId, references.before)),
      after: fileDrafts.after ?? (await draftAt(db, projectId, references.after)),
      names,
      language: language ?? 'en',
      createdAt: updatedAt,
    });
  });
  return { name, file };
}

/** Highest id of the database. */
const maxId = 2 ** 31 - 1;

/** Load the script of a reference: "now", or a moment such as 12.3. */
async function draftAt(db: Db, projectId: number, reference: string): Promise<Draft> {
  const isNow = reference === 'now';
  const [historyId = 0, moveId] = reference.split('.').map((id) => Math.min(Number(id), maxId));
  const moment = isNow ? await newestMoment(db, projectId) : { historyId, moveId };
  const past = await readScriptAt(db, projectId, moment);
  const project = await projectRow(db, projectId);
  return {
    elements: past.elements.map(draftElementOf),
    format: formatOfProject(project),
    titlePage: isNow ? titlePageOfProject(project) : past.titlePage,
  };
}
