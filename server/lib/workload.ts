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
  /** Mails whose last attempt failed, and which are not attempted again. */
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

/** Mails that are never sent have an attempt in a year (server/mail/outbox.ts). */
const abandoned = sql`next_attempt_at > now() + interval '30 days'`;

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
        count(*) filter (where attempts > 0 and not ${abandoned})::int as "mailsRetrying",
        count(*) filter (where attempts > 0 and ${abandoned})::int as "mailsAbandoned",
        (array_agg(last_error order by id desc) filter (where last_error is not null))[1] as "mailError"
        from ${outbox} where sent_at is null) m`,
  );
  if (!row) throw new Error('SELECT of the waiting work returned no row');
  return { ...row, lastBackupAt: row.lastBackupAt === null ? null : new Date(row.lastBackupAt * 1000) };
}
