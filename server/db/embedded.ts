import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { PGlite } from '@electric-sql/pglite';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { StartError } from '#server/startError.ts';
import { readAppliedMigrations, requireKnownMigrations } from './appliedMigrations.ts';
import { setDatabaseReading } from './connections.ts';
import { copyDatabaseFolder } from './copyDatabase.ts';
import { isDamage, isDiskFull } from './databaseErrors.ts';
import { setReadWindows } from './readsBetween.ts';
import { damagedDatabase, hasFreeSpace, openRecoverable } from './recoverable.ts';

/** Locks of this process. A handle that is garbage-collected would release its lock. */
const locks = new Set<DatabaseSync>();

/**
 * Lock a data directory for this process. Two processes would overwrite each other's pages without
 * an error. It is an operating-system lock on owner.db, so it ends with the process. Returns the
 * function that releases it.
 */
export function lockDataDir(dataDir: string): () => void {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(path.join(dataDir, 'owner.db'), { timeout: 0 });
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (cause) {
    lock?.close();
    if (!isLockedByOther(cause)) throw openError(dataDir, cause);
    throw new StartError(`DATA_DIR ${dataDir} is in use by another Cold Open process.`, { cause });
  }
  const held = lock;
  locks.add(held);
  return () => {
    locks.delete(held);
    held.close();
  };
}

/** SQLITE_BUSY and SQLITE_LOCKED; other errors are about the disk. */
function isLockedByOther(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (error.errcode === 5 || error.errcode === 6);
}

/** Return a one-line error if the operator can fix the cause, otherwise the error. */
function openError(folder: string, cause: unknown): unknown {
  if (cause instanceof StartError) return cause;
  if (isDiskFull(cause) || !hasFreeSpace(folder))
    return new StartError(
      `The disk that DATA_DIR ${folder} is on is full. Free some space and start again.`,
      {
        cause,
      },
    );
  return isDamage(cause) ? damagedDatabase(folder, undefined, cause) : cause;
}

/** Create a data directory if it does not exist. Throws if this user may not write to it. */
export function requireDataDir(folder: string): void {
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    fs.accessSync(folder, fs.constants.W_OK | fs.constants.X_OK);
  } catch (cause) {
    if (isDiskFull(cause)) throw openError(folder, cause);
    throw new StartError(`DATA_DIR should be a folder this user may write to, not ${folder}.`, { cause });
  }
}

export async function openEmbedded(dataDir: string, migrationsFolder: string) {
  const folder = path.resolve(dataDir);
  requireDataDir(folder);
  const release = lockDataDir(folder);
  const client = await openRecoverable(folder).catch((error) => {
    release();
    throw openError(folder, error);
  });
  const close = async () => {
    await client.close();
    release();
  };
  try {
    const db = drizzle({ client: client as unknown as PGlite });
    setDatabaseReading(db, client.reading);
    setReadWindows(db, client.letOthersRead);
    const applied = await readAppliedMigrations((text) => client.query(text));
    requireKnownMigrations(applied, readMigrationFiles({ migrationsFolder }));
    await migrate(db, { migrationsFolder });
    return {
      db,
      close,
      copyTo: (target: string) => copyDatabaseFolder(path.join(folder, 'pgdata'), target, client.exclusively),
    };
  } catch (error) {
    await close().catch(() => undefined); // the first error says more
    throw openError(folder, error);
  }
}
