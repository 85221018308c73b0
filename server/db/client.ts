import { fileURLToPath } from 'node:url';
import { entityKind, type SQL } from 'drizzle-orm';
import type { PgAsyncDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Env } from '#server/env.ts';
import type { MigrationLog } from './migrating.ts';

/**
 * The database, or a transaction on it: services take either. Inside `db.transaction(async (tx) =>
 * …)` use only `tx`: the embedded database has one connection, and the outer `db` would deadlock.
 * On Postgres the body runs again after a deadlock or a lock timeout, so it changes only rows: mail
 * is queued as rows, files and broadcasts follow after the commit.
 */
export type Db = PgAsyncDatabase<PgQueryResultHKT>;

export interface Database {
  db: Db;
  close: () => Promise<void>;
  type: 'embedded' | 'postgres';
  /** Copy the files of an embedded database on disk while it is used (copyDatabase.ts). */
  copyTo?: (folder: string) => Promise<void>;
}

export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/**
 * Open and migrate the database: Postgres by DATABASE_URL, otherwise PGlite in this process, in
 * DATA_DIR/pgdata. Throws StartError if the operator can fix it (directory locked or not writable,
 * server unreachable).
 */
export async function openDatabase(
  env: Pick<Env, 'databaseUrl' | 'dataDir'>,
  log?: MigrationLog,
): Promise<Database> {
  if (env.databaseUrl !== null) {
    const { openPostgres } = await import('./postgres.ts');
    return { ...(await openPostgres(env.databaseUrl, migrationsFolder, log)), type: 'postgres' };
  }
  const { openEmbedded } = await import('./embedded.ts');
  return { ...(await openEmbedded(env.dataDir, migrationsFolder)), type: 'embedded' };
}

/** Return whether the database runs in this process, for the few places that differ by engine. */
export function isEmbedded(db: Db): boolean {
  return (db.constructor as unknown as { [entityKind]: string })[entityKind].startsWith('Pglite');
}

/**
 * Run a statement written by hand and return its rows, alike on both engines: column names as in
 * the SQL, bigint as number, numeric and times as text (UTC), JSON parsed.
 */
export async function rows<Row extends object>(db: Db, query: SQL): Promise<Row[]> {
  const result = (await db.execute(query)) as { rows: Row[] };
  return result.rows;
}
