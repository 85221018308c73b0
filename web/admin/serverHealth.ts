import type { getServerHealth, JobName } from '#shared/contract/serverHealth.ts';
import type { CallReply } from '#shared/endpoint.ts';
import { shortDate } from './dates.ts';

export type HealthState = CallReply<typeof getServerHealth>;

export const partNames: Record<keyof HealthState['parts'], string> = {
  database: 'Database',
  redis: 'Rate limits (Redis)',
  live: 'Between nodes (Redis)',
  storage: 'Files',
  mail: 'Mail server',
};

/** Reasons of slow calls, as the server names them (server/lib/slowCalls.ts). */
export const slowReasonTexts: Record<string, string> = {
  receiving: 'The client sent slowly',
  sending: 'The client received slowly',
  connection: 'Waited for a database connection',
  database: 'Database',
  locks: 'Rows were locked by others',
  queue: 'Waited for heavy work of others',
  thread: 'Heavy work',
  storage: 'Storage of files',
  model: 'AI model',
  'event-loop': 'The server was busy',
  other: 'Something else',
};

export const jobTexts: Record<JobName, string> = {
  mails: 'Send mails',
  'payment-events': 'Process payment events',
  'stale-ai-calls': 'Return credits of interrupted AI calls',
  'expired-sessions': 'Delete expired sessions and sign-in links',
  'project-changes': 'Delete old entries of the change log',
  'plan-deletions': 'Delete acts and beats after their 30 days',
  'script-requests': 'Forget requests that are no longer repeated',
  'history-stays': 'Join old entries of the history',
  'ai-requests': 'Forget answered AI calls',
  'processed-payment-events': 'Delete processed payment events',
  reconciliation: 'Compare payments with the provider',
  'usage-figures': 'Record the figures of the last hour',
  'sent-mails': 'Delete records of sent mails',
  'mail-files': 'Delete mail files of deleted accounts',
  'backup-runs': 'Delete old entries of the list of backups',
  'voice-designs': 'End voice designs that were interrupted',
  'broken-imports': 'Delete interrupted imports',
  'unused-files': 'Delete files that nothing uses',
  'nightly-backup': 'Make the nightly backup, if it is turned on',
};

/** One failure is retried, for example because a provider did not answer. */
const minJobFailures = 2;

/** Return a sentence for each job that has failed repeatedly. */
function jobProblems(jobs: HealthState['jobs']): string[] {
  return (jobs ?? [])
    .filter(({ failures }) => failures >= minJobFailures)
    .map(
      ({ name, failures, error }) =>
        `“${jobTexts[name]}” failed ${failures} times and is tried again: ${error}`,
    );
}

const awayTexts: Record<keyof HealthState['parts'], string> = {
  database: 'The database is unavailable: nobody can work. Start it; the server needs no restart.',
  redis: 'Redis is unavailable: each node counts rate limits for itself. Start it again.',
  live: 'Nodes do not reach each other by Redis: changes of others arrive some seconds late.',
  storage: 'The storage of files is unavailable: pictures and files cannot be opened. Check the bucket.',
  mail: 'The mail server is unavailable: sign-in mails wait. Check the mail settings of the server.',
};

const certifiedNames: Record<HealthState['certificates'][number]['part'], string> = {
  web: 'this product',
  database: 'the database',
  redis: 'Redis',
  storage: 'the storage of files',
  mail: 'the mail server',
  'sign-in': 'the identity provider',
};

/** Certificates are usually renewed a month before they end. */
const certificateWarningMs = 14 * 24 * 3_600_000;

/** Return a sentence for each certificate that ends soon or has ended. */
function certificateProblems(certificates: HealthState['certificates'], now: number): string[] {
  return certificates.flatMap(({ part, address, expiresAt }) => {
    const end = new Date(expiresAt).getTime();
    if (end - now > certificateWarningMs) return [];
    const verb = end <= now ? 'expired on' : 'expires on';
    const day = shortDate(expiresAt);
    return [`The certificate of ${certifiedNames[part]} (${address}) ${verb} ${day}. Renew it there.`];
  });
}

/** A nightly backup that is older than this is missing. */
const maxBackupAgeMs = 36 * 3_600_000;

/** Return a sentence for each problem: what happened, then what to do. */
export function healthProblems(health: HealthState, now: number): string[] {
  const { parts, disk, workload, pools } = health;
  const problems = Object.entries(parts)
    .filter(([, status]) => status === 'away')
    .map(([part]) => awayTexts[part as keyof HealthState['parts']]);
  if (disk.status === 'full') problems.push('The disk is full: nothing can be saved. Free some space.');
  if (disk.status === 'low') problems.push('The disk is nearly full. Free some space.');
  problems.push(...certificateProblems(health.certificates, now), ...jobProblems(health.jobs));
  if (pools.some(({ waiting, max }) => waiting > max))
    problems.push('Many calls wait for a database connection. See the slow calls below for the reason.');
  if (!workload) return problems;
  const { mailsAbandoned, mailError, paymentEventsFailed, backupError, lastBackupAt } = workload;
  if (mailsAbandoned > 0)
    problems.push(
      `${mailsAbandoned} mails could not be sent in the last 7 days, the last one because: ${mailError}`,
    );
  if (paymentEventsFailed > 0)
    problems.push(`${paymentEventsFailed} payment events failed. The log has the reasons.`);
  if (backupError !== null) problems.push(`The last backup failed: ${backupError}`);
  else if (lastBackupAt === null) problems.push('No backup has been made yet. See the tab Backups.');
  else if (now - new Date(lastBackupAt).getTime() > maxBackupAgeMs)
    problems.push('The last backup is older than a day. See the tab Backups.');
  return problems;
}
