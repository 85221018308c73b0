import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { StartError } from '#server/env.ts';
import { PreparedPGlite } from './preparedPglite.ts';

type Init = Parameters<NodeFS['init']>;
/** The part of Emscripten's module that is patched. */
interface Module {
  NODEFS: { stream_ops: { fsync: (stream: { nfd: number }) => number } };
}

/**
 * PGlite's files on disk, with an fsync that reaches the disk: Emscripten's own does nothing, so a commit
 * would outlive the process but not a power cut. Reaches into internals; durable.test.ts counts the calls.
 */
export class DurableFS extends NodeFS {
  override async init(...[pg, options]: Init) {
    const started = await super.init(pg, options);
    const emscriptenOpts = started.emscriptenOpts;
    emscriptenOpts.preRun = [
      ...(emscriptenOpts.preRun ?? []),
      (module) => {
        (module as unknown as Module).NODEFS.stream_ops.fsync = (stream) => {
          fs.fsyncSync(stream.nfd);
          return 0;
        };
      },
    ];
    return started;
  }
}

/** PGlite starts with fsync off (-F); of the sync methods only plain fsync passes through DurableFS. */
export const durableParams = PGlite.defaultStartParams
  .filter((parameter) => parameter !== '-F')
  .concat(['-c', 'fsync=on', '-c', 'wal_sync_method=fsync', '-c', 'timezone=UTC']);

/** Kept here for as long as they are held: a handle collected as garbage would let its lock go. */
const locks = new Set<DatabaseSync>();

/**
 * One process per data directory: two would overwrite each other's pages without an error. The lock is an
 * operating-system lock on owner.db, so a killed owner leaves nothing behind. Returns the release.
 */
function own(dataDir: string): () => void {
  const lock = new DatabaseSync(path.join(dataDir, 'owner.db'), { timeout: 0 });
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (cause) {
    lock.close();
    throw new StartError(`DATA_DIR ${dataDir} is in use by another Cold Open process.`, { cause });
  }
  locks.add(lock);
  return () => {
    locks.delete(lock);
    lock.close();
  };
}

export async function openEmbedded(dataDir: string, migrationsFolder: string) {
  const folder = path.resolve(dataDir);
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    fs.accessSync(folder, fs.constants.W_OK | fs.constants.X_OK);
  } catch (cause) {
    throw new StartError(`DATA_DIR should be a folder this user may write to, not ${folder}.`, { cause });
  }
  const release = own(folder);
  let client: PGlite | undefined;
  try {
    client = await PreparedPGlite.open({
      fs: new DurableFS(path.join(folder, 'pgdata')),
      startParams: durableParams,
    });
    const db = drizzle({ client });
    await migrate(db, { migrationsFolder });
    const opened = client;
    const close = async () => {
      await opened.close();
      release();
    };
    return { db, close };
  } catch (error) {
    await client?.close().catch(() => undefined); // the first error says more
    release();
    throw error;
  }
}
