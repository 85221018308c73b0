import { and, eq, exists, not } from 'drizzle-orm';
import { scriptAtInSteps } from '#screenplay/past.ts';
import type { Db } from '#server/db/client.ts';
import { scriptHistory, scriptVersions } from '#server/db/schema/history.ts';
import { scriptIssues } from '#server/db/schema/issues.ts';
import { conflict, invalid, notFound } from '#server/lib/errors.ts';
import { changeProject } from '#server/lib/projectChange.ts';
import { runInSlices } from '#server/lib/runInSlices.ts';
import { projectRow, titlePageOfProject } from '#server/projects/projects.service.ts';
import { type Moment, momentOf, newestMoment, scriptSince } from './moments.queries.ts';
import { titlePageAt, versionById } from './versions.queries.ts';

/**
 * Return the script after a history entry, or the present one for null. `moveId` selects an earlier
 * moment, before later moves.
 */
export async function readScriptAt(
  db: Db,
  projectId: number,
  asked: { historyId: number; moveId?: number | undefined } | null,
) {
  const end = asked ? await momentOf(db, projectId, asked.historyId) : await newestMoment(db, projectId);
  const at = { ...end, moveId: Math.min(asked?.moveId ?? end.moveId, end.moveId) };
  const { current, steps } = await scriptSince(db, projectId, at);
  const elements = await runInSlices(scriptAtInSteps(current, steps));
  return { elements, at, titlePage: await titlePageAt(db, projectId, at) };
}

/** Name the current script, or the script after a change. */
export function nameVersion(
  db: Db,
  where: { projectId: number; userId: string },
  { name, historyId }: { name: string; historyId?: number | undefined },
) {
  return changeProject(db, where, async ({ tx, projectId, userId }) => {
    const isNow = historyId === undefined;
    const moment = isNow ? await newestMoment(tx, projectId) : await momentOfEntry(tx, projectId, historyId);
    // The history does not record the title page.
    const titlePage = isNow ? titlePageOfProject(await projectRow(tx, projectId)) : null;
    const versionId = await insertVersion(tx, { ...moment, name, titlePage, projectId, userId });
    return found(await versionById(tx, versionId));
  });
}

/** Return the current moment of a project's script. */
export function presentMoment(db: Db, projectId: number): Promise<Moment> {
  return newestMoment(db, projectId);
}

/** Name a moment, and return the id of the version. */
export async function insertVersion(tx: Db, version: typeof scriptVersions.$inferInsert): Promise<number> {
  const [made] = await tx.insert(scriptVersions).values(version).returning({ id: scriptVersions.id });
  if (!made) throw new Error('INSERT INTO script_versions returned no row');
  return made.id;
}

async function momentOfEntry(tx: Db, projectId: number, historyId: number): Promise<Moment> {
  const known = await tx
    .select({ id: scriptHistory.id })
    .from(scriptHistory)
    .where(and(eq(scriptHistory.id, historyId), eq(scriptHistory.projectId, projectId)));
  if (known.length === 0) throw invalid('Change not found', { historyId: 'No change of this project' });
  return momentOf(tx, projectId, historyId);
}

export async function giveName(db: Db, versionId: number, name: string) {
  await db.update(scriptVersions).set({ name }).where(eq(scriptVersions.id, versionId));
  return found(await versionById(db, versionId));
}

/** Delete the name of a version. Throws conflict if it was issued: then it stays. */
export async function removeVersion(db: Db, versionId: number): Promise<void> {
  const isIssued = exists(
    db.select({ id: scriptIssues.id }).from(scriptIssues).where(eq(scriptIssues.versionId, versionId)),
  );
  const removed = await db
    .delete(scriptVersions)
    .where(and(eq(scriptVersions.id, versionId), not(isIssued)))
    .returning({ id: scriptVersions.id });
  if (removed.length === 0 && (await versionById(db, versionId)))
    throw conflict('This version was issued, so it stays. You can rename it.');
}

/** Throw notFound for a version that was deleted after the access check. */
function found<Row>(version: Row | undefined): Row {
  if (version === undefined) throw notFound('Version');
  return version;
}
