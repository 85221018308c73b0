import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { type Logger, pino } from 'pino';
import { builtin } from '#server/ai/builtin/builtin.ts';
import { modelsFor } from '#server/ai/engines.ts';
import { metered } from '#server/ai/metered.ts';
import type { Models } from '#server/ai/models.ts';
import { buildApp } from '#server/app.ts';
import type { ElementTurns } from '#server/audio/elementAudio.ts';
import type { Backups } from '#server/backup/backups.service.ts';
import { createPaymentWorker, type PaymentWorker } from '#server/billing/events.service.ts';
import { sendLowBalanceMail } from '#server/billing/lowBalance.service.ts';
import type { Database, Db } from '#server/db/client.ts';
import { sessions } from '#server/db/schema/people.ts';
import { type Env, readEnv, type Variables } from '#server/env.ts';
import { jobsOf } from '#server/jobs/all.ts';
import { JobRunner } from '#server/jobs/jobs.service.ts';
import type { ClientTimeouts } from '#server/lib/clientTimeouts.ts';
import { openCounter } from '#server/lib/counter.ts';
import type { MailSender } from '#server/lib/deps.ts';
import { createMetrics, type Metrics } from '#server/lib/metrics.ts';
import { newSecret, sessionEnd, sha256Of } from '#server/lib/session.ts';
import { type MailTimeouts, mailSender } from '#server/mail/outbox.ts';
import { spendingAlerts } from '#server/mail/spendingAlert.ts';
import type { Payments } from '#server/payments/payments.ts';
import { paymentsFor } from '#server/payments/providers.ts';
import { startVideoJobs, type VideoJobs } from '#server/scenes/videoJobs.ts';
import type { Disk } from '#server/storage/disk.ts';
import { withDiskMetrics } from '#server/storage/measured.ts';
import { openDisk, type Storage, storageOn } from '#server/storage/storage.ts';
import { aDatabase } from './db.ts';

/** One browser. Its calls carry the cookie of its session, if it has one. */
export interface Caller {
  get(url: string, headers?: InjectOptions['headers']): Promise<LightMyRequestResponse>;
  post(url: string, body?: object): Promise<LightMyRequestResponse>;
  patch(url: string, body?: object): Promise<LightMyRequestResponse>;
  delete(url: string): Promise<LightMyRequestResponse>;
  /** Any other request, such as an upload. */
  inject(options: InjectOptions): Promise<LightMyRequestResponse>;
}

export interface TestApp {
  app: FastifyInstance;
  db: Db;
  env: Env;
  mail: MailSender;
  /** Lines that the server printed on the operator's terminal. */
  printed: readonly string[];
  storage: Storage;
  metrics: Metrics;
  payments: Payments;
  paymentWorker: PaymentWorker;
  /** The worker of scene videos. It is not started: a test runs it when it needs to. */
  films: VideoJobs;
  /** The runner of jobs at intervals. It is not started: a test runs what is due. */
  jobs: JobRunner;
  /** A browser in which that user is signed in. */
  as(user: { id: string }): Caller;
  /** A browser without a session. */
  visitor: Caller;
  close(): Promise<void>;
}

/** Parts that a test replaces. */
interface Overrides {
  database: Database;
  disk: Disk;
  mailTimeouts: MailTimeouts;
  clientTimeouts: ClientTimeouts;
  payments: Payments;
  log: Logger;
  soundTurns: ElementTurns;
  backups: Backups;
}

/** Backups that are not made: those of a database in memory, which has no files to copy. */
const noBackups: Backups = {
  start: async () => undefined,
  makeNightly: async () => undefined,
  restore: () => undefined,
  close: async () => undefined,
};

/**
 * Start the whole server on an own database, without a port. Close it in afterAll. The variables
 * choose the models: the built-in engine, unless they name another.
 */
export async function anApp(
  variables: Variables = {},
  models?: Models,
  overrides: Partial<Overrides> = {},
): Promise<TestApp> {
  const dataDir = variables.DATA_DIR ?? fs.mkdtempSync(path.join(os.tmpdir(), 'cold-open-app-'));
  const env = readEnv({ ADMIN_EMAILS: 'ada@example.com', ...variables, DATA_DIR: dataDir });
  const database = overrides.database ?? (await aDatabase());
  const { db } = database;
  const log = overrides.log ?? pino({ level: variables.LOG_LEVEL ?? 'silent' });
  const printed: string[] = [];
  const print = (line: string) => printed.push(line);
  const mail = mailSender({ db, env, log, print, timeouts: overrides.mailTimeouts });
  const metrics = createMetrics();
  const counter = await openCounter(env.redisUrl, log);
  const ai = metered({
    ...{ db, log, models: models ?? modelsFor(env, builtin) },
    ...{ onSpent: spendingAlerts(env), onLow: sendLowBalanceMail(env.publicUrl) },
    serverLimit: env.quotas.aiCreditsPerMonth,
  });
  const storage = storageOn(withDiskMetrics(overrides.disk ?? (await openDisk(env)), metrics.registry), {
    db,
    log,
  });
  const payments = overrides.payments ?? paymentsFor(env, db);
  const paymentWorker = createPaymentWorker({ db, env, log, mail, payments });
  const films = startVideoJobs({ db, ai, storage, log });
  const { soundTurns, backups = noBackups } = overrides;
  const jobs = new JobRunner({
    ...{ db, log },
    jobs: jobsOf({ db, env, log, mail, payments, paymentWorker, storage, backups }),
  });
  const deps = {
    ...{ db, env, log, counter, mail, ai, storage, payments, paymentWorker, films, backups, jobs },
    ...(soundTurns ? { soundTurns } : {}),
  };
  const app = await buildApp(deps, metrics, overrides.clientTimeouts);
  return {
    app,
    db,
    env,
    mail,
    printed,
    storage,
    metrics,
    payments,
    paymentWorker,
    films,
    jobs,
    as: ({ id }) => callerOf(app, () => signIn(db, id)),
    visitor: callerOf(app),
    close: async () => {
      await app.close();
      await jobs.close();
      await backups.close();
      await films.close();
      await paymentWorker.close();
      await mail.close();
      storage.close();
      counter.close();
      await database.close();
      if (variables.DATA_DIR === undefined) fs.rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Start a session as a sign-in does. Return the value of its cookie. */
export async function signIn(db: Db, userId: string): Promise<string> {
  const secret = newSecret();
  const sess = { userId, startedAt: new Date().toISOString() };
  await db.insert(sessions).values({ sid: sha256Of(secret), sess, expire: sessionEnd() });
  return secret;
}

function callerOf(app: FastifyInstance, startSession?: () => Promise<string>): Caller {
  let session: Promise<string> | undefined;
  const inject = async (options: InjectOptions) => {
    session ??= startSession?.();
    const sid = await session;
    return app.inject({ ...options, ...(sid ? { cookies: { sid, ...options.cookies } } : {}) });
  };
  const withBody = (method: 'POST' | 'PATCH') => (url: string, body?: object) =>
    inject({ method, url, ...(body ? { payload: body } : {}) });
  return {
    inject,
    get: (url, headers) => inject({ url, ...(headers ? { headers } : {}) }),
    post: withBody('POST'),
    patch: withBody('PATCH'),
    delete: (url) => inject({ method: 'DELETE', url }),
  };
}

/**
 * Return every call under /api that the app serves, such as "GET /api/projects/:id". Reads the
 * app's own router. HEAD is left out, because it belongs to GET.
 */
export function mountedCalls(app: FastifyInstance): string[] {
  const path: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((row) => {
      const [, indent = '', part = '', methods = ''] = row.match(/^(.*)[└├]── (\S+) \((.+)\)$/) ?? [];
      // Each level of the printed tree is indented by four characters.
      path.splice(indent.length / 4, path.length, part);
      const url = path.join('');
      const own = methods.split(', ').filter((method) => method !== 'HEAD');
      return url.startsWith('/api/') ? own.map((method) => `${method} ${url}`) : [];
    })
    .sort();
}
