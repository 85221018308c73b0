import { setTimeout as pause } from 'node:timers/promises';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/pg-core/async/session';
import { upgradeIfNeeded } from 'drizzle-orm/up-migrations/pg';
import pg from 'pg';
import { StartError } from '#server/startError.ts';
import { readAppliedMigrations, requireKnownMigrations } from './appliedMigrations.ts';
import { causesOf, isConflict, isLockTimeout } from './databaseErrors.ts';

/** Advisory lock id. Only the node that holds the lock migrates. */
const migrationLock = 7_894_561;
/**
 * Shorter than deadlock_timeout of Postgres, so that the migration is cancelled and not a writer.
 */
const lockTimeoutMs = 500;
/** With the pauses in between, more than three minutes. */
const maxTries = 45;
const maxPauseMs = 5000;
/** Longer than the longest pause between two tries. */
const idleMs = 30_000;
const pollIntervalMs = 300;
const logIntervalMs = 10_000;

const insufficientPrivilege = '42501';

/** Log for the locks that a migration waits for. */
export interface MigrationLog {
  warn(facts: object, message: string): void;
}

type Files = ReturnType<typeof readMigrationFiles>;

/**
 * Apply the missing migrations, each in its own transaction. Other nodes continue to work: a
 * migration that does not get a lock in time releases its locks and retries after a pause. Nodes
 * that start together migrate one after another. Throws StartError with instructions for the
 * operator.
 */
export async function migratePostgres(
  config: pg.ClientConfig,
  migrationsFolder: string,
  log?: MigrationLog,
  triesLimit = maxTries,
): Promise<void> {
  const client = await connect(config);
  try {
    await requireVersion(client);
    const files = readMigrationFiles({ migrationsFolder });
    if ((await pendingAmong(client, files)).length === 0) return;
    // End the session of a stopped process after this time, so that it releases the lock.
    await client.query(
      `set idle_in_transaction_session_timeout = ${idleMs}; set idle_session_timeout = ${idleMs};
       set lock_timeout = ${lockTimeoutMs}`,
    );
    await waitForMigrationLock(client, log);
    await upgradeIfNeeded('drizzle', '__drizzle_migrations', drizzle({ client }), [...files]);
    for (const file of await pendingAmong(client, files))
      await applyLast(client, config, files.slice(0, files.indexOf(file) + 1), log, triesLimit);
  } catch (error) {
    throw reasonOf(error);
  } finally {
    await client.end().catch(() => undefined); // also releases the lock
  }
}

async function connect(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(config);
  client.on('error', () => undefined); // a broken connection fails its query
  try {
    await client.connect();
    return client;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message || ('code' in cause && cause.code) : cause;
    throw new StartError(`DATABASE_URL should lead to a running Postgres: ${reason}`, { cause });
  }
}

async function requireVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  );
  const version = Math.floor((rows[0]?.version ?? 0) / 10_000);
  if (version < 15) throw new StartError(`DATABASE_URL should lead to Postgres 15 or newer, not ${version}.`);
}

/** Return the missing migrations. Throws StartError on the database of a newer version. */
async function pendingAmong(client: pg.Client, files: Files): Promise<Files> {
  const applied = await readAppliedMigrations((text) => client.query(text));
  requireKnownMigrations(applied, files);
  return files.filter(({ name }) => !applied.has(name));
}

/** Wait until no other node migrates. Polls, because lock_timeout would cancel a blocking wait. */
async function waitForMigrationLock(client: pg.Client, log: MigrationLog | undefined): Promise<void> {
  const tryLock = async () => {
    const { rows } = await client.query<{ isMine: boolean }>('select pg_try_advisory_lock($1) as "isMine"', [
      migrationLock,
    ]);
    return rows[0]?.isMine === true;
  };
  for (let loggedAt = Number.NEGATIVE_INFINITY; !(await tryLock()); await pause(pollIntervalMs)) {
    if (performance.now() - loggedAt < logIntervalMs) continue;
    loggedAt = performance.now();
    const { rows } = await client.query<Holder>(
      `${holders} where a.pid in (
         select pid from pg_locks
         where locktype = 'advisory' and granted and classid = 0 and objid = $1 and objsubid = 1
           and database = (select oid from pg_database where datname = current_database()))`,
      [migrationLock],
    );
    log?.warn({ heldBy: describeHolders(rows) }, 'waiting for another node to migrate the database');
  }
}

/** Apply the last of `files` in one transaction, and retry while other programs lock its tables. */
async function applyLast(
  client: pg.Client,
  config: pg.ClientConfig,
  files: Files,
  log: MigrationLog | undefined,
  triesLimit: number,
): Promise<void> {
  const start = performance.now();
  const name = files.at(-1)?.name;
  const observer = await connect(config);
  try {
    for (let tries = 1; ; tries++) {
      const blockers = monitorBlockers(observer, client);
      try {
        await migrate(files, drizzle({ client }), {} as never);
        return;
      } catch (error) {
        if (!isConflict(error) && !isLockTimeout(error)) throw error;
        const heldBy = describeHolders(blockers.last());
        log?.warn({ migration: name, tries, heldBy }, 'a migration timed out waiting for a lock, retrying');
        const seconds = Math.round((performance.now() - start) / 1000);
        if (tries >= triesLimit)
          throw new StartError(
            `The database was not migrated: after ${tries} tries in ${seconds} s, a table that ${name} changes is still locked by ${heldBy}. Wait until that program has ended, or end it, and start again.`,
            { cause: error },
          );
      } finally {
        await blockers.end();
      }
      await pause(Math.min(maxPauseMs, 100 * 2 ** tries) * (0.5 + Math.random() / 2));
    }
  } finally {
    await observer.end().catch(() => undefined);
  }
}

interface Holder {
  pid: number;
  name: string;
  user: string;
  seconds: number;
}

const holders = `select a.pid, a.application_name as name, a.usename as user,
  coalesce(extract(epoch from now() - coalesce(a.xact_start, a.state_change)), 0)::int as seconds
  from pg_stat_activity a`;

function describeHolders(found: readonly Holder[]): string {
  const list = found.map(
    ({ pid, name, user, seconds }) =>
      `${name || 'a program'} (process ${pid}, user ${user}, for ${seconds} s)`,
  );
  return list.join(', ') || 'a program that has already ended';
}

/** Monitor, over another connection, which programs block a connection. */
function monitorBlockers(observer: pg.Client, client: pg.Client) {
  const { processID } = client as unknown as { processID: number };
  let last: Holder[] = [];
  let hasEnded = false;
  const watch = async () => {
    while (!hasEnded) {
      await pause(lockTimeoutMs / 5);
      if (hasEnded) return;
      const { rows } = await observer.query<Holder>(`${holders} where a.pid = any(pg_blocking_pids($1))`, [
        processID,
      ]);
      if (rows.length > 0) last = rows;
    }
  };
  const watching = watch().catch(() => undefined); // after an error the holder is unknown, and the retries continue
  return {
    last: () => last,
    end: () => {
      hasEnded = true;
      return watching;
    },
  };
}

/** Return a one-line error if the operator can fix the cause, otherwise the error. */
function reasonOf(error: unknown): unknown {
  if (error instanceof StartError) return error;
  for (const cause of causesOf(error)) {
    if (!(cause instanceof Error)) continue;
    const code = 'code' in cause ? cause.code : undefined;
    if (code === insufficientPrivilege)
      return new StartError(`DATABASE_URL should name a user who may create tables: ${cause.message}`, {
        cause,
      });
    if (isConflict(cause) || isLockTimeout(cause))
      return new StartError(`The database was not migrated: ${cause.message}. Start again.`, { cause });
    if (/^(57P|08)/.test(String(code)) || /Connection terminated|not queryable/.test(cause.message))
      return new StartError(
        `The connection that DATABASE_URL leads to broke: ${cause.message}. Start again.`,
        {
          cause,
        },
      );
  }
  return error;
}
