import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { migrationsFolder } from '#server/db/client.ts';
import { createScratch } from '#server/db/scratch.ts';
import { BackupError } from './backupError.ts';
import { readFiles } from './backupFiles.ts';
import { type Verification, verificationFile } from './backupManifest.ts';
import { RestoredDifferently, replaceContent } from './loadTables.ts';
import { createByteReader, readParts } from './partStream.ts';
import type { OpenBackup } from './readBackup.ts';
import { type SqlClient, setTextFormats, sqlClientOf } from './sqlClient.ts';

/**
 * Restore a backup into a scratch database, compare every table with the manifest, and read every
 * file. The result is stored beside the manifest. `scratch` is a database for that, or the folder
 * in which one is created.
 */
export async function verifyBackup(
  backup: OpenBackup,
  scratch: SqlClient | string = os.tmpdir(),
): Promise<Verification> {
  const differences = await findDifferences(backup, scratch);
  const verification: Verification = {
    at: new Date().toISOString(),
    status: differences.length === 0 ? 'passed' : 'failed',
    differences,
  };
  const { store, backup: name } = backup.place;
  await store.put(name, verificationFile, Buffer.from(`${JSON.stringify(verification)}\n`));
  return verification;
}

async function findDifferences(backup: OpenBackup, scratch: SqlClient | string): Promise<string[]> {
  try {
    if (typeof scratch === 'string') await loadIntoScratch(backup, scratch);
    else await load(backup, scratch);
    return await compareFiles(backup);
  } catch (error) {
    if (error instanceof RestoredDifferently) return [...error.differences];
    if (error instanceof BackupError) return [error.message];
    throw error;
  }
}

async function loadIntoScratch(backup: OpenBackup, parent: string): Promise<void> {
  const folder = fs.mkdtempSync(path.join(parent, 'cold-open-verify-'));
  try {
    const client = await createScratch(folder);
    try {
      await migrate(drizzle({ client }), { migrationsFolder });
      const sqlClient = sqlClientOf(client);
      await setTextFormats(sqlClient);
      await load(backup, sqlClient);
    } finally {
      await client.close().catch(() => undefined); // the folder is removed
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function load({ manifest, place }: OpenBackup, client: SqlClient): Promise<void> {
  return replaceContent(client, manifest, createByteReader(readParts(place, manifest.parts, 'tables')));
}

async function compareFiles({ manifest, place }: OpenBackup): Promise<string[]> {
  let count = 0;
  let bytes = 0;
  for await (const file of readFiles(place, manifest)) {
    count += 1;
    bytes += file.bytes.length;
  }
  const { files } = manifest;
  if (count === files.count && bytes === files.bytes) return [];
  return [`The backup has ${count} files of ${bytes} bytes instead of ${files.count} of ${files.bytes}.`];
}
