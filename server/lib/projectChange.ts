import { eq, is, lt, sql } from 'drizzle-orm';
import { PgAsyncTransaction } from 'drizzle-orm/pg-core';
import type { Db } from '#server/db/client.ts';
import { rows } from '#server/db/client.ts';
import { isLockTimeout } from '#server/db/databaseErrors.ts';
import { letOthersRead } from '#server/db/readsBetween.ts';
import { lockTimeoutMs } from '#server/db/retrying.ts';
import { projectChanges, projects } from '#server/db/schema/projects.ts';
import type { ChangedEntity } from '#shared/contract/live.ts';
import { notFound } from './errors.ts';
import { createKeyedQueue } from './keyedQueue.ts';
import { requestWindowId } from './requestWindow.ts';

/** Transaction that changes the content of a project. */
export interface ProjectChange {
  /** The transaction. Using the outer `db` inside it would deadlock. */
  tx: Db;
  projectId: number;
  /** The acting user. */
  userId: string;
  /** Record changed rows for the browsers. Each record increments the revision of the project. */
  changed(entity: ChangedEntity, ids: number[]): void;
  /**
   * Run work that changes only rows of the project, not its own row or its members, and let calls
   * of other projects read in the meantime (server/db/readsBetween.ts).
   */
  letOthersRead<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * Entities whose changes do not update the project's date, because the story did not change
 * (decision OQ-105).
 */
const storyNeutral: ReadonlySet<ChangedEntity> = new Set(['comment', 'access', 'dictionary']);

/** Changed rows of one entity. Each record increments the revision. */
export interface ChangedRows {
  entity: ChangedEntity;
  ids: number[];
}

/** Queues by project. A queued change does not occupy a database connection. */
const queuesOf = new WeakMap<Db, ReturnType<typeof createKeyedQueue<number>>>();

/**
 * Run `work` in a transaction that locks the project's row, so that changes of one project are
 * serialised, and increment the revision for each record. Throws notFound if the project was
 * deleted. Any error rolls everything back. `attempt` is a faster way that is tried first: it
 * writes in one statement if the project still has the revision that it read
 * (`countRevisions`), or returns undefined.
 */
export function changeProject<T>(
  db: Db,
  where: { projectId: number; userId: string },
  work: (change: ProjectChange) => Promise<T>,
  attempt?: () => Promise<T | undefined>,
): Promise<T> {
  const run = async () =>
    (await attempt?.()) ?? (await db.transaction((tx) => inLockedProject(db, tx, where, work)));
  // A transaction must not wait for the queue: the change ahead may wait for this transaction.
  if (is(db, PgAsyncTransaction)) return run();
  const enqueue = queuesOf.get(db) ?? createKeyedQueue<number>();
  queuesOf.set(db, enqueue);
  return enqueue(where.projectId, failAfterTimeout(db, where.projectId, run)).then((result) => {
    publishProjectChange(db, where.projectId);
    return result;
  });
}

/**
 * Change rows of a project like changeProject, but not its own row or its members. Calls of other
 * projects may read in the meantime.
 */
export function changeContent<T>(
  db: Db,
  where: { projectId: number; userId: string },
  work: (change: ProjectChange) => Promise<T>,
): Promise<T> {
  return changeProject(db, where, (change) => change.letOthersRead(() => work(change)));
}

/** Time and error of the last lock timeout by project. */
const timeoutsOf = new WeakMap<Db, Map<number, { at: number; error: unknown }>>();

/**
 * Wrap `run` to fail at once if the project's row timed out while the change was queued. Otherwise
 * the last of twenty queued changes would fail after twenty timeouts.
 */
function failAfterTimeout<T>(db: Db, projectId: number, run: () => Promise<T>): () => Promise<T> {
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

/**
 * Call the listener whenever a change of a project may have been committed. Returns a function that
 * stops it.
 */
export function onProjectChange(db: Db, listener: Listener): () => void {
  const listeners = listenersOf.get(db) ?? new Set();
  listenersOf.set(db, listeners.add(listener));
  return () => listeners.delete(listener);
}

/** Notify the listeners of a committed change of a project. changeProject does so itself. */
export function publishProjectChange(db: Db, projectId: number): void {
  for (const listener of listenersOf.get(db) ?? []) listener(projectId);
}

/**
 * Run `work` with the project's row locked. The lock excludes the key, so that other transactions
 * can insert rows that refer to the project, such as AI calls.
 */
async function inLockedProject<T>(
  db: Db,
  tx: Db,
  where: { projectId: number; userId: string },
  work: (change: ProjectChange) => Promise<T>,
): Promise<T> {
  const found = await rows(tx, sql`select 1 from projects where id = ${where.projectId} for no key update`);
  if (found.length === 0) throw notFound('Project');
  const notes: ChangedRows[] = [];
  const result = await work({
    tx,
    ...where,
    changed: (entity, ids) => notes.push({ entity, ids }),
    // Inside a larger transaction `db` has no windows, because that may have changed anything.
    letOthersRead: (part) => letOthersRead(db, where.projectId, part),
  });
  if (notes.length > 0) await record(tx, where, notes);
  return result;
}

/** Record the changes in one statement. */
async function record(tx: Db, where: { projectId: number; userId: string }, notes: readonly ChangedRows[]) {
  const input = revisionInput(where.projectId, { notes, userId: where.userId, window: requestWindowId() });
  await rows(
    tx,
    sql`with input as (select ${JSON.stringify(input)}::jsonb as json), counted as (${countRevisions}) ${recordNotes}`,
  );
}

/** Changes of one call, and the person and the tab that made them. */
export interface RecordedChange {
  notes: readonly ChangedRows[];
  userId: string;
  window: string | null;
}

/**
 * Return the input of `countRevisions` and `recordNotes` for the changes of a call. With `revision`
 * nothing happens if the project has another one by then.
 */
export function revisionInput(
  projectId: number,
  { notes, userId, window }: RecordedChange,
  revision?: number,
) {
  return {
    projectId,
    revision: revision ?? null,
    notes: notes.map((note) => ({ ...note, actor: userId, window })),
    noteCount: notes.length,
    changesScript: notes.some(({ entity }) => entity === 'element'),
    movesProject: notes.some(({ entity }) => !storyNeutral.has(entity)),
    at: new Date().toISOString(),
  };
}

/** Statement that increments the revisions. It reads from `input`, a relation with one `json`. */
export const countRevisions = sql`update projects set revision = revision + (json ->> 'noteCount')::int,
    script_revision = script_revision + (json ->> 'changesScript')::boolean::int,
    updated_at = case when (json ->> 'movesProject')::boolean then (json ->> 'at')::timestamptz
      else updated_at end
  from input where projects.id = (select (json ->> 'projectId')::int from input)
    and (json ->> 'revision' is null or revision = (json ->> 'revision')::int)
  returning projects.id, revision - (json ->> 'noteCount')::int as before`;

/**
 * Statement that records changes for the browsers. It reads from `input` and `counted`, the result
 * of `countRevisions`.
 */
export const recordNotes = sql`insert into project_changes (project_id, rev, entity, ids, actor, "window")
  select counted.id, counted.before + note.n, note.value ->> 'entity', note.value -> 'ids',
    note.value ->> 'actor', note.value ->> 'window'
  from counted, input, jsonb_array_elements(json -> 'notes') with ordinality as note(value, n)
  returning rev`;

/**
 * Delete records older than a day. A browser that was offline for longer reloads everything
 * (decision OQ-26).
 */
export async function pruneChanges(db: Db): Promise<void> {
  await db.delete(projectChanges).where(lt(projectChanges.at, sql`now() - interval '1 day'`));
}

/** Lock the project until the transaction ends. Returns false if it is deleted. */
export async function lockProject(tx: Db, projectId: number): Promise<boolean> {
  const found = await tx
    .select({ id: projects.id })
    .from(projects)
    .where(eq(projects.id, projectId))
    .for('key share');
  return found.length > 0;
}
