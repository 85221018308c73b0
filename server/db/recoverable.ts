import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { PGlite } from '@electric-sql/pglite';
import { StartError } from '#server/startError.ts';
import type { DatabaseReading } from './connections.ts';
import { DatabaseUnavailable, isDiskFull } from './databaseErrors.ts';
import { DurablePGlite } from './durable.ts';
import { freeBytesIn } from './freeSpace.ts';

/** Part of PGlite that drizzle uses. */
type Client = Pick<PGlite, 'query' | 'exec' | 'transaction' | 'close'> & {
  /** Run work while no statement runs; all wait for it. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>;
  /** Let readers of other projects read between the statements of the running transaction. */
  letOthersRead: <T>(changedProjectId: number, work: () => Promise<T>) => Promise<T>;
  reading: () => DatabaseReading;
};

/** Minimum time between two recoveries. A recovery takes a second and blocks everything else. */
const minRecoveryIntervalMs = 2000;
/**
 * Minimum free space to open the database. Postgres allocates 16 MB at once for its write-ahead
 * log.
 */
const minFreeBytes = 32 * 1_048_576;

export function hasFreeSpace(folder: string): boolean {
  return freeBytesIn(folder) >= minFreeBytes;
}

/**
 * Open the database in `folder`, and reopen it after a panic, as Postgres itself would restart.
 * Missing or unreadable files are never replaced: calls fail with DatabaseUnavailable, whose cause
 * names them.
 */
export async function openRecoverable(folder: string): Promise<Client> {
  let current = await open(folder, true);
  let opening: Promise<DurablePGlite> | null = null;
  let failure: unknown = null;
  let nextTryAt = 0;

  async function reopen(cause: unknown): Promise<DurablePGlite> {
    if (Date.now() < nextTryAt || (isDiskFull(cause) && !hasFreeSpace(folder)))
      throw new DatabaseUnavailable(failure ?? cause);
    try {
      current = await open(folder);
      failure = null;
      return current;
    } catch (error) {
      failure = isDiskFull(cause) ? cause : error;
      nextTryAt = Date.now() + minRecoveryIntervalMs;
      throw new DatabaseUnavailable(failure);
    }
  }

  async function openClient(): Promise<DurablePGlite> {
    if (current.panic === undefined) return current;
    opening ??= reopen(current.panic).finally(() => {
      opening = null;
    });
    return opening;
  }

  return {
    query: async (...call) => (await openClient()).query(...call) as never,
    exec: async (...call) => (await openClient()).exec(...call),
    transaction: async (work) => (await openClient()).transaction(work),
    exclusively: async (work) => (await openClient()).exclusively(work),
    letOthersRead: (changedProjectId, work) => current.letOthersRead(changedProjectId, work),
    reading: () => current.reading(),
    close: async () => {
      // After a panic it cannot be closed; everything acknowledged is on the disk.
      if (current.panic === undefined) await current.close();
    },
  };
}

/** Open the database in `folder`. `mayCreate`: create it if there is none, at the start only. */
async function open(folder: string, mayCreate = false): Promise<DurablePGlite> {
  const data = path.join(folder, 'pgdata');
  finishReplacing(folder, data);
  const damage = damageOf(data);
  if (damage === absent && mayCreate) await createDatabase(folder, data);
  else if (damage !== null) throw damagedDatabase(folder, damage);
  const client = new DurablePGlite(data);
  try {
    await client.waitReady;
  } catch (cause) {
    if (isDiskFull(cause) || !hasFreeSpace(folder)) throw cause;
    // Postgres in WebAssembly aborts without a message.
    throw damagedDatabase(folder, undefined, cause);
  }
  return client;
}

/**
 * Return an error of one line for the operator. Without a `reason`, because Postgres in WebAssembly
 * aborts without a message, the line is general.
 */
export function damagedDatabase(
  folder: string,
  reason = 'Postgres cannot read its files, which are damaged or incomplete',
  cause?: unknown,
): StartError {
  return new StartError(
    `The database in ${path.join(folder, 'pgdata')} was not opened, and nothing was removed: ${reason}. Put the missing files back, or restore a backup (docs/operating.md, Backups and restoring).`,
    { cause },
  );
}

/** Folder of a restored database until it has replaced `pgdata` (server/backup/). */
export const restoredFolder = 'pgdata.restored';

const absent = 'the folder is absent or empty';

/** Folders without which Postgres does not start, or starts with an empty database. */
const neededFolders = ['base', 'global', 'pg_wal', 'pg_xact'];

/**
 * Return the reason why a data directory cannot hold a database, or null. `absent` means that the
 * folder does not exist or is empty. A read error is another reason, so that a failing disk is
 * never taken for an empty one.
 */
function damageOf(data: string): string | null {
  try {
    if (fs.lstatSync(data, { throwIfNoEntry: false }) === undefined) return absent;
    const names = new Set(fs.readdirSync(data));
    if (names.size === 0) return absent;
    if (!names.has('PG_VERSION')) return 'PG_VERSION is missing in it';
    if (fs.readFileSync(path.join(data, 'PG_VERSION')).length === 0) return 'PG_VERSION is empty';
    const missing = neededFolders.find((name) => !names.has(name));
    if (missing !== undefined) return `the folder ${missing} is missing in it`;
    for (const name of neededFolders) fs.readdirSync(path.join(data, name));
    if (fs.readFileSync(path.join(data, 'global', 'pg_control')).length === 0)
      return 'global/pg_control is empty';
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Finish a restore that was killed after it had moved the earlier database aside. */
function finishReplacing(folder: string, data: string): void {
  const restored = path.join(folder, restoredFolder);
  if (fs.lstatSync(data, { throwIfNoEntry: false }) === undefined && fs.existsSync(restored))
    fs.renameSync(restored, data);
}

const unfinishedPrefix = 'pgdata.new-';

/**
 * Create a database in another process, so that its memory is freed. The folder has another name
 * until the database is complete, because that process may outlive this one.
 */
export async function createDatabase(folder: string, data: string): Promise<void> {
  for (const name of fs.readdirSync(folder))
    if (name.startsWith(unfinishedPrefix))
      fs.rmSync(path.join(folder, name), { recursive: true, force: true });
  const unfinished = fs.mkdtempSync(path.join(folder, unfinishedPrefix));
  const program = fileURLToPath(new URL('./createDatabase.ts', import.meta.url));
  await promisify(execFile)(process.execPath, [program, unfinished]);
  // Replace only an empty folder: rmdir and rename both fail if there are files.
  if (fs.existsSync(data)) fs.rmdirSync(data);
  fs.renameSync(unfinished, data);
}
