import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { migrationsFolder } from '#server/db/client.ts';

/*
 * Creating a database takes ten seconds of CPU time; copying one takes less than one. The copy is
 * made once for the present migrations and PGlite. Only the first start in server/main.test.ts
 * begins without a database.
 */

const cache = path.resolve('node_modules/.cache/cold-open');

/** Copy a migrated database without rows into a folder that will be opened as DATA_DIR. */
export async function copyPreparedData(dataDir: string): Promise<void> {
  const folder = await preparedData();
  fs.cpSync(path.join(folder, 'pgdata'), path.join(dataDir, 'pgdata'), { recursive: true });
}

/** Return the folder of a database without tables, as the server creates it. */
export async function emptyData(): Promise<string> {
  return path.join(await preparedData(), 'empty');
}

/** Return a migrated database without rows, for a database in memory. */
export async function preparedDataBlob(): Promise<Blob> {
  return readBlob(await preparedData(), 'pgdata.tar');
}

/** Return a database without tables, for a database in memory. */
export async function emptyDataBlob(): Promise<Blob> {
  return readBlob(await preparedData(), 'empty.tar');
}

function readBlob(folder: string, name: string): Blob {
  return new Blob([fs.readFileSync(path.join(folder, name))]);
}

/**
 * Return a hash that changes with the migrations, with PGlite and with this file, so that no
 * outdated copy is reused.
 */
export function fingerprint(): string {
  const hash = createHash('sha256').update(fs.readFileSync(path.resolve('package-lock.json')));
  hash.update(fs.readFileSync(import.meta.filename));
  for (const name of fs.readdirSync(migrationsFolder).sort())
    hash.update(name).update(fs.readFileSync(path.join(migrationsFolder, name, 'migration.sql')));
  return hash.digest('hex').slice(0, 16);
}

async function preparedData(): Promise<string> {
  const folder = path.join(cache, `test-db-${fingerprint()}`);
  if (fs.existsSync(folder)) return folder;
  fs.mkdirSync(cache, { recursive: true });
  // Other workers wait for this lock. The operating system releases it when its process ends.
  const lock = new DatabaseSync(path.join(cache, 'test-db.lock'), { timeout: 300_000 });
  lock.exec('BEGIN EXCLUSIVE');
  try {
    if (!fs.existsSync(folder)) await createDatabase(folder);
  } finally {
    lock.close();
  }
  return folder;
}

/**
 * Create the database under a temporary name until it is complete. The server's own code would sync
 * every file of the migrations to disk.
 */
async function createDatabase(folder: string): Promise<void> {
  for (const name of fs.readdirSync(cache))
    if (/^test-db-\w{16}/.test(name)) fs.rmSync(path.join(cache, name), { recursive: true, force: true });
  const unfinished = `${folder}.unfinished`;
  const [empty, data] = [path.join(unfinished, 'empty'), path.join(unfinished, 'pgdata')];
  fs.mkdirSync(unfinished);
  execFileSync(process.execPath, [path.resolve('server/db/createDatabase.ts'), empty]);
  fs.cpSync(empty, data, { recursive: true });
  const startParams = [...PGlite.defaultStartParams, '-c', 'timezone=UTC'];
  const client = await PGlite.create({ dataDir: data, startParams });
  const storeCopy = async (name: string) => {
    await client.exec('checkpoint');
    const copy = await client.dumpDataDir('none');
    fs.writeFileSync(path.join(unfinished, name), Buffer.from(await copy.arrayBuffer()));
  };
  await storeCopy('empty.tar');
  await migrate(drizzle({ client }), { migrationsFolder });
  await storeCopy('pgdata.tar');
  await client.close();
  fs.renameSync(unfinished, folder);
}
