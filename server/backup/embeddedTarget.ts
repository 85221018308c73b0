import fs from 'node:fs';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { migrationsFolder } from '#server/db/client.ts';
import { copyDatabaseFolder } from '#server/db/copyDatabase.ts';
import { DurablePGlite } from '#server/db/durable.ts';
import { lockDataDir, requireDataDir } from '#server/db/embedded.ts';
import { createDatabase, hasFreeSpace, restoredFolder } from '#server/db/recoverable.ts';
import { StartError } from '#server/startError.ts';
import { BackupError, rejected } from './backupError.ts';
import type { Manifest } from './backupManifest.ts';
import { readRuns, storeRuns } from './carriedRuns.ts';
import { replaceContent } from './loadTables.ts';
import type { ByteReader } from './partStream.ts';
import {
  type CurrentContent,
  type ReplaceOptions,
  type RestoreTarget,
  readCurrent,
} from './restoreTarget.ts';
import { openCopy, type Snapshot } from './snapshot.ts';
import { setTextFormats, sqlClientOf } from './sqlClient.ts';

/** Folders of restores. An interrupted one leaves its folder, which the next one removes. */
const workFolder = 'restoring';

/**
 * Lock a data directory. The backup is restored into a new database beside the present one, which
 * is replaced at the end, by renaming.
 */
export async function openEmbeddedTarget(dataDir: string): Promise<RestoreTarget> {
  requireDataDir(dataDir);
  const unlock = lock(dataDir);
  const work = path.join(dataDir, workFolder);
  const removeWork = () => fs.rmSync(work, { recursive: true, force: true });
  try {
    removeWork();
    const copy = await copyPresent(dataDir, path.join(work, 'present'));
    return {
      current: copy.current,
      snapshot: async () => copy.snapshot,
      async replace(manifest, reader, options) {
        try {
          await replaceDatabase({ dataDir, work, manifest, reader, options, runs: copy.runs });
        } catch (cause) {
          // Postgres in WebAssembly fails in many ways when it cannot write.
          if (hasFreeSpace(dataDir)) throw cause;
          const text = `The disk that DATA_DIR ${dataDir} is on is full. Free some space and try again.`;
          throw new BackupError(text, undefined, cause);
        }
      },
      async close() {
        await copy.snapshot?.close();
        removeWork();
        unlock();
      },
    };
  } catch (error) {
    removeWork();
    unlock();
    throw error;
  }
}

function lock(dataDir: string): () => void {
  try {
    return lockDataDir(dataDir);
  } catch (error) {
    if (error instanceof StartError && error.message.includes('is in use'))
      throw rejected(
        `DATA_DIR ${dataDir} is in use by the server or by another restore. Stop it first. Nothing was changed.`,
      );
    throw error;
  }
}

interface PresentContent {
  current: CurrentContent;
  snapshot: Snapshot | null;
  runs: Awaited<ReturnType<typeof readRuns>>;
}

/** Open a copy of the present database, so that reading it cannot change it. */
async function copyPresent(dataDir: string, copy: string): Promise<PresentContent> {
  const present = path.join(dataDir, 'pgdata');
  const isThere = fs.existsSync(present) && fs.readdirSync(present).length > 0;
  if (!isThere) return { current: { hasUsers: false, installationId: null }, snapshot: null, runs: [] };
  try {
    await copyDatabaseFolder(present, copy, (work) => work());
    const client = await openCopy(copy);
    const sqlClient = sqlClientOf(client);
    const current = await readCurrent(sqlClient);
    const runs = await readRuns(sqlClient);
    let closing: Promise<void> | null = null;
    const close = () => {
      closing ??= client.close().catch(() => undefined); // the copy is removed
      return closing;
    };
    const finish = async () => undefined;
    return { current, snapshot: { client: sqlClient, database: 'embedded', finish, close }, runs };
  } catch {
    // A damaged database is a reason to restore a backup. Its files are kept.
    return { current: { hasUsers: true, installationId: null }, snapshot: null, runs: [] };
  }
}

interface Replacement {
  dataDir: string;
  work: string;
  manifest: Manifest;
  reader: ByteReader;
  options: ReplaceOptions;
  /** Runs of the present database. */
  runs: PresentContent['runs'];
}

async function replaceDatabase(replacement: Replacement): Promise<void> {
  const { dataDir, work, manifest, reader, options, runs } = replacement;
  const made = path.join(work, 'pgdata');
  fs.mkdirSync(work, { recursive: true, mode: 0o700 });
  await createDatabase(work, made);
  const client = new DurablePGlite(made);
  await client.waitReady;
  try {
    const db = drizzle({ client });
    await migrate(db, { migrationsFolder });
    const sqlClient = sqlClientOf(client);
    await setTextFormats(sqlClient);
    await replaceContent(sqlClient, manifest, reader, options.onTable);
    await migrate(db, { migrationsFolder });
    await storeRuns(sqlClient, runs);
  } finally {
    await client.close();
  }
  swap(dataDir, made, options.isDisposable);
}

/**
 * Put a database in the place of the present one. If the process is killed between the renames, the
 * next start of the server finishes them (restoredFolder). The present one is removed only if it is
 * in a restore point or empty.
 */
function swap(dataDir: string, made: string, isDisposable: boolean): void {
  const present = path.join(dataDir, 'pgdata');
  const restored = path.join(dataDir, restoredFolder);
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const aside = path.join(dataDir, `pgdata.before-restore-${stamp}`);
  fs.rmSync(restored, { recursive: true, force: true });
  fs.renameSync(made, restored);
  const wasThere = fs.existsSync(present);
  if (wasThere) fs.renameSync(present, aside);
  fs.renameSync(restored, present);
  flush(dataDir);
  if (wasThere && (isDisposable || fs.readdirSync(aside).length === 0))
    fs.rmSync(aside, { recursive: true, force: true });
}

/** Flush the renames. Windows has no handles of folders. */
function flush(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = fs.openSync(folder, 'r');
  fs.fsyncSync(handle);
  fs.closeSync(handle);
}
