import os from 'node:os';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { causesOf, isConflict, isLockTimeout } from '#server/db/databaseErrors.ts';
import { endingSignals, shutDownGracefully } from '#server/lib/shutdown.ts';
import { builtin } from './ai/builtin/builtin.ts';
import { modelsFor } from './ai/engines.ts';
import { metered } from './ai/metered.ts';
import { seedPrices } from './ai/prices.ts';
import { releaseStale } from './ai/requests.ts';
import { buildApp } from './app.ts';
import { firstStartLink } from './auth/login.service.ts';
import { createBackups } from './backup/backups.service.ts';
import {
  type RestoreOrder,
  type RestoreResult,
  recordRestore,
  runOrderedRestore,
} from './backup/orderedRestore.ts';
import { createPaymentWorker } from './billing/events.service.ts';
import { sendLowBalanceMail } from './billing/lowBalance.service.ts';
import { openDatabase } from './db/client.ts';
import { retryConflicts } from './db/retrying.ts';
import { type Env, readEnv } from './env.ts';
import { jobsOf } from './jobs/all.ts';
import { JobRunner } from './jobs/jobs.service.ts';
import { openCounter } from './lib/counter.ts';
import { createLog } from './lib/log.ts';
import { createMetrics, serveMetrics } from './lib/metrics.ts';
import { mailSender } from './mail/outbox.ts';
import { spendingAlerts } from './mail/spendingAlert.ts';
import { paymentsFor } from './payments/providers.ts';
import { startVideoJobs } from './scenes/videoJobs.ts';
import { StartError } from './startError.ts';
import { withDiskMetrics } from './storage/measured.ts';
import { openDisk, storageOn } from './storage/storage.ts';
import { endStaleDesigns } from './voices/design.service.ts';

/**
 * Maximum time of preparing the database. Longer than the timeout after which the lock of a stopped
 * process is released.
 */
const startingMs = 30_000;

/** Serve, and start again after each restore that an administrator orders. */
async function main(): Promise<never> {
  const env = readEnv();
  const log = createLog(env.logLevel);
  for (let restored: RestoreResult | null = null; ; ) {
    const order = await serve(env, log, restored);
    restored = await runOrderedRestore(order, { env, log });
  }
}

/**
 * Open the resources, listen, and close everything in order when a restore is ordered. Returns the
 * order. A signal ends the process instead.
 */
async function serve(env: Env, log: Logger, restored: RestoreResult | null): Promise<RestoreOrder> {
  const ordered = Promise.withResolvers<RestoreOrder>();
  const parts = await openParts(env, log, ordered.resolve);
  const app = await buildApp(parts, parts.metrics);
  const { metricsPort, host } = env;
  const metricsServer = metricsPort === null ? null : await serveMetrics(parts.metrics, host, metricsPort);
  await prepareDatabase(parts);
  if (restored !== null) await recordRestore(parts.db, restored);
  const close = closerOf(app, { ...parts, closeMetrics: () => metricsServer?.close() });
  const ignoreSignals = stopOnSignals(close);

  await app.listen({ host, port: env.port });
  parts.films.start();
  parts.jobs.start();
  process.stdout.write(`Cold Open is ready at ${env.publicUrl}\n`);
  const link = await firstStartLink(parts.db, env);
  if (link)
    process.stdout.write(`Nobody has an account yet. Sign in once as ${env.adminEmails[0]}:\n${link}\n`);

  const order = await ordered.promise;
  ignoreSignals();
  log.info({ name: order.name }, 'closing the server to restore a backup');
  await close();
  return order;
}

type Parts = Awaited<ReturnType<typeof openParts>>;

/** Open the parts that the server is built from. */
async function openParts(env: Env, log: Logger, onRestore: (order: RestoreOrder) => void) {
  const database = await openDatabase(env, log);
  const { db, close: closeDatabase, type } = database;
  const counter = await openCounter(env.redisUrl, log);
  const mail = mailSender({ db, env, log });
  const ai = metered({
    ...{ db, log, models: modelsFor(env, builtin) },
    ...{ onSpent: spendingAlerts(env), onLow: sendLowBalanceMail(env.publicUrl) },
    serverLimit: env.quotas.aiCreditsPerMonth,
  });
  const metrics = createMetrics();
  const storage = storageOn(withDiskMetrics(await openDisk(env), metrics.registry), { db, log });
  const payments = paymentsFor(env, db);
  const paymentWorker = createPaymentWorker({ db, env, log, mail, payments });
  const films = startVideoJobs({ db, ai, storage, log });
  const { dataDir, backup } = env;
  // The library of traces is loaded only when they are on.
  const traces = env.traceUrl === null ? null : (await import('./lib/traces.ts')).openTraces(env.traceUrl);
  const backups = await createBackups({ database, log, dataDir, isNightly: backup.isNightly, onRestore });
  const isEmbedded = type === 'embedded';
  const jobs = new JobRunner({
    ...{ db, log },
    jobs: jobsOf({ db, env, log, mail, payments, paymentWorker, storage, backups }),
  });
  return {
    ...{ env, log, db, closeDatabase, isEmbedded, counter, mail, ai, metrics, storage },
    ...{ payments, paymentWorker, films, backups, traces, jobs },
  };
}

/** Seed the prices, and end the calls of dead processes. */
function prepareDatabase({ db, env, isEmbedded }: Parts): Promise<void> {
  return retryConflicts(async () => {
    await seedPrices(db, env);
    // No other process uses an embedded database, so all calls in it have ended.
    await releaseStale(db, isEmbedded ? 'all' : 'stale');
    await endStaleDesigns(db, isEmbedded ? 'all' : 'stale');
  }, startingMs);
}

type Closing = Parts & { closeMetrics: () => unknown };

/** Return a function that closes everything in order. It returns false if a part did not end. */
function closerOf(app: FastifyInstance, closing: Closing): () => Promise<boolean> {
  const { closeMetrics, films, paymentWorker, mail, storage, counter, closeDatabase } = closing;
  const { backups, jobs, traces } = closing;
  const close = [
    ...[closeMetrics, () => jobs.close(), backups.close, films.close, paymentWorker.close],
    ...[mail.close, storage.close, counter.close, closeDatabase, () => traces?.close()],
  ];
  return () => shutDownGracefully({ app, close });
}

/** Close everything and end the process on a signal. Returns a function that stops listening. */
function stopOnSignals(close: () => Promise<boolean>): () => void {
  let isClosing = false;
  const stop = async (signal: NodeJS.Signals) => {
    // A second signal ends the process at once.
    if (isClosing) process.exit(128 + os.constants.signals[signal]);
    isClosing = true;
    const isOrderly = await close();
    if (!isOrderly) process.stderr.write('Some requests or jobs did not end in time and were aborted.\n');
    process.exit(isOrderly ? 0 : 1);
  };
  for (const signal of endingSignals) process.on(signal, stop);
  return () => {
    for (const signal of endingSignals) process.off(signal, stop);
  };
}

main().catch((error: ListenError) => {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exit(1);
});

type ListenError = NodeJS.ErrnoException & { port?: number };

/** Return one line if the operator can fix the cause, otherwise the error with its stack. */
function reasonOf(error: ListenError): string {
  if (error instanceof StartError) return error.message;
  if (isConflict(error) || isLockTimeout(error))
    return 'The database could not be prepared: another program locks rows or tables in it. End that program, or its transaction, and start again.';
  const name = String(error.port) === process.env.METRICS_PORT ? 'METRICS_PORT' : 'PORT';
  if (error.code === 'EADDRINUSE') return `${name} ${error.port} is in use by another program.`;
  if (error.code === 'EACCES' && error.syscall === 'listen')
    return `${name} needs more rights than this user has.`;
  if (error.code === 'EADDRNOTAVAIL') return `HOST ${process.env.HOST} is no address of this machine.`;
  // The message of a failed statement does not say why it failed.
  const causes = [...causesOf(error.cause)].map((cause) => `Cause: ${messageOf(cause)}`);
  return [error.stack ?? String(error), ...causes].join('\n');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
