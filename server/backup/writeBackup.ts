import { randomBytes } from 'node:crypto';
import type { BackupType } from '#server/db/schema/backup.ts';
import { productVersion } from '#server/lib/productVersion.ts';
import type { Disk } from '#server/storage/disk.ts';
import { BackupError } from './backupError.ts';
import { writeFiles } from './backupFiles.ts';
import { backupFormat, backupNameOf, type Manifest, manifestFile } from './backupManifest.ts';
import type { BackupStore } from './backupStore.ts';
import { dumpTables, readSequences } from './dumpTables.ts';
import { createPartWriter } from './partStream.ts';
import { deriveKeys, sealOf } from './sealing.ts';
import type { Snapshot } from './snapshot.ts';
import { listMigrations, readInstallationId } from './sqlClient.ts';

export interface BackupOrder {
  store: BackupStore;
  disk: Disk;
  snapshot: Snapshot;
  type: BackupType;
  passphrase: string | null;
  /** Print a line for the operator. */
  say: (line: string) => void;
  signal: AbortSignal;
}

/** Write a backup. What was written of one that fails is removed. */
export async function writeBackup(order: BackupOrder): Promise<Manifest> {
  const { store, passphrase, say } = order;
  const startedAt = new Date();
  const name = backupNameOf(startedAt, randomBytes(3).toString('hex'));
  say(`Backing up to ${store.place}: ${name}`);
  const keys = passphrase === null ? null : await deriveKeys(passphrase);
  try {
    const content = await writeContent(order, name, keys?.parts ?? null);
    const facts = {
      format: backupFormat,
      version: productVersion(),
      name,
      type: order.type,
      startedAt: startedAt.toISOString(),
      finishedAt: new Date().toISOString(),
      ...content,
      encryption: keys?.facts ?? null,
    } as const;
    const manifest: Manifest = { ...facts, seal: sealOf(facts, keys?.manifest ?? null) };
    order.signal.throwIfAborted();
    await store.put(name, manifestFile, Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`));
    return manifest;
  } catch (error) {
    await store.remove(name).catch(() => say(`The incomplete backup ${name} could not be removed.`));
    throw error;
  }
}

/** Write rows and files from one snapshot of the database. */
async function writeContent(
  { store, disk, snapshot, say, signal }: BackupOrder,
  backup: string,
  key: Buffer | null,
) {
  const { client, database } = snapshot;
  const migrations = await listMigrations(client);
  if (migrations === null)
    throw new BackupError('The database is empty: there is nothing to back up. Start the server once.');
  const place = { store, backup, key };
  const tableWriter = createPartWriter(place, 'tables');
  const writeLines = async (lines: string) => {
    signal.throwIfAborted();
    await tableWriter.write(Buffer.from(lines));
  };
  const tables = await dumpTables(client, writeLines, ({ name, rows }) => {
    if (rows > 0) say(`  ${name}: ${rows} ${rows === 1 ? 'row' : 'rows'}`);
  });
  const tableParts = await tableWriter.end();
  const sequences = await readSequences(client);
  const fileWriter = createPartWriter(place, 'files');
  const files = await writeFiles(client, disk, fileWriter, (count) => {
    signal.throwIfAborted();
    if (count % 500 === 0) say(`  ${count} files …`);
  });
  const fileParts = await fileWriter.end();
  say(`  ${files.count} files`);
  if (files.missing.length > 0)
    say(`Files that the storage does not have, so that the backup lacks them: ${files.missing.join(', ')}`);
  return {
    ...{ database, migrations, tables, sequences, files, parts: [...tableParts, ...fileParts] },
    installationId: await readInstallationId(client),
  };
}
