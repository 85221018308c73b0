import type { FastifyInstance } from 'fastify';
import { runsState } from '#server/db/backupRuns.ts';
import { recordActivity } from '#server/lib/activity.ts';
import type { Deps } from '#server/lib/deps.ts';
import { conflict, unavailable } from '#server/lib/errors.ts';
import { mount } from '#server/lib/mount.ts';
import { type BackupFacts, createBackup, getBackups } from '#shared/contract/backups.ts';
import { timeOfBackup } from './backupManifest.ts';
import { type BackupStore, openBackupStore } from './backupStore.ts';
import type { Backups } from './backups.service.ts';
import { type ListedBackup, listBackups, sizeOfBackup } from './readBackup.ts';

/** Number of backups that the administrators' page shows. */
const maxListed = 60;

export function backupsRoutes(
  app: FastifyInstance,
  { db, env, backups }: Pick<Deps, 'db' | 'env'> & { backups: Backups },
): void {
  const { target, keep, isNightly, passphrase } = env.backup;

  mount(app, getBackups, 'admin', async () => {
    const { runningSince, lastFailure } = await runsState(db);
    const store = await openBackupStore(target);
    const settings = { keep, isNightly, isEncrypted: passphrase !== null };
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
}

async function factsIn(store: BackupStore): Promise<BackupFacts[]> {
  try {
    return (await listBackups(store)).slice(0, maxListed).map(factsOf);
  } catch (cause) {
    throw unavailable('The place of backups cannot be read. The log of the server has the reason.', cause);
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
