import { and, desc, eq, gt, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from './client.ts';
import { type BackupType, backupRuns } from './schema/backup.ts';

const aliveIntervalMs = 15_000;
/** A run that has not reported itself for this time is dead. */
const deadAfter = sql`now() - interval '2 minutes'`;
const daysKept = sql`now() - interval '90 days'`;

/** Return whether a run of the backup program is active. */
const isActive = and(isNull(backupRuns.finishedAt), gt(backupRuns.aliveAt, deadAfter));

/** Condition that no backup is being made, for statements that choose files to delete. */
export function noActiveBackup(): SQL {
  return sql`not exists (select from ${backupRuns} where ${isActive})`;
}

/**
 * Record the start of a run and return its id. Returns null if another node has this night; a run
 * that failed or died is taken over.
 */
export async function startRun(
  db: Db,
  type: BackupType,
  night: string | null = null,
): Promise<number | null> {
  const hasDied = and(isNull(backupRuns.finishedAt), lt(backupRuns.aliveAt, deadAfter));
  const [run] = await db
    .insert(backupRuns)
    .values({ type, night })
    .onConflictDoUpdate({
      target: backupRuns.night,
      set: { startedAt: sql`now()`, aliveAt: sql`now()`, finishedAt: null, error: null },
      setWhere: or(isNotNull(backupRuns.error), hasDied) as SQL,
    })
    .returning({ id: backupRuns.id });
  return run?.id ?? null;
}

export async function finishRun(db: Db, id: number, error: string | null): Promise<void> {
  await db.update(backupRuns).set({ finishedAt: sql`now()`, error }).where(eq(backupRuns.id, id));
}

/** Report a run as active until the returned function is called. */
export function reportRunActive(db: Db, id: number): () => void {
  const timer = setInterval(() => {
    db.update(backupRuns)
      .set({ aliveAt: sql`now()` })
      .where(eq(backupRuns.id, id))
      .catch(() => undefined); // the next report tries again
  }, aliveIntervalMs).unref();
  return () => clearInterval(timer);
}

export interface RunsState {
  /** Start of the active run. */
  runningSince: Date | null;
  /** The last finished run, if it failed. */
  lastFailure: { at: Date; reason: string } | null;
}

export async function runsState(db: Db): Promise<RunsState> {
  const [active] = await db
    .select({ startedAt: backupRuns.startedAt })
    .from(backupRuns)
    .where(isActive)
    .orderBy(desc(backupRuns.startedAt))
    .limit(1);
  const [last] = await db
    .select()
    .from(backupRuns)
    .where(isNotNull(backupRuns.finishedAt))
    .orderBy(desc(backupRuns.finishedAt))
    .limit(1);
  return {
    runningSince: active?.startedAt ?? null,
    lastFailure: last?.error && last.finishedAt ? { at: last.finishedAt, reason: last.error } : null,
  };
}

export async function pruneBackupRuns(db: Db): Promise<void> {
  await db.delete(backupRuns).where(lt(backupRuns.startedAt, daysKept));
}
