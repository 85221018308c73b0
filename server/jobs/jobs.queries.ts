import { and, eq, inArray, sql } from 'drizzle-orm';
import { type Db, rows } from '#server/db/client.ts';
import { databaseTimeIn } from '#server/db/databaseTime.ts';
import { scheduledJobs } from '#server/db/schema/jobs.ts';

/** A job that this node has leased, with the number of the run. */
export interface LeasedJob {
  name: string;
  run: number;
}

export type ScheduledJobRow = typeof scheduledJobs.$inferSelect;

/** Add jobs that the table does not have. They are due at once. */
export async function addMissingJobs(db: Db, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await db
    .insert(scheduledJobs)
    .values(names.map((name) => ({ name })))
    .onConflictDoNothing();
}

/** Lease the job among these that has been due longest, unless another node runs it. */
export async function leaseScheduledJob(
  db: Db,
  names: readonly string[],
  leaseMs: number,
): Promise<LeasedJob | undefined> {
  const [leased] = await rows<LeasedJob>(
    db,
    sql`update scheduled_jobs
      set leased_until = now() + make_interval(secs => ${leaseMs / 1000}), started_at = now(), run = run + 1
      where name = (
        select name from scheduled_jobs
        where name in (select json_array_elements_text(${JSON.stringify(names)}::json))
          and next_run_at <= now() and (leased_until is null or leased_until <= now())
        order by next_run_at, name limit 1 for update skip locked
      ) returning name, run`,
  );
  return leased;
}

/** Record the end of a run, unless its lease has expired and another run has started. */
export async function recordEnd(
  db: Db,
  { name, run }: LeasedJob,
  { error, nextMs }: { error: string | null; nextMs: (failures: number) => number },
): Promise<void> {
  const isOwn = and(eq(scheduledJobs.name, name), eq(scheduledJobs.run, run));
  const [row] = await db.select({ failures: scheduledJobs.failures }).from(scheduledJobs).where(isOwn);
  if (!row) return;
  const failures = error === null ? 0 : row.failures + 1;
  await db
    .update(scheduledJobs)
    .set({
      ...{ leasedUntil: null, endedAt: sql`now()`, lastError: error, failures },
      nextRunAt: databaseTimeIn(nextMs(failures)),
    })
    .where(isOwn);
}

export function readScheduledJobs(db: Db, names: readonly string[]): Promise<ScheduledJobRow[]> {
  return db
    .select()
    .from(scheduledJobs)
    .where(inArray(scheduledJobs.name, [...names]));
}

/** Return the milliseconds until the next of these jobs is due. Null: each of them is running. */
export async function msUntilNextRun(db: Db, names: readonly string[]): Promise<number | null> {
  const [next] = await rows<{ ms: number | null }>(
    db,
    sql`select extract(epoch from min(greatest(next_run_at, coalesce(leased_until, next_run_at))) - now())::float8
      * 1000 as ms from scheduled_jobs
      where name in (select json_array_elements_text(${JSON.stringify(names)}::json))`,
  );
  return next?.ms ?? null;
}
