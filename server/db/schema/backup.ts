import { sql } from 'drizzle-orm';
import { date, index, snakeCase, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, id, moment, oneOf } from './columns.ts';

export const backupTypes = ['nightly', 'manual', 'restore-point'] as const;
export type BackupType = (typeof backupTypes)[number];

/**
 * Runs of the backup program. Backups do not contain this table, because it describes what is
 * outside of the database. Files are not deleted while a run is active.
 */
export const backupRuns = snakeCase.table(
  'backup_runs',
  {
    id: id(),
    type: text({ enum: backupTypes }).notNull(),
    /** Night of a nightly backup, in UTC. Only one node gets it. */
    night: date({ mode: 'string' }),
    startedAt: createdAt(),
    /** Updated while the program runs, so that a dead run is recognised. */
    aliveAt: createdAt(),
    finishedAt: moment(),
    /** Null: the run succeeded, or has not finished. */
    error: text(),
  },
  (t) => [
    oneOf('backup_runs_type_check', t.type, backupTypes),
    uniqueIndex('backup_runs_night_idx').on(t.night),
    index('backup_runs_active_idx').on(t.aliveAt).where(sql`${t.finishedAt} is null`),
  ],
);
