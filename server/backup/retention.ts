import { timeOfBackup } from './backupManifest.ts';
import type { BackupStore } from './backupStore.ts';
import { type ListedBackup, listBackups } from './readBackup.ts';

/** Age at which an incomplete backup cannot belong to a running program. */
const incompleteMs = 24 * 3_600_000;

/**
 * Return the backups to remove: nightly ones and restore points beyond the newest `keep` of their
 * type, and incomplete ones of dead programs. Backups made by hand stay until somebody removes
 * them, and so does the newest one that was verified. A manifest that cannot be read is no reason
 * to remove a backup.
 */
export function findExpired(
  backups: readonly ListedBackup[],
  objects: ReadonlyMap<string, boolean>,
  keep: number,
  now = new Date(),
): string[] {
  const newestFirst = [...backups].sort((a, b) => (a.name < b.name ? 1 : -1));
  const newestVerified = newestFirst.find(({ verification }) => verification?.status === 'passed');
  const expired = (['nightly', 'restore-point'] as const)
    .flatMap((type) => newestFirst.filter(({ manifest }) => manifest?.type === type).slice(keep))
    .filter((backup) => backup !== newestVerified);
  const incomplete = newestFirst.filter(
    ({ name }) => objects.get(name) === false && now.getTime() - timeOfBackup(name).getTime() > incompleteMs,
  );
  return [...expired, ...incomplete].map(({ name }) => name);
}

/** Remove expired backups. Returns their names. */
export async function removeExpired(store: BackupStore, keep: number): Promise<string[]> {
  const backups = await listBackups(store);
  const hasManifest = new Map<string, boolean>();
  for (const { name, manifest } of backups)
    hasManifest.set(name, manifest !== null || (await store.sizes(name)).has('manifest.json'));
  const names = findExpired(backups, hasManifest, keep);
  for (const name of names) await store.remove(name);
  return names;
}
