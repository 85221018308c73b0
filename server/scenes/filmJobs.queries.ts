import { and, eq, lte, min, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { filmJobs } from '#server/db/schema/ai.ts';
import { projects } from '#server/db/schema/projects.ts';

export type FilmJob = typeof filmJobs.$inferSelect;

/** The one that makes a video of that scene now. */
export async function jobOfScene(db: Db, sceneId: number): Promise<FilmJob | undefined> {
  const [job] = await db
    .select()
    .from(filmJobs)
    .where(and(eq(filmJobs.sceneId, sceneId), eq(filmJobs.isCancelled, false)));
  return job;
}

export async function insertJob(tx: Db, job: typeof filmJobs.$inferInsert): Promise<void> {
  await tx.insert(filmJobs).values(job);
}

/**
 * Takes the job that has been due longest, so that no other node takes it, too, for as long as a look at it can take. Who
 * dies over it leaves it to others after that.
 */
export function leaseDueJob(db: Db, leaseMs: number): Promise<FilmJob | undefined> {
  return db.transaction(async (tx) => {
    const [due] = await tx
      .select({ id: filmJobs.id })
      .from(filmJobs)
      .where(lte(filmJobs.nextAt, sql`now()`))
      .orderBy(filmJobs.nextAt)
      .limit(1)
      .for('update', { skipLocked: true });
    if (!due) return undefined;
    const [taken] = await tx
      .update(filmJobs)
      .set({ nextAt: inMs(leaseMs) })
      .where(eq(filmJobs.id, due.id))
      .returning();
    return taken;
  });
}

/** Milliseconds until a job is due; null: there is none. */
export async function msUntilNextJob(db: Db): Promise<number | null> {
  const [next] = await db
    .select({ ms: sql<number | null>`(extract(epoch from ${min(filmJobs.nextAt)} - now()) * 1000)::float8` })
    .from(filmJobs);
  return next?.ms ?? null;
}

/** Notes what came of a look, and when the next one is; the job as it is now, undefined when it has ended. */
export async function recordPoll(
  db: Db,
  jobId: number,
  nextMs: number,
  fields: Partial<Pick<FilmJob, 'vendorJob' | 'startedAt' | 'failures'>> = {},
): Promise<FilmJob | undefined> {
  const [job] = await db
    .update(filmJobs)
    .set({ ...fields, nextAt: inMs(nextMs) })
    .where(eq(filmJobs.id, jobId))
    .returning();
  return job;
}

/** The job, held until the transaction ends; undefined when somebody else has ended it or it was cancelled. */
export async function heldJob(tx: Db, jobId: number): Promise<FilmJob | undefined> {
  const [job] = await tx
    .select()
    .from(filmJobs)
    .where(and(eq(filmJobs.id, jobId), eq(filmJobs.isCancelled, false)))
    .for('update');
  return job;
}

/** What it held was given back; what is left is to tell the vendor, soon. */
export async function cancelJob(tx: Db, jobId: number): Promise<void> {
  await tx
    .update(filmJobs)
    .set({ isCancelled: true, requestId: null, failures: 0, nextAt: sql`now()` })
    .where(eq(filmJobs.id, jobId));
}

export async function deleteJob(db: Db, jobId: number): Promise<void> {
  await db.delete(filmJobs).where(eq(filmJobs.id, jobId));
}

/** In whose name a project changes when the one who pressed has no account any more. */
export async function ownerOf(db: Db, projectId: number): Promise<string | undefined> {
  const [project] = await db
    .select({ userId: projects.userId })
    .from(projects)
    .where(eq(projects.id, projectId));
  return project?.userId;
}

function inMs(ms: number) {
  return sql`now() + make_interval(secs => ${ms / 1000}::float8)`;
}
