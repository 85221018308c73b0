import { and, eq, getColumns, lte, min, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { databaseTimeIn } from '#server/db/databaseTime.ts';
import { videoJobs } from '#server/db/schema/ai.ts';
import { projects } from '#server/db/schema/projects.ts';

export type VideoJob = typeof videoJobs.$inferSelect & {
  /** Time since the job was ordered, by the clock of the database. */
  ageMs: number;
};

const jobFields = {
  ...getColumns(videoJobs),
  ageMs: sql<number>`round(extract(epoch from now() - ${videoJobs.createdAt}) * 1000)::float8`,
};

/** Return the running video job of a scene. */
export async function jobOfScene(db: Db, sceneId: number): Promise<VideoJob | undefined> {
  const [job] = await db
    .select(jobFields)
    .from(videoJobs)
    .where(and(eq(videoJobs.sceneId, sceneId), eq(videoJobs.isCancelled, false)));
  return job;
}

export async function insertJob(tx: Db, job: typeof videoJobs.$inferInsert): Promise<void> {
  await tx.insert(videoJobs).values(job);
}

/**
 * Lease the job that has been due longest, for longer than a poll can take. If the node dies,
 * others take the job after the lease.
 */
export function leaseDueJob(db: Db, leaseMs: number): Promise<VideoJob | undefined> {
  return db.transaction(async (tx) => {
    const [due] = await tx
      .select({ id: videoJobs.id })
      .from(videoJobs)
      .where(lte(videoJobs.nextAt, sql`now()`))
      .orderBy(videoJobs.nextAt)
      .limit(1)
      .for('update', { skipLocked: true });
    if (!due) return undefined;
    const [taken] = await tx
      .update(videoJobs)
      .set({ nextAt: databaseTimeIn(leaseMs) })
      .where(eq(videoJobs.id, due.id))
      .returning(jobFields);
    return taken;
  });
}

/** Milliseconds until a job is due; null: there is none. */
export async function msUntilNextJob(db: Db): Promise<number | null> {
  const [next] = await db
    .select({ ms: sql<number | null>`(extract(epoch from ${min(videoJobs.nextAt)} - now()) * 1000)::float8` })
    .from(videoJobs);
  return next?.ms ?? null;
}

/**
 * Store the result of a poll and the time of the next one; return the job, or undefined when it has
 * ended.
 */
export async function recordPoll(
  db: Db,
  jobId: number,
  nextMs: number,
  fields: Partial<Pick<VideoJob, 'providerJob' | 'startedAt' | 'failures'>> = {},
): Promise<VideoJob | undefined> {
  const [job] = await db
    .update(videoJobs)
    .set({ ...fields, nextAt: databaseTimeIn(nextMs) })
    .where(eq(videoJobs.id, jobId))
    .returning(jobFields);
  return job;
}

/** Lock the job until the transaction ends; return undefined when it has ended or was cancelled. */
export async function lockJob(tx: Db, jobId: number): Promise<VideoJob | undefined> {
  const [job] = await tx
    .select(jobFields)
    .from(videoJobs)
    .where(and(eq(videoJobs.id, jobId), eq(videoJobs.isCancelled, false)))
    .for('update');
  return job;
}

/**
 * Mark a job as cancelled, after its credits were released. It is due at once, so that the next
 * step cancels it at the provider.
 */
export async function cancelJob(tx: Db, jobId: number): Promise<void> {
  await tx
    .update(videoJobs)
    .set({ isCancelled: true, requestId: null, failures: 0, nextAt: sql`now()` })
    .where(eq(videoJobs.id, jobId));
}

export async function deleteJob(db: Db, jobId: number): Promise<void> {
  await db.delete(videoJobs).where(eq(videoJobs.id, jobId));
}

/**
 * Return the owner of a project, in whose name a job changes it when the ordering user was deleted.
 */
export async function ownerOf(db: Db, projectId: number): Promise<string | undefined> {
  const [project] = await db
    .select({ userId: projects.userId })
    .from(projects)
    .where(eq(projects.id, projectId));
  return project?.userId;
}
