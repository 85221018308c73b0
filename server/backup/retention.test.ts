import { describe, expect, test } from 'vitest';
import { backupNameOf, type Manifest } from './backupManifest.ts';
import { findExpired } from './retention.ts';

const now = new Date('2026-11-28T12:00:00Z');

/** A backup made some days ago. Null: an incomplete one. */
function aBackup(daysAgo: number, type: Manifest['type'] | null, status: 'passed' | 'failed' = 'passed') {
  const at = new Date(now.getTime() - daysAgo * 86_400_000);
  return {
    name: backupNameOf(at, 'abcdef'),
    manifest: type === null ? null : ({ type } as Manifest),
    verification: { at: at.toISOString(), status, differences: [] },
  };
}

type Backup = ReturnType<typeof aBackup>;
const expired = (backups: Backup[], keep: number) => {
  const hasManifest = new Map(backups.map(({ name, manifest }) => [name, manifest !== null]));
  return findExpired(backups, hasManifest, keep, now);
};

describe('findExpired', () => {
  test('keeps the newest nightly backups, and all that were made by hand', () => {
    const nights = [1, 2, 3, 4].map((days) => aBackup(days, 'nightly'));
    const byHand = aBackup(90, 'manual');
    expect(expired([byHand, ...nights], 2)).toEqual(nights.slice(2).map(({ name }) => name));
  });

  test('keeps the newest verified backup when all later ones failed', () => {
    const failed = [1, 2, 3].map((days) => aBackup(days, 'nightly', 'failed'));
    const good = aBackup(4, 'nightly');
    const older = aBackup(5, 'nightly');
    expect(expired([...failed, good, older], 2)).toEqual([failed[2]?.name, older.name]);
  });

  test('removes an incomplete backup after a day, when no program can be writing it', () => {
    const [today, yesterday] = [aBackup(0.5, null), aBackup(2, null)];
    expect(expired([today, yesterday], 14)).toEqual([yesterday.name]);
  });

  test('leaves a backup alone whose manifest cannot be read', () => {
    const unreadable = aBackup(100, null);
    expect(findExpired([unreadable], new Map([[unreadable.name, true]]), 1, now)).toEqual([]);
  });
});
