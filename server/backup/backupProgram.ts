import os from 'node:os';
import path from 'node:path';
import { backupTypes } from '#server/db/schema/backup.ts';
import { openDisk } from '#server/storage/storage.ts';
import { BackupError } from './backupError.ts';
import { type BackupStore, openBackupStore } from './backupStore.ts';
import { exitCodes } from './exitCodes.ts';
import { type ProgramContext, parseOptions, runProgram } from './programRunner.ts';
import { listBackups, openBackup, resolveBackupName, sizeOfBackup } from './readBackup.ts';
import { removeExpired } from './retention.ts';
import { openSnapshot } from './snapshot.ts';
import type { SqlClient } from './sqlClient.ts';
import { verifyBackup } from './verifyBackup.ts';
import { writeBackup } from './writeBackup.ts';

const usage = `Back up the database and the files, while the server runs or not.

npm run backup -- [options]
  --to PLACE       a folder, or s3://bucket/path; default: BACKUP_TO, otherwise DATA_DIR/backups
  --keep N         how many nightly backups to keep; default: BACKUP_KEEP, otherwise 14
  --no-verify      do not restore the backup into a scratch database to compare it
  --verify NAME    only verify that backup; "latest" is the newest one
  --list           only list the backups

BACKUP_PASSPHRASE encrypts backups. Exit codes: 0 done, 1 failed, 2 wrong usage, 3 nothing was done
because something has to be done first, 4 the backup differs from what it should contain.
`;

const { values } = parseOptions(
  {
    to: { type: 'string' },
    keep: { type: 'string' },
    verify: { type: 'string' },
    'no-verify': { type: 'boolean' },
    list: { type: 'boolean' },
    // For the server, which starts this program too.
    type: { type: 'string' },
    run: { type: 'string' },
  },
  usage,
);

await runProgram(values.to, async (context) => {
  const store = await openBackupStore(context.target);
  try {
    if (values.list) await list(store, context);
    else if (values.verify !== undefined) await verify(store, values.verify, context);
    else await backUp(store, context);
  } finally {
    store.close();
  }
});

async function list(store: BackupStore, { say }: ProgramContext): Promise<void> {
  const backups = await listBackups(store);
  if (backups.length === 0) say(`There are no backups in ${store.place}.`);
  for (const { name, manifest, verification } of backups)
    say(
      manifest === null
        ? `${name}  incomplete`
        : [
            name,
            manifest.type,
            sizeText(sizeOfBackup(manifest)),
            verification === null ? 'not verified' : `verification ${verification.status}`,
            ...(manifest.encryption === null ? [] : ['encrypted']),
          ].join('  '),
    );
}

async function verify(
  store: BackupStore,
  given: string,
  { env, say }: ProgramContext,
  scratch?: SqlClient,
): Promise<void> {
  const name = await resolveBackupName(store, given);
  say(`Verifying ${name} in a scratch database`);
  const backup = await openBackup(store, name, env.backup.passphrase);
  const { status, differences } = await verifyBackup(backup, scratch ?? scratchFolderOf(env));
  if (status === 'failed')
    throw new BackupError(`The backup ${name} must not be relied on: ${differences.join(' ')}`, 4);
  say(
    `Verified: all ${backup.manifest.tables.length} tables and ${backup.manifest.files.count} files equal.`,
  );
}

async function backUp(store: BackupStore, context: ProgramContext): Promise<void> {
  const { env, say, signal } = context;
  const type = backupTypes.find((each) => each === values.type) ?? 'manual';
  const runId = values.run === undefined ? null : Number(values.run);
  const keep = Number(values.keep ?? env.backup.keep);
  if (!Number.isInteger(keep) || keep < 1)
    throw new BackupError('--keep should be a number from 1.', exitCodes.usage);
  if (isLostWithData(context))
    say(`${store.place} is inside of DATA_DIR, and is lost with it. Copy it, or set BACKUP_TO or --to.`);
  const disk = await openDisk(env);
  const snapshot = await openSnapshot(env, { type, runId });
  let failure: string | null = 'The backup failed.';
  try {
    const { passphrase } = env.backup;
    const manifest = await writeBackup({ store, disk, snapshot, type, passphrase, say, signal });
    say(`Backup ${manifest.name}: ${sizeText(sizeOfBackup(manifest))}`);
    // Verifying does not need the files of the server, which may delete some again.
    failure = null;
    await snapshot.finish(null);
    if (!values['no-verify']) await verify(store, manifest.name, context, await snapshot.scratch?.());
  } catch (error) {
    if (failure !== null) await snapshot.finish(error instanceof Error ? error.message : failure);
    throw error;
  } finally {
    await snapshot.close();
    disk.close();
  }
  for (const name of await removeExpired(store, keep)) say(`Removed ${name}, because newer ones are kept.`);
}

/** Return whether the backups are in the folder that they are backups of. */
function isLostWithData({ env, target }: ProgramContext): boolean {
  if (target.type !== 'folder') return false;
  const inside = path.relative(path.resolve(env.dataDir), path.resolve(target.folder));
  return !inside.startsWith('..') && !path.isAbsolute(inside);
}

/** Return where scratch databases go: beside an embedded one, which needs as much space. */
function scratchFolderOf({ databaseUrl, dataDir }: ProgramContext['env']): string {
  return databaseUrl === null ? dataDir : os.tmpdir();
}

function sizeText(bytes: number): string {
  const megabytes = bytes / 1_048_576;
  return megabytes < 1 ? `${Math.ceil(bytes / 1024)} kB` : `${megabytes.toFixed(1)} MB`;
}
