import { eq, is, lt, type SQL, sql } from 'drizzle-orm';
import { PgAsyncTransaction } from 'drizzle-orm/pg-core';
import type { Db } from '#server/db/client.ts';
import { rows } from '#server/db/client.ts';
import { isLockTimeout } from '#server/db/databaseErrors.ts';
import { lockTimeoutMs } from '#server/db/retrying.ts';
import { projectChanges, projects } from '#server/db/schema/projects.ts';
import type { ChangedEntity } from '#shared/contract/live.ts';
import { notFound } from './errors.ts';
import { createKeyedQueue } from './keyedQueue.ts';
import { requestWindowId } from './requestWindow.ts';

/** One transaction in which a project's content changes. */
export interface ProjectChange {
  /** The transaction. The outer `db` inside it would wait for itself for ever. */
  tx: Db;
  projectId: number;
  /** Who does it. */
  userId: string;
  /** Notes that rows changed; every note takes the project's next revision. */
  changed(entity: ChangedEntity, ids: number[]): void;
}

/** Changes that leave the project's date as it is: nobody's work on the story moved (decision OQ-105). */
const remarks: ReadonlySet<ChangedEntity> = new Set(['comment', 'access']);

/** Rows that changed; takes a revision. */
export interface ChangedRows {
  entity: ChangedEntity;
  ids: number[];
}

/** Who changes a project waits here, not on a connection that somebody else's project could use. */
const turnsOf = new WeakMap<Db, ReturnType<typeof createKeyedQueue<number>>>();

/**
 * Runs `work` in a transaction that holds the project's row, so that changes of one project come one after
 * the other, in order of arrival, and counts up its revision for what it noted. Throws notFound when the project is
 * gone; whatever `work` throws undoes everything. `attempt` is a shorter way to the same end, tried first in the same
 * turn: it writes in one statement that asks for the revision it read (`counting`), or gives undefined.
 */
export function changeProject<T>(
  db: Db,
  where: { projectId: number; userId: string },
  work: (change: ProjectChange) => Promise<T>,
  attempt?: () => Promise<T | undefined>,
): Promise<T> {
  const run = async () => (await attempt?.()) ?? (await db.transaction((tx) => held(tx, where, work)));
  // A transaction has its connection already, and whose turn it is may be waiting for that one.
  if (is(db, PgAsyncTransaction)) return run();
  const inTurn = turnsOf.get(db) ?? createKeyedQueue<number>();
  turnsOf.set(db, inTurn);
  return inTurn(where.projectId, failingTogether(db, where.projectId, run)).then((result) => {
    publishProjectChange(db, where.projectId);
    return result;
  });
}

/** When and why a change of a project last waited in vain for its row. */
const timeoutsOf = new WeakMap<Db, Map<number, { at: number; error: unknown }>>();

/**
 * Returns `run` as the work of a turn: it fails at once if the project's row was waited for in vain
 * while it queued for long. Otherwise the last of twenty changes would answer after twenty lock
 * timeouts.
 */
function failingTogether<T>(db: Db, projectId: number, run: () => Promise<T>): () => Promise<T> {
  const timeouts = timeoutsOf.get(db) ?? new Map();
  timeoutsOf.set(db, timeouts);
  const queuedAt = performance.now();
  return async () => {
    const last = timeouts.get(projectId);
    const startedAt = performance.now();
    if (last && last.at > queuedAt && startedAt - queuedAt > lockTimeoutMs / 2) throw last.error;
    timeouts.delete(projectId);
    try {
      return await run();
    } catch (error) {
      if (isLockTimeout(error)) timeouts.set(projectId, { at: performance.now(), error });
      throw error;
    }
  };
}

type Listener = (projectId: number) => void;
const listenersOf = new WeakMap<Db, Set<Listener>>();

/** Calls the listener whenever a change of a project may have been committed; gives the way to stop. */
export function onProjectChange(db: Db, listener: Listener): () => void {
  const listeners = listenersOf.get(db) ?? new Set();
  listenersOf.set(db, listeners.add(listener));
  return () => listeners.delete(listener);
}

/** Says that a transaction is committed in which a project was changed; changeProject says so of its own. */
export function publishProjectChange(db: Db, projectId: number): void {
  for (const listener of listenersOf.get(db) ?? []) listener(projectId);
}

/**
 * Holds the row without its key: rows that refer to the project are inserted meanwhile, such as
 * calls to models.
 */
async function held<T>(
  tx: Db,
  where: { projectId: number; userId: string },
  work: (change: ProjectChange) => Promise<T>,
): Promise<T> {
  const found = await rows(tx, sql`select 1 from projects where id = ${where.projectId} for no key update`);
  if (found.length === 0) throw notFound('Project');
  const notes: ChangedRows[] = [];
  const result = await work({ tx, ...where, changed: (entity, ids) => notes.push({ entity, ids }) });
  if (notes.length > 0) await record(tx, where, notes);
  return result;
}

/** Every note takes a revision. One statement: it is part of every change. */
async function record(tx: Db, where: { projectId: number; userId: string }, notes: readonly ChangedRows[]) {
  await rows(
    tx,
    sql`with counted as (${incrementRevisionSql(where, notes)}) ${recordChangesSql(where, notes)}`,
  );
}

/** The statement that counts a project's revisions up, if it still has the one that the change was made on. */
export function incrementRevisionSql(
  { projectId }: { projectId: number },
  notes: readonly ChangedRows[],
  revision?: number,
): SQL {
  const scriptChanges = notes.some(({ entity }) => entity === 'element') ? 1 : 0;
  const movesProject = notes.some(({ entity }) => !remarks.has(entity));
  return sql`update projects set revision = revision + ${notes.length}::int,
      script_revision = script_revision + ${scriptChanges}::int,
      updated_at = case when ${movesProject}::boolean then ${new Date().toISOString()}::timestamptz
        else updated_at end
    where id = ${projectId} ${revision === undefined ? sql`` : sql`and revision = ${revision}`}
    returning revision - ${notes.length}::int as before`;
}

/** The statement that tells browsers what changed; `counted` is what `counting` returned. */
export function recordChangesSql(
  { projectId, userId }: { projectId: number; userId: string },
  notes: readonly ChangedRows[],
): SQL {
  return sql`insert into project_changes (project_id, rev, entity, ids, actor, "window")
    select ${projectId}::int, counted.before + note.n, note.entity, note.ids, ${userId}, ${requestWindowId()}
    from counted, rows from (
      json_to_recordset(${JSON.stringify(notes)}::json) as (entity text, ids jsonb)
    ) with ordinality as note(entity, ids, n)
    returning rev`;
}

/** A browser that was away for longer than a day reads everything anew (decision OQ-26). */
export async function pruneChanges(db: Db): Promise<void> {
  await db.delete(projectChanges).where(lt(projectChanges.at, new Date(Date.now() - 86_400_000)));
}

/** Keeps the project until the transaction ends; false when it is gone already. */
export async function lockProject(tx: Db, projectId: number): Promise<boolean> {
  const found = await tx
    .select({ id: projects.id })
    .from(projects)
    .where(eq(projects.id, projectId))
    .for('key share');
  return found.length > 0;
}
