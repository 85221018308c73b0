import os from 'node:os';
import { isConflict, isLockTimeout } from '#server/db/databaseErrors.ts';
import { compactStays } from '#server/history/stays.ts';
import { shutDownGracefully } from '#server/lib/shutdown.ts';
import { removeBrokenImports } from '#server/projects/projects.service.ts';
import { pruneRequests } from '#server/script/idempotency.ts';
import { recordSystemMetrics } from './admin/systemMetrics.ts';
import { builtin } from './ai/builtin/builtin.ts';
import { loadElevenLabs } from './ai/elevenlabs/client.ts';
import { modelsFor } from './ai/engines.ts';
import { metered } from './ai/metered.ts';
import { seedPrices } from './ai/prices.ts';
import { pruneAiRequests, releaseStale } from './ai/requests.ts';
import { buildApp } from './app.ts';
import { firstStartLink } from './auth/login.service.ts';
import { purgeExpired } from './auth/sessions.ts';
import { createPaymentWorker, prunePaymentEvents } from './billing/events.service.ts';
import { sendLowBalanceMail } from './billing/lowBalance.service.ts';
import { reconcileDaily } from './billing/reconciliation.service.ts';
import { openDatabase } from './db/client.ts';
import { retryConflicts } from './db/retrying.ts';
import { readEnv, StartError } from './env.ts';
import { openCounter } from './lib/counter.ts';
import { createLog } from './lib/log.ts';
import { createMetrics, serveMetrics } from './lib/metrics.ts';
import { pruneChanges } from './lib/projectChange.ts';
import { mailSender, pruneSent } from './mail/outbox.ts';
import { spendingAlerts } from './mail/spendingAlert.ts';
import { paymentsFor } from './payments/providers.ts';
import { prunePlanDeletions } from './planning/planDeletions.queries.ts';
import { startFilmJobs } from './scenes/filmJobs.ts';
import { withDiskMetrics } from './storage/measured.ts';
import { openDisk, storageOn } from './storage/storage.ts';
import { endStaleDesigns } from './voices/design.service.ts';

const housekeepingMs = 3_600_000;
/** A row that a stopped process holds is free before this is over. */
const startingMs = 30_000;
/** Credits that a dead process held come back this soon after their lease. */
const releasingMs = 60_000;

/** Read the environment, open the resources, listen, and close everything in order at the end. */
async function main(): Promise<void> {
  const env = readEnv();
  const log = createLog(env.logLevel);
  const { db, close: closeDatabase, type } = await openDatabase(env, log);
  const counter = await openCounter(env.redisUrl, log);
  const mail = mailSender({ db, env, log });
  // Loading its package takes seconds, in which nothing else runs: better before the first request.
  if (env.elevenlabs) await loadElevenLabs();
  const ai = metered({
    ...{ db, log, models: modelsFor(env, builtin) },
    ...{ onSpent: spendingAlerts(env), onLow: sendLowBalanceMail(env.publicUrl) },
  });
  const metrics = createMetrics();
  const storage = storageOn(withDiskMetrics(await openDisk(env), metrics.registry), { db, log });
  const payments = paymentsFor(env, db);
  const desk = createPaymentWorker({ db, env, log, mail, payments });
  const films = startFilmJobs({ db, ai, storage, log });
  const app = await buildApp({ db, env, log, counter, mail, ai, storage, payments, desk, films }, metrics);
  const metricsServer =
    env.metricsPort === null ? null : await serveMetrics(metrics.registry, env.host, env.metricsPort);

  await retryConflicts(async () => {
    await seedPrices(db, env);
    // Nobody else is on an embedded database: what ran there when it was left runs no more.
    await releaseStale(db, type === 'embedded' ? 'all' : new Date());
    await endStaleDesigns(db, type === 'embedded' ? 'all' : new Date());
  }, startingMs);
  const releasing = setInterval(() => {
    releaseStale(db, new Date()).catch((error) => log.error({ err: error }, 'stale calls were not released'));
  }, releasingMs).unref();

  const housekeep = () =>
    Promise.all([
      purgeExpired(db),
      pruneChanges(db),
      prunePlanDeletions(db),
      pruneRequests(db),
      compactStays(db),
      pruneAiRequests(db),
      prunePaymentEvents(db),
      reconcileDaily({ db, env, log, payments }),
      recordSystemMetrics(db),
      pruneSent(db),
      endStaleDesigns(db, new Date()),
      removeBrokenImports(db),
      storage.sweep(),
    ]).catch((error) => log.error({ err: error }, 'housekeeping failed'));
  await housekeep();
  const timer = setInterval(housekeep, housekeepingMs).unref();

  let isClosing = false;
  const stop = async (signal: NodeJS.Signals) => {
    // The second signal ends the process at once.
    if (isClosing) process.exit(128 + os.constants.signals[signal]);
    isClosing = true;
    clearInterval(timer);
    clearInterval(releasing);
    const parts = [
      () => metricsServer?.close(),
      films.close,
      desk.close,
      mail.close,
      storage.close,
      counter.close,
      closeDatabase,
    ];
    const isOrderly = await shutDownGracefully({ app, close: parts });
    if (!isOrderly) process.stderr.write('Some of what was running did not end in time and was cut off.\n');
    process.exit(isOrderly ? 0 : 1);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);

  await app.listen({ host: env.host, port: env.port });
  films.start();
  process.stdout.write(`Cold Open is ready at ${env.publicUrl}\n`);
  const link = await firstStartLink(db, env);
  if (link)
    process.stdout.write(`Nobody has an account yet. Sign in once as ${env.adminEmails[0]}:\n${link}\n`);
}

main().catch((error: ListenError) => {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exit(1);
});

type ListenError = NodeJS.ErrnoException & { port?: number };

/** Return one line where the operator can correct it; the whole error for a defect. */
function reasonOf(error: ListenError): string {
  if (error instanceof StartError) return error.message;
  if (isConflict(error) || isLockTimeout(error))
    return 'The database did not get ready: another program holds rows or tables in it. End that program, or its transaction, and start again.';
  const name = String(error.port) === process.env.METRICS_PORT ? 'METRICS_PORT' : 'PORT';
  if (error.code === 'EADDRINUSE') return `${name} ${error.port} is in use by another program.`;
  if (error.code === 'EACCES' && error.syscall === 'listen')
    return `${name} needs more rights than this user has.`;
  if (error.code === 'EADDRNOTAVAIL') return `HOST ${process.env.HOST} is no address of this machine.`;
  return error.stack ?? String(error);
}
