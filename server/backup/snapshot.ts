import fs from 'node:fs';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { finishRun, reportRunActive, startRun } from '#server/db/backupRuns.ts';
import { copyDatabaseFolder } from '#server/db/copyDatabase.ts';
import { lockDataDir, requireDataDir } from '#server/db/embedded.ts';
import type { PreparedPGlite } from '#server/db/preparedPglite.ts';
import type { BackupType } from '#server/db/schema/backup.ts';
import { openScratch } from '#server/db/scratch.ts';
import type { Env } from '#server/env.ts';
import { StartError } from '#server/startError.ts';
import { BackupError } from './backupError.ts';
import { requestSnapshot } from './operatorSocket.ts';
import { type SqlClient, setTextFormats, sqlClientOf } from './sqlClient.ts';

/** State of the whole database at one moment. */
export interface Snapshot {
  client: SqlClient;
  database: 'embedded' | 'postgres';
  /** Return the copied database for other content, when the snapshot is no longer needed. */
  scratch?: () => Promise<SqlClient>;
  /** Record the result of the run. */
  finish(error: string | null): Promise<void>;
  close(): Promise<void>;
}

export interface SnapshotOrder {
  type: BackupType;
  /** The run that the server has recorded. Null: record it. */
  runId: number | null;
}

const snapshotPrefix = 'snapshot-';
const staleMs = 24 * 3_600_000;

/** Open a snapshot of the database while the server runs, without delaying it. */
export function openSnapshot(
  env: Pick<Env, 'databaseUrl' | 'dataDir'>,
  order: SnapshotOrder,
): Promise<Snapshot> {
  return env.databaseUrl === null
    ? openEmbeddedSnapshot(env.dataDir, order)
    : openPostgresSnapshot(env.databaseUrl, order);
}

/** Connect for a backup or a restore, which take longer than a statement of the server may. */
export async function connectPostgres(connectionString: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({
    ...{ connectionString, application_name: name, connectionTimeoutMillis: 10_000, keepAlive: true },
  });
  client.on('error', () => undefined); // a broken connection fails its query
  try {
    await client.connect();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`DATABASE_URL should lead to a running Postgres: ${reason}`, { cause });
  }
  await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
  await setTextFormats(sqlClientOf(client));
  return client;
}

/**
 * Read everything in one transaction of Postgres. The run is recorded before, so that no file of
 * the snapshot is deleted.
 */
async function openPostgresSnapshot(url: string, { type, runId }: SnapshotOrder): Promise<Snapshot> {
  const recorder = await connectPostgres(url, 'cold-open-backup');
  const db = drizzle({ client: recorder });
  const ownRun = runId === null ? await recordRun(() => startRun(db, type)) : null;
  const stopReporting = ownRun === null ? () => undefined : reportRunActive(db, ownRun);
  const reader = await connectPostgres(url, 'cold-open-backup');
  await reader.query('begin isolation level repeatable read read only');
  return {
    client: sqlClientOf(reader),
    database: 'postgres',
    async finish(error) {
      stopReporting();
      if (ownRun !== null) await finishRun(db, ownRun, error);
    },
    async close() {
      await reader.end().catch(() => undefined); // it was only read from
      await recorder.end();
    },
  };
}

/** Record a run. A database without the table was never started with this version. */
async function recordRun(start: () => Promise<number | null>): Promise<number | null> {
  try {
    return await start();
  } catch (cause) {
    throw new BackupError(
      'The database has not been migrated to this version. Start the server once, then back it up.',
      undefined,
      cause,
    );
  }
}

/**
 * Copy the files of the embedded database, by its server if one runs, and read the copy, so that
 * the server is not delayed.
 */
async function openEmbeddedSnapshot(dataDir: string, { type, runId }: SnapshotOrder): Promise<Snapshot> {
  requireDataDir(dataDir);
  removeStaleCopies(dataDir);
  if (!fs.existsSync(path.join(dataDir, 'pgdata')))
    throw new BackupError(`There is no database in DATA_DIR ${dataDir}: there is nothing to back up.`);
  const folder = fs.mkdtempSync(path.join(dataDir, snapshotPrefix));
  const copy = path.join(folder, 'pgdata');
  const remove = () => fs.rmSync(folder, { recursive: true, force: true });
  try {
    const unlock = tryLock(dataDir);
    let finish = async (_: string | null) => undefined as unknown;
    if (unlock === null) finish = (await requestSnapshot(dataDir, { folder: copy, type, runId })).finish;
    else await copyDatabaseFolder(path.join(dataDir, 'pgdata'), copy, (work) => work()).finally(unlock);
    const client = await openCopy(copy);
    return {
      client: sqlClientOf(client),
      database: 'embedded',
      async scratch() {
        await client.query('rollback');
        return sqlClientOf(client);
      },
      finish: async (error) => void (await finish(error)),
      async close() {
        await client.close().catch(() => undefined); // the copy is removed
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Open a copy and begin a transaction in it, in which cursors work. */
export async function openCopy(data: string): Promise<PreparedPGlite> {
  const client = await openScratch(data);
  await setTextFormats(sqlClientOf(client));
  await client.query('begin isolation level repeatable read read only');
  return client;
}

/** Lock the data directory; null if another process has it. */
function tryLock(dataDir: string): (() => void) | null {
  try {
    return lockDataDir(dataDir);
  } catch (error) {
    if (error instanceof StartError && error.message.includes('is in use')) return null;
    throw error;
  }
}

/** Remove the copies of programs that were killed. */
function removeStaleCopies(dataDir: string): void {
  for (const name of fs.readdirSync(dataDir)) {
    const folder = path.join(dataDir, name);
    if (name.startsWith(snapshotPrefix) && Date.now() - fs.statSync(folder).mtimeMs > staleMs)
      fs.rmSync(folder, { recursive: true, force: true });
  }
}
