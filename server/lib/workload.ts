import { sql } from 'drizzle-orm';
import { type Db, rows } from '#server/db/client.ts';
import { videoJobs } from '#server/db/schema/ai.ts';
import { backupRuns } from '#server/db/schema/backup.ts';
import { paymentEvents } from '#server/db/schema/payments.ts';
import { outbox } from '#server/db/schema/people.ts';

/** Work that waits in the database, the same on every node. */
export interface Workload {
  /** Mails that have not been attempted. */
  mailsDue: number;
  mailsRetrying: number;
  /** Mails of the last seven days that are not attempted again, because every attempt failed. */
  mailsAbandoned: number;
  /** Reason of the latest failure of a mail. */
  mailError: string | null;
  videoJobs: number;
  /** Events of the payment provider whose last attempt failed. */
  paymentEventsFailed: number;
  lastBackupAt: Date | null;
  /** Reason, if the last backup failed. */
  backupError: string | null;
}

type WorkloadRow = Omit<Workload, 'lastBackupAt'> & { lastBackupAt: number | null };

/** Days until the next attempt of an abandoned mail: so far in the future that it is never sent. */
export const abandonedDays = 365;
/** Days for which an abandoned mail is counted. Its row stays, and would be counted for a year. */
const countedDays = 7;
const isAbandoned = sql`next_attempt_at > now() + interval '30 days'`;
const isNewlyAbandoned = sql`next_attempt_at > now() + make_interval(days => ${abandonedDays - countedDays}::int)`;

/** Read the waiting work in one statement, over partial indexes. */
export async function readWorkload(db: Db): Promise<Workload> {
  const [row] = await rows<WorkloadRow>(
    db,
    sql`select m.*,
      (select count(*)::int from ${videoJobs}) as "videoJobs",
      (select count(*)::int from ${paymentEvents} where processed_at is null and last_error is not null)
        as "paymentEventsFailed",
      (select extract(epoch from max(finished_at))::float8 from ${backupRuns} where error is null)
        as "lastBackupAt",
      (select error from ${backupRuns} where finished_at is not null order by finished_at desc limit 1)
        as "backupError"
      from (select
        count(*) filter (where attempts = 0)::int as "mailsDue",
        count(*) filter (where attempts > 0 and not ${isAbandoned})::int as "mailsRetrying",
        count(*) filter (where attempts > 0 and ${isNewlyAbandoned})::int as "mailsAbandoned",
        (array_agg(last_error order by id desc) filter (where last_error is not null))[1] as "mailError"
        from ${outbox} where sent_at is null) m`,
  );
  if (!row) throw new Error('SELECT of the waiting work returned no row');
  return { ...row, lastBackupAt: row.lastBackupAt === null ? null : new Date(row.lastBackupAt * 1000) };
}
