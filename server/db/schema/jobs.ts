import { integer, snakeCase, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/**
 * Jobs that one node of the installation runs at a time. Backups do not contain this table, because
 * it describes the work of the running nodes.
 */
export const scheduledJobs = snakeCase.table('scheduled_jobs', {
  name: text().primaryKey(),
  nextRunAt: moment().notNull().defaultNow(),
  /** End of the lease of the node that runs the job. Null: it is not running. */
  leasedUntil: moment(),
  startedAt: moment(),
  /** End of the last run that has ended. */
  endedAt: moment(),
  /** Null: the last run succeeded. */
  lastError: text(),
  /** Consecutive failures. */
  failures: integer().notNull().default(0),
  /** Number of the run, so that a run whose lease has expired does not record its end. */
  run: integer().notNull().default(0),
});
