import type { Disk } from '#server/storage/disk.ts';
import { openDisk } from '#server/storage/storage.ts';
import { rejected } from './backupError.ts';
import { fileNames, type RestoredFiles, readFiles, restoreFiles } from './backupFiles.ts';
import type { Manifest } from './backupManifest.ts';
import { openBackupStore } from './backupStore.ts';
import { openEmbeddedTarget } from './embeddedTarget.ts';
import { exitCodes } from './exitCodes.ts';
import { createByteReader, readParts } from './partStream.ts';
import { openPostgresTarget } from './postgresTarget.ts';
import { type ProgramContext, parseOptions, runProgram } from './programRunner.ts';
import { type OpenBackup, openBackup, resolveBackupName } from './readBackup.ts';
import { isOfOtherInstallation, type RestoreTarget } from './restoreTarget.ts';
import { writeBackup } from './writeBackup.ts';

const usage = `Replace the database by that of a backup, and put its files back. Stop the server, all nodes of it, first.

npm run restore -- NAME [options]
  NAME                        a backup of \`npm run backup -- --list\`, or "latest"
  --from PLACE                a folder, or s3://bucket/path; default: BACKUP_TO, otherwise DATA_DIR/backups
  --from-other-installation   replace the data of this installation by that of another one
  --no-restore-point          do not back up the present data first

The present data is backed up first, as a restore point. If anything fails, it stays as it is. Exit codes: 0 done,
1 failed, 2 wrong usage, 3 nothing was done because something has to be done first, 4 the backup is not what it says.
`;

const { values, positionals } = parseOptions(
  {
    from: { type: 'string' },
    'from-other-installation': { type: 'boolean' },
    'no-restore-point': { type: 'boolean' },
  },
  usage,
);
const [given, ...more] = positionals;
if (given === undefined || more.length > 0) {
  process.stderr.write(usage);
  process.exit(exitCodes.usage);
}

await runProgram(values.from, async (context) => {
  const { env, say } = context;
  const store = await openBackupStore(context.target);
  const backup = await openBackup(store, await resolveBackupName(store, given), env.backup.passphrase);
  const target =
    env.databaseUrl === null
      ? await openEmbeddedTarget(env.dataDir)
      : await openPostgresTarget(env.databaseUrl);
  try {
    requireSameInstallation(backup.manifest, target);
    const restorePoint = await makeRestorePoint(target, context);
    const isDisposable = restorePoint !== null || !target.current.hasUsers;
    await restore(backup, target, context, { isDisposable, replacedFiles: restorePoint?.files ?? [] });
    say(`Restored ${backup.manifest.name}. Start the server.`);
  } finally {
    await target.close();
    store.close();
  }
});

function requireSameInstallation(manifest: Manifest, { current }: RestoreTarget): void {
  if (isOfOtherInstallation(manifest, current) && !values['from-other-installation'])
    throw rejected(
      `The backup ${manifest.name} is of another installation, and this one has users. To replace them, add --from-other-installation.`,
    );
}

/** Back up the present data. Returns the names of its files. Null: there is no restore point. */
async function makeRestorePoint(
  target: RestoreTarget,
  { env, say, signal }: ProgramContext,
): Promise<{ files: string[] } | null> {
  if (values['no-restore-point'] || !target.current.hasUsers) return null;
  const snapshot = await target.snapshot();
  if (snapshot === null) {
    say('The present database cannot be read, so there is no restore point. Its files are kept.');
    return null;
  }
  const store = await openBackupStore(env.backup.target);
  const disk = await openDisk(env);
  try {
    const { passphrase } = env.backup;
    const order = { store, disk, snapshot, passphrase, say: () => undefined, signal };
    const { name } = await writeBackup({ ...order, type: 'restore-point' });
    say(`The present data is in the restore point ${name} in ${store.place}.`);
    return { files: await fileNames(snapshot.client) };
  } finally {
    // Its locks would keep the tables from being replaced.
    await snapshot.close();
    disk.close();
    store.close();
  }
}

interface Replacing {
  /** Whether the present data need not be kept beside the new data. */
  isDisposable: boolean;
  /** Files of the present data, which the restore point contains. */
  replacedFiles: readonly string[];
}

/** Put the files back, then replace the database. If that fails, remove the files again. */
async function restore(
  { manifest, place }: OpenBackup,
  target: RestoreTarget,
  { env, say, signal }: ProgramContext,
  { isDisposable, replacedFiles }: Replacing,
): Promise<void> {
  const disk = await openDisk(env);
  const files: RestoredFiles = { all: new Set(), added: [] };
  try {
    say(`Restoring ${manifest.files.count} files`);
    await restoreFiles(readFiles(place, manifest), disk, files);
    const reader = createByteReader(readParts(place, manifest.parts, 'tables'));
    await target.replace(manifest, reader, {
      isDisposable,
      onTable: (table) => {
        signal.throwIfAborted();
        say(`  ${table}`);
      },
    });
    // The storage may have files that it lacked when the backup was made.
    const restored = new Set([...files.all, ...manifest.files.missing]);
    await removeFiles(
      disk,
      replacedFiles.filter((name) => !restored.has(name)),
      say,
    );
  } catch (error) {
    say('The restore failed. The data stays as it was before.');
    await removeFiles(disk, files.added, say);
    throw error;
  } finally {
    disk.close();
  }
}

/** Remove files that no database knows. Errors are only reported: such a file only takes space. */
async function removeFiles(disk: Disk, names: readonly string[], say: (line: string) => void): Promise<void> {
  for (const name of names)
    await disk.remove(name).catch(() => say(`The file ${name} could not be removed.`));
}
