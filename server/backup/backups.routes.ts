import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { runsState } from '#server/db/backupRuns.ts';
import { rows } from '#server/db/client.ts';
import { recordActivity } from '#server/lib/activity.ts';
import type { Deps } from '#server/lib/deps.ts';
import { conflict, HttpError, unavailable } from '#server/lib/errors.ts';
import { mount } from '#server/lib/mount.ts';
import { type BackupFacts, createBackup, getBackups, restoreBackup } from '#shared/contract/backups.ts';
import { BackupError } from './backupError.ts';
import { timeOfBackup } from './backupManifest.ts';
import { type BackupStore, openBackupStore } from './backupStore.ts';
import type { Backups } from './backups.service.ts';
import { lastRestore } from './orderedRestore.ts';
import { type ListedBackup, listBackups, openBackup, sizeOfBackup } from './readBackup.ts';
import { isOfOtherInstallation, readCurrent } from './restoreTarget.ts';

/** Number of backups that the administrators' page shows. */
const maxListed = 60;
const placeUnreadable = 'The place of backups cannot be read. The log of the server has the reason.';

export function backupsRoutes(
  app: FastifyInstance,
  { db, env, backups }: Pick<Deps, 'db' | 'env'> & { backups: Backups },
): void {
  const { target, keep, isNightly, passphrase } = env.backup;

  mount(app, getBackups, 'admin', async () => {
    const { runningSince, lastFailure } = await runsState(db);
    const store = await openBackupStore(target);
    const settings = {
      keep,
      isNightly,
      isEncrypted: passphrase !== null,
      lastRestore: await lastRestore(db),
    };
    try {
      return { ...settings, place: store.place, runningSince, lastFailure, backups: await factsIn(store) };
    } finally {
      store.close();
    }
  });

  mount(app, createBackup, 'admin', async ({ user, request }) => {
    const { runningSince } = await runsState(db);
    if (runningSince !== null) throw conflict('A backup is being made already. Wait until it is done.');
    await recordActivity(db, request, { userId: user.id, action: 'admin.backup', details: {} });
    await backups.start();
    return { runningSince: new Date() };
  });

  let isStopping = false;
  mount(app, restoreBackup, 'admin', async ({ user, params: { name } }) => {
    const { runningSince } = await runsState(db);
    if (runningSince !== null) throw conflict('A backup is being made. Wait until it is done, then restore.');
    await requireRestorable(name, { db, env });
    if (isStopping) throw conflict('Another administrator restores a backup. Wait until it is done.');
    isStopping = true;
    backups.restore({ name, userId: user.id });
    return { name };
  });
}

/** Reject a backup that cannot be restored, before the server is stopped for it. */
async function requireRestorable(name: string, { db, env }: Pick<Deps, 'db' | 'env'>): Promise<void> {
  const store = await openBackupStore(env.backup.target);
  try {
    const { manifest } = await openBackup(store, name, env.backup.passphrase);
    const current = await readCurrent({ rows: (text) => rows(db, sql.raw(text)) });
    if (isOfOtherInstallation(manifest, current))
      throw conflict(
        `The backup ${name} is of another installation. Stop the server and restore it by the command, with --from-other-installation.`,
      );
  } catch (error) {
    if (error instanceof BackupError) throw conflict(error.message);
    if (error instanceof HttpError) throw error;
    throw unavailable(placeUnreadable, error);
  } finally {
    store.close();
  }
}

async function factsIn(store: BackupStore): Promise<BackupFacts[]> {
  try {
    return (await listBackups(store)).slice(0, maxListed).map(factsOf);
  } catch (cause) {
    throw unavailable(placeUnreadable, cause);
  }
}

function factsOf({ name, manifest, verification }: ListedBackup): BackupFacts {
  return {
    name,
    createdAt: timeOfBackup(name),
    type: manifest?.type ?? null,
    version: manifest?.version ?? null,
    sizeBytes: manifest === null ? null : sizeOfBackup(manifest),
    rows: manifest?.tables.reduce((sum, { rows }) => sum + rows, 0) ?? null,
    files: manifest?.files.count ?? null,
    isEncrypted: manifest?.encryption != null,
    verification: verification?.status ?? null,
    differences: verification?.differences ?? [],
  };
}
