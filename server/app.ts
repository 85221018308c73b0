import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { accountRoutes } from '#server/account/account.routes.ts';
import { adminRoutes } from '#server/admin/admin.routes.ts';
import { dashboardRoutes } from '#server/admin/dashboard.routes.ts';
import { serverHealthRoutes } from '#server/admin/serverHealth.routes.ts';
import type { Ai } from '#server/ai/calls.ts';
import { archiveRoutes } from '#server/archive/archive.routes.ts';
import { assistantRoutes } from '#server/assistant/assistant.routes.ts';
import { templatesRoutes } from '#server/assistant/templates.routes.ts';
import { audioRoutes } from '#server/audio/audio.routes.ts';
import type { ElementTurns } from '#server/audio/elementAudio.ts';
import { authRoutes } from '#server/auth/auth.routes.ts';
import { backupsRoutes } from '#server/backup/backups.routes.ts';
import type { Backups } from '#server/backup/backups.service.ts';
import { betaRoutes } from '#server/beta/beta.routes.ts';
import { billingRoutes } from '#server/billing/billing.routes.ts';
import type { PaymentWorker } from '#server/billing/events.service.ts';
import { ledgerRoutes } from '#server/billing/ledger.routes.ts';
import { charactersRoutes } from '#server/characters/characters.routes.ts';
import { commentsRoutes } from '#server/comments/comments.routes.ts';
import { dictionaryRoutes } from '#server/dictionary/dictionary.routes.ts';
import { disclosuresRoutes } from '#server/disclosures/disclosures.routes.ts';
import { exportingRoutes } from '#server/exporting/exporting.routes.ts';
import { exportsOf } from '#server/exporting/exporting.service.ts';
import { historyRoutes } from '#server/history/history.routes.ts';
import { importingRoutes } from '#server/importing/importing.routes.ts';
import { issuingRoutes } from '#server/issuing/issuing.routes.ts';
import type { JobRunner } from '#server/jobs/jobs.service.ts';
import { guard } from '#server/lib/access.ts';
import { slowCalls as slowCallMetric } from '#server/lib/appMetrics.ts';
import { addBasePath, basePathRemover } from '#server/lib/basePath.ts';
import { watchCertificates } from '#server/lib/certificates.ts';
import { type ClientTimeouts, defaultClientTimeouts } from '#server/lib/clientTimeouts.ts';
import { compressAnswers } from '#server/lib/compression.ts';
import type { Deps } from '#server/lib/deps.ts';
import { answerError, answerErrors } from '#server/lib/errors.ts';
import { createHealthReader, healthRoutes } from '#server/lib/health.ts';
import type { Metrics } from '#server/lib/metrics.ts';
import { readNode } from '#server/lib/nodeReading.ts';
import { describeApi } from '#server/lib/openapi.ts';
import { productVersion } from '#server/lib/productVersion.ts';
import { limitQuotas } from '#server/lib/quotas.ts';
import { requestLog } from '#server/lib/requestLog.ts';
import { trackRequestWindows } from '#server/lib/requestWindow.ts';
import { payPagePolicy, secure } from '#server/lib/security.ts';
import { type SlowCalls, watchSlowCalls } from '#server/lib/slowCalls.ts';
import { SlowUploadGuard } from '#server/lib/slowUploadGuard.ts';
import type { Traces } from '#server/lib/traces.ts';
import { limitRatePerUser } from '#server/lib/userRateLimit.ts';
import { serveWeb } from '#server/lib/web.ts';
import { readWorkload } from '#server/lib/workload.ts';
import { openBus } from '#server/live/bus.ts';
import { createHub } from '#server/live/hub.ts';
import { liveRoutes } from '#server/live/live.routes.ts';
import { acceptSockets } from '#server/live/webSockets.ts';
import { outlinesRoutes } from '#server/outlines/outlines.routes.ts';
import type { Payments } from '#server/payments/payments.ts';
import { actsRoutes } from '#server/planning/acts.routes.ts';
import { beatsRoutes } from '#server/planning/beats.routes.ts';
import { planDeletionsRoutes } from '#server/planning/planDeletions.routes.ts';
import { sequencesRoutes } from '#server/planning/sequences.routes.ts';
import { tensionRoutes } from '#server/planning/tension.routes.ts';
import { productionRoutes } from '#server/production/production.routes.ts';
import { projectsRoutes } from '#server/projects/projects.routes.ts';
import { firstSheetFor } from '#server/reading/firstSheet.ts';
import { readingRoutes } from '#server/reading/reading.routes.ts';
import { scenesRoutes } from '#server/scenes/scenes.routes.ts';
import type { VideoJobs } from '#server/scenes/videoJobs.ts';
import { scriptRoutes } from '#server/script/script.routes.ts';
import { scriptPlacesRoutes } from '#server/script/scriptPlaces.routes.ts';
import { sharingRoutes } from '#server/sharing/sharing.routes.ts';
import { spendingRoutes } from '#server/spending/spending.routes.ts';
import { filesRoutes } from '#server/storage/files.routes.ts';
import type { Storage } from '#server/storage/storage.ts';
import { summariesRoutes } from '#server/summaries/summaries.routes.ts';
import { voicesRoutes } from '#server/voices/voices.routes.ts';
import { payPages } from '#shared/opening.ts';

/** Parts that the server is built from. */
export type AppDeps = Deps & {
  ai: Ai;
  storage: Storage;
  payments: Payments;
  paymentWorker: PaymentWorker;
  films: VideoJobs;
  backups: Backups;
  jobs: Pick<JobRunner, 'read'>;
  /** Null: no traces. */
  traces?: Traces | null;
  /** Tests replace this queue to observe the order of sound calls. */
  soundTurns?: ElementTurns;
};

/** Build the whole server. main listens with it, tests inject requests. */
export async function buildApp(
  deps: AppDeps,
  metrics?: Metrics,
  timeouts: ClientTimeouts = defaultClientTimeouts,
): Promise<FastifyInstance> {
  const uploadGuard = new SlowUploadGuard(timeouts);
  const app = createServer(deps, timeouts, uploadGuard);
  requireAccess(app);
  const slowCalls = watchSlowCalls(app, deps.env.slowCallMs, ({ reason }) => slowCallMetric.inc({ reason }));
  deps.traces?.watch(app);
  await addRequestHandling(app, deps, metrics);
  await addRoutes(app, deps, { timeouts, uploadGuard, metrics, slowCalls });
  await servePages(app, deps);
  await app.ready();
  return app;
}

function createServer(
  { env, log }: AppDeps,
  timeouts: ClientTimeouts,
  uploadGuard: SlowUploadGuard,
): FastifyInstance {
  return Fastify({
    loggerInstance: log as FastifyBaseLogger,
    // requestLog writes the lines: by route, without addresses.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: 1024 * 1024,
    // Timeout of slow headers and bodies.
    requestTimeout: timeouts.requestMs,
    clientErrorHandler: uploadGuard.onClientError,
    http: { headersTimeout: timeouts.headersMs, connectionsCheckingInterval: timeouts.checkIntervalMs },
    // Only a proxy on this machine, or one that the operator names, may report the client's
    // address.
    trustProxy: ['loopback', ...env.trustProxy],
    exposeHeadRoutes: false,
    ...basePathRemover(env.publicUrl),
    routerOptions: { maxParamLength: 500 },
    frameworkErrors: (error, request, reply) => answerError(error, request, reply),
  });
}

/** Throw at the start if a route does not declare its access. */
function requireAccess(app: FastifyInstance): void {
  app.addHook('onRoute', ({ url, config }) => {
    if (/^\/(api|uploads)\b/.test(url) && config?.access === undefined)
      throw new Error(`Route ${url} does not declare its access`);
  });
}

/** Add the steps that every request goes through, in their order. */
async function addRequestHandling(
  app: FastifyInstance,
  deps: AppDeps,
  metrics: Metrics | undefined,
): Promise<void> {
  const { db, env } = deps;
  // Calls accept JSON only.
  app.removeContentTypeParser('text/plain');
  answerErrors(app);
  addBasePath(app, env.publicUrl);
  compressAnswers(app);
  requestLog(app);
  await acceptSockets(app);
  trackRequestWindows(app);
  metrics?.watch(app);
  await secure(app, deps);
  await app.register(cookie);
  app.addHook('onRequest', guard({ db, publicUrl: env.publicUrl, adminEmails: env.adminEmails }));
  limitRatePerUser(app, deps);
  limitQuotas(app, deps);
  await describeApi(app, env.publicUrl);
}

interface RouteParts {
  timeouts: ClientTimeouts;
  uploadGuard: SlowUploadGuard;
  metrics: Metrics | undefined;
  slowCalls: SlowCalls;
}

async function addRoutes(
  app: FastifyInstance,
  deps: AppDeps,
  { timeouts, uploadGuard, metrics, slowCalls }: RouteParts,
): Promise<void> {
  const bus = await openBus(deps.env.redisUrl, deps.log);
  const hub = createHub({ ...deps, bus });
  const health = createHealthReader(
    { ...deps, live: bus, liveConnections: () => hub.connections() },
    app.log,
  );
  const certificates = watchCertificates(deps.env, app.log);
  app.addHook('onClose', async () => certificates.close());
  const readOwnNode = () => readNode(deps.db, { rooms: hub.rooms(), connections: hub.connections() });
  metrics?.observe({
    version: productVersion(),
    readNode: readOwnNode,
    parts: () => health.parts(),
    diskFreeBytes: () => health.diskFreeBytes(),
    certificates: () => certificates.list(),
    readWorkload: () => readWorkload(deps.db),
  });
  healthRoutes(app, health);
  serverHealthRoutes(app, { ...deps, health, certificates, readNode: readOwnNode, slowCalls });
  await authRoutes(app, deps);
  await accountRoutes(app, deps);
  await billingRoutes(app, deps);
  ledgerRoutes(app, deps);
  betaRoutes(app, deps);
  adminRoutes(app, deps);
  dashboardRoutes(app, deps);
  backupsRoutes(app, deps);
  filesRoutes(app, deps);
  spendingRoutes(app, deps);
  projectsRoutes(app, deps);
  productionRoutes(app, deps);
  sharingRoutes(app, deps);
  await importingRoutes(app, deps, uploadGuard);
  const exports = exportsOf(deps.db);
  exportingRoutes(app, { ...deps, exports }, timeouts);
  issuingRoutes(app, { ...deps, exports }, timeouts);
  archiveRoutes(app, deps);
  readingRoutes(app, deps);
  scriptRoutes(app, deps);
  scriptPlacesRoutes(app, deps);
  dictionaryRoutes(app, deps);
  scenesRoutes(app, deps);
  outlinesRoutes(app, deps);
  actsRoutes(app, deps);
  sequencesRoutes(app, deps);
  beatsRoutes(app, deps);
  planDeletionsRoutes(app, deps);
  tensionRoutes(app, deps);
  charactersRoutes(app, deps);
  commentsRoutes(app, deps);
  historyRoutes(app, deps);
  assistantRoutes(app, deps);
  templatesRoutes(app, deps);
  summariesRoutes(app, deps);
  disclosuresRoutes(app, deps);
  voicesRoutes(app, deps);
  audioRoutes(app, deps);
  liveRoutes(app, deps, hub);
}

/** Serve the built web. Pages with the form of a payment provider may load its script. */
async function servePages(app: FastifyInstance, { db, env, payments }: AppDeps): Promise<void> {
  const isPaidElsewhere = payments.mode === 'stripe';
  const policies = new Map(isPaidElsewhere ? payPages.map((page) => [page, payPagePolicy]) : []);
  await serveWeb(app, firstSheetFor(db, env.publicUrl), env.publicUrl, undefined, policies);
}
