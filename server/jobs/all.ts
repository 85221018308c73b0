import { recordSystemMetrics } from '#server/admin/systemMetrics.ts';
import { pruneAiRequests, releaseStale } from '#server/ai/requests.ts';
import { purgeExpired } from '#server/auth/sessions.ts';
import type { Backups } from '#server/backup/backups.service.ts';
import { type PaymentWorker, prunePaymentEvents } from '#server/billing/events.service.ts';
import { reconcileDaily } from '#server/billing/reconciliation.service.ts';
import { pruneBackupRuns } from '#server/db/backupRuns.ts';
import { compactStays } from '#server/history/stays.ts';
import type { Deps } from '#server/lib/deps.ts';
import { pruneChanges } from '#server/lib/projectChange.ts';
import { removeOrphanedMailFiles } from '#server/mail/mailFiles.ts';
import { pruneSent } from '#server/mail/outbox.ts';
import type { Payments } from '#server/payments/payments.ts';
import { prunePlanDeletions } from '#server/planning/planDeletions.queries.ts';
import { removeBrokenImports } from '#server/projects/projects.service.ts';
import { pruneRequests } from '#server/script/idempotency.ts';
import type { Storage } from '#server/storage/storage.ts';
import { endStaleDesigns } from '#server/voices/design.service.ts';
import type { JobName } from '#shared/contract/serverHealth.ts';
import type { Job } from './job.ts';

interface JobParts extends Pick<Deps, 'db' | 'env' | 'log' | 'mail'> {
  payments: Payments;
  paymentWorker: PaymentWorker;
  storage: Storage;
  backups: Backups;
}

type JobDescription = Omit<Job, 'name'>;

const hourMs = 3_600_000;

/**
 * Return all work that the server does by itself at intervals. Videos of scenes are not among it:
 * their queue sleeps until the next step is due (`server/scenes/videoQueue.ts`).
 */
export function jobsOf(parts: JobParts): Job[] {
  const jobs: Record<JobName, JobDescription> = { ...queueJobs(parts), ...hourlyJobs(parts) };
  return Object.entries(jobs).map(([name, job]) => ({ name: name as JobName, ...job }));
}

/** Work that waits in tables. A call that adds some also starts it at once. */
function queueJobs({ db, mail, paymentWorker }: JobParts) {
  return {
    mails: { scope: 'node', everyMs: 30_000, run: () => mail.send() },
    'payment-events': { scope: 'node', everyMs: 30_000, run: () => paymentWorker.work() },
    'stale-ai-calls': { scope: 'node', everyMs: 60_000, run: () => releaseStale(db, 'stale') },
  } as const satisfies Record<string, JobDescription>;
}

function hourlyJobs({ db, env, log, payments, storage, backups }: JobParts) {
  const hourly = (run: () => Promise<unknown>) => ({ scope: 'installation', everyMs: hourMs, run }) as const;
  return {
    'expired-sessions': hourly(() => purgeExpired(db)),
    'project-changes': hourly(() => pruneChanges(db)),
    'plan-deletions': hourly(() => prunePlanDeletions(db)),
    'script-requests': hourly(() => pruneRequests(db)),
    'history-stays': hourly(() => compactStays(db)),
    'ai-requests': hourly(() => pruneAiRequests(db)),
    'processed-payment-events': hourly(() => prunePaymentEvents(db)),
    reconciliation: hourly(() => reconcileDaily({ db, env, log, payments })),
    // More often than once an hour: it counts the last full hour, and must not miss one.
    'usage-figures': { ...hourly(() => recordSystemMetrics(db)), everyMs: hourMs / 3 },
    'sent-mails': hourly(() => pruneSent(db)),
    // Mails as files are in the folder of the node.
    'mail-files': { ...hourly(() => removeOrphanedMailFiles(db, env)), scope: 'node' },
    'backup-runs': hourly(() => pruneBackupRuns(db)),
    'voice-designs': hourly(() => endStaleDesigns(db, 'stale')),
    'broken-imports': hourly(() => removeBrokenImports(db)),
    'unused-files': hourly(() => storage.sweep()),
    'nightly-backup': hourly(() => backups.makeNightly()),
  } as const satisfies Record<string, JobDescription>;
}
