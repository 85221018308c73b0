import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { date } from './fields.ts';

/** Interval in seconds in which the list is refetched while a backup is made or restored. */
export const backupRefreshSeconds = 2;

/** A backup. Null in fields of the manifest: it is incomplete, because its program was ended. */
export const BackupFacts = z.object({
  name: z.string(),
  createdAt: date,
  type: z.enum(['nightly', 'manual', 'restore-point']).nullable(),
  /** Version of the product. */
  version: z.string().nullable(),
  sizeBytes: z.number().nullable(),
  rows: z.number().nullable(),
  files: z.number().nullable(),
  isEncrypted: z.boolean(),
  /** Null: it was not verified. */
  verification: z.enum(['passed', 'failed']).nullable(),
  differences: z.array(z.string()),
});
export type BackupFacts = z.output<typeof BackupFacts>;

export const getBackups = endpoint({
  method: 'GET',
  path: '/api/admin/backups',
  summary: 'Backups, newest first, and their settings',
  reply: z.object({
    /** Folder or bucket. */
    place: z.string(),
    /** Number of nightly backups that are kept. */
    keep: z.number(),
    isNightly: z.boolean(),
    isEncrypted: z.boolean(),
    runningSince: date.nullable(),
    /** The last run, if it failed. */
    lastFailure: z.object({ at: date, reason: z.string() }).nullable(),
    /** Result of the last restore that was ordered on the page, for some days. */
    lastRestore: z.object({ at: date, name: z.string(), reason: z.string().nullable() }).nullable(),
    backups: z.array(BackupFacts),
  }),
});

export const createBackup = endpoint({
  method: 'POST',
  path: '/api/admin/backups',
  summary: 'Start a backup',
  reply: z.object({ runningSince: date }),
  status: 202,
});

export const restoreBackup = endpoint({
  method: 'POST',
  path: '/api/admin/backups/:name/restore',
  summary: 'Stop the server, replace the data by that of a backup, and start again',
  params: z.object({ name: z.string() }),
  reply: z.object({ name: z.string() }),
  status: 202,
});
