import { type Draft, draftElementOf } from '#screenplay/comparing/draft.ts';
import type { Db } from '#server/db/client.ts';
import { readScriptAt } from '#server/history/history.service.ts';
import { invalid } from '#server/lib/errors.ts';
import { formatOfProject, projectRow, titlePageOfProject } from '#server/projects/projects.service.ts';
import { scriptHead } from '#server/script/screenplay.service.ts';
import type { ComparedSide } from '#shared/contract/comparing.ts';
import type { WrittenFile } from './writeScriptFile.ts';
import { type ScriptWriter, scriptWriter } from './writing.ts';

/** Writer of comparisons. Close it with the server. */
export interface ComparisonWriter {
  db: Db;
  writer: ScriptWriter;
}

export function comparisonWriter(db: Db): ComparisonWriter {
  return { db, writer: scriptWriter() };
}

/** Two drafts to print: a reference of the contract or the script of a file, each with its name. */
export type DraftsToPrint = Record<ComparedSide, { name: string; source: string | Draft }>;

/** Write two drafts as one marked script. Throws notFound. */
export async function comparisonFile(
  { db, writer }: ComparisonWriter,
  projectId: number,
  userId: string,
  { before, after }: DraftsToPrint,
  signal?: AbortSignal,
): Promise<{ name: string; file: WrittenFile }> {
  const { name, size } = await scriptHead(db, projectId);
  const file = await writer.run(userId, size * 2, async (send) => {
    if (signal?.aborted) throw invalid('The comparison was cancelled.');
    const { language, updatedAt } = await projectRow(db, projectId);
    return send({
      format: 'comparison',
      title: name,
      before: await draftOf(db, projectId, before.source),
      after: await draftOf(db, projectId, after.source),
      names: { before: before.name, after: after.name },
      language: language ?? 'en',
      createdAt: updatedAt,
    });
  });
  return { name, file };
}

/** Highest id of the database. */
const maxId = 2 ** 31 - 1;

/** Load the script of a reference: "now", or a moment such as 12.3. */
async function draftOf(db: Db, projectId: number, source: string | Draft): Promise<Draft> {
  if (typeof source !== 'string') return source;
  const isNow = source === 'now';
  const [historyId = 0, moveId] = source.split('.').map((id) => Math.min(Number(id), maxId));
  const past = await readScriptAt(db, projectId, isNow ? null : { historyId, moveId });
  const project = await projectRow(db, projectId);
  return {
    elements: past.elements.map(draftElementOf),
    format: formatOfProject(project),
    titlePage: isNow ? titlePageOfProject(project) : past.titlePage,
  };
}
