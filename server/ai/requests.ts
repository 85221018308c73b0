import { and, eq, lt, notExists, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { databaseTimeIn } from '#server/db/databaseTime.ts';
import { aiDisclosures, aiRequests, aiUsageLogs, videoJobs } from '#server/db/schema/ai.ts';
import { aiCalls, aiCost } from '#server/lib/appMetrics.ts';
import { type HttpError, notFound, outOfCredits } from '#server/lib/errors.ts';
import { balanceOf, collectOwed, post, release, reserve } from '#server/lib/ledger.ts';
import { lockProject } from '#server/lib/projectChange.ts';
import {
  lockRemainingBudget,
  type OnSpent,
  type Reservation,
  reserveSpending,
  type SpentMonth,
  settleSpending,
} from '#server/lib/spending.ts';
import { lowBalanceBelow } from '#shared/credits.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { ModelFailure } from './failure.ts';
import type { Engine } from './models.ts';

/** Data of one call when it starts (docs/decisions/0010). */
export interface AiCallStart {
  userId: string;
  projectId: number | null;
  requestId: string;
  fingerprint: string | null;
  feature: string;
  task: string;
  engine: Engine;
  /** When the lease has expired, the process of a running call is regarded as dead. */
  leaseMs: number;
  /** Credits to reserve. Null: the call is free. */
  reservation: Reservation | null;
  /** Text that is sent to engine.destination. Null: nothing leaves the server. */
  disclosure: string | null;
}

/** Usage and result of a call: the columns of ai_usage_logs that are known at its end. */
export type AiCallUsage = Pick<
  typeof aiUsageLogs.$inferInsert,
  'inputTokens' | 'outputTokens' | 'requestDuration' | 'errorMessage' | 'metadata'
>;

export type RequestOutcome = { feature: string; task: string; fingerprint: string | null } & (
  | { state: 'done'; answer: unknown }
  | { state: 'failed'; rejection: RecordedRejection }
  | { state: 'running'; isStale: boolean }
);

interface RecordedRejection {
  code: ErrorCode;
  message: string;
  extra: Record<string, unknown>;
}

type RequestRow = typeof aiRequests.$inferSelect;

/**
 * Store the call, reserve its credits and log its disclosure, in one transaction before anything is
 * sent. So the log may contain a call that was never sent, but no sent call is missing. The
 * reservation is at most the rest of the monthly spending limits (docs/decisions/0034). Returns the
 * id of the row. Returns null when the user has already used this request id. Throws outOfCredits
 * or over_limit.
 */
export function startAiCall(db: Db, call: AiCallStart): Promise<number | null> {
  const { userId, projectId, requestId, fingerprint, feature, task, reservation, disclosure } = call;
  const { service, model, destination } = call.engine;
  return db.transaction(async (tx) => {
    if (projectId !== null && !(await lockProject(tx, projectId))) throw notFound('Project');
    const [request] = await tx
      .insert(aiRequests)
      .values({
        ...{ userId, projectId, requestId, fingerprint, feature, task, service, model },
        expiresAt: databaseTimeIn(call.leaseMs),
      })
      .onConflictDoNothing()
      .returning({ id: aiRequests.id });
    if (!request) return null;
    if (projectId !== null && destination !== null && disclosure !== null)
      await tx
        .insert(aiDisclosures)
        .values({ projectId, userId, service, model, destination, task, text: disclosure });
    if (reservation) {
      const { available, months } = await lockRemainingBudget(tx, { userId, projectId }, reservation);
      const reserved = await reserve(tx, userId, { ...reservation, max: available });
      if (reserved === null) throw outOfCredits(reservation.min, await balanceOf(tx, userId));
      await reserveSpending(tx, months, reserved);
      await tx.update(aiRequests).set({ reserved }).where(eq(aiRequests.id, request.id));
    }
    return request.id;
  });
}

export interface Settlement {
  usage: AiCallUsage;
  /**
   * Cost of the call. The charge never exceeds the reservation. Null: free of charge and logged as
   * failed.
   */
  cost: { credits: number; usd: (credits: number) => number } | null;
  /**
   * Store the answer, in the same transaction as the charge. Runs first, because it may lock the
   * project. Once the log refers to the project, concurrent calls would deadlock.
   */
  keep(tx: Db, credits: number): Promise<object>;
  /** Receives the monthly total, in the same transaction. */
  onSpent: OnSpent | undefined;
  /** Called when this charge makes the balance low. */
  onLow?: ((tx: Db, userId: string, balance: number) => Promise<void>) | undefined;
}

/**
 * End an answered call: log, charge and outcome in one transaction. Returns false and writes
 * nothing when the call had already been ended as stale.
 */
export async function settleAiCall(
  db: Db,
  id: number,
  { usage, cost, keep, onSpent, onLow }: Settlement,
): Promise<boolean> {
  const settled = await db.transaction(async (tx) => {
    const request = await lockRunning(tx, id);
    if (!request) return null;
    const credits = cost ? Math.min(cost.credits, request.reserved) : 0;
    const costUsd = cost ? cost.usd(credits) : 0;
    const answer = await keep(tx, credits);
    const usageId = await logUsage(tx, request, { ...usage, cost: costUsd, success: cost !== null });
    const outcome = { ...answer, credits, usageId };
    const months = await finish(tx, request, { state: 'done', outcome, usageId }, credits);
    if (credits > 0) {
      await onSpent?.(tx, request, months);
      const balance = await post(tx, {
        userId: request.userId,
        type: 'usage',
        amount: -credits,
        description: `${request.feature}: ${request.task}`,
        relatedAiUsageId: usageId,
        aiService: request.service,
        aiFeature: request.feature,
        costInUsd: costUsd,
      });
      const wasLow = balance + credits < lowBalanceBelow;
      if (balance < lowBalanceBelow && !wasLow) await onLow?.(tx, request.userId, balance);
    }
    await collectOwed(tx, request.userId);
    return { request, costUsd };
  });
  if (!settled) return false;
  const { service, feature } = settled.request;
  aiCalls.inc({ service, feature, outcome: cost ? 'ok' : 'failed' });
  aiCost.inc({ service, feature }, settled.costUsd);
  return true;
}

/** End a failed call free of charge, and log the reason. */
export async function failAiCall(
  db: Db,
  id: number,
  rejection: HttpError,
  usage: AiCallUsage,
): Promise<boolean> {
  const failed = await db.transaction(async (tx) => {
    const request = await lockRunning(tx, id);
    if (!request) return null;
    const usageId = await logUsage(tx, request, { ...usage, success: false });
    const { code, message, extra } = rejection;
    await finish(tx, request, { state: 'failed', outcome: { code, message, extra }, usageId }, 0);
    await collectOwed(tx, request.userId);
    return request;
  });
  if (!failed) return false;
  aiCalls.inc({ service: failed.service, feature: failed.feature, outcome: 'failed' });
  return true;
}

/** The lease of the call is over, so its process has died. */
const isLeaseOver = sql<boolean>`${aiRequests.expiresAt} < now()`;

/**
 * End the calls of dead processes and release their credits. Returns the number of ended calls.
 * Video jobs outlive processes and are ended by server/scenes/videoOutcomes.ts. 'all' ends every
 * running call: use it when starting on a database that no other process uses.
 */
export async function releaseStale(db: Db, which: 'stale' | 'all'): Promise<number> {
  const stale = await db
    .select({ id: aiRequests.id })
    .from(aiRequests)
    .where(
      and(
        eq(aiRequests.state, 'running'),
        which === 'all' ? undefined : isLeaseOver,
        notExists(
          db.select({ id: videoJobs.id }).from(videoJobs).where(eq(videoJobs.requestId, aiRequests.id)),
        ),
      ),
    );
  const died = new ModelFailure('died');
  let released = 0;
  for (const { id } of stale)
    if (await failAiCall(db, id, died.toHttpError('server'), { errorMessage: died.summary })) released += 1;
  return released;
}

/** Delete outcomes older than a day. Clients no longer repeat those request ids. */
export async function pruneAiRequests(db: Db): Promise<void> {
  await db
    .delete(aiRequests)
    .where(
      and(sql`${aiRequests.state} <> 'running'`, lt(aiRequests.createdAt, sql`now() - interval '1 day'`)),
    );
}

/** Return the outcome of the call with this request id. Null: there is none. */
export async function outcomeOf(db: Db, userId: string, requestId: string): Promise<RequestOutcome | null> {
  const [request] = await db
    .select({
      state: aiRequests.state,
      outcome: aiRequests.outcome,
      feature: aiRequests.feature,
      task: aiRequests.task,
      fingerprint: aiRequests.fingerprint,
      isStale: isLeaseOver,
    })
    .from(aiRequests)
    .where(and(eq(aiRequests.userId, userId), eq(aiRequests.requestId, requestId)));
  if (!request) return null;
  const { state, outcome, isStale, ...asked } = request;
  if (state === 'running') return { state, isStale, ...asked };
  return state === 'done'
    ? { state, answer: outcome, ...asked }
    : { state, rejection: outcome as RecordedRejection, ...asked };
}

/** Lock and return the row of a running call. Undefined: it has already ended. */
async function lockRunning(tx: Db, id: number): Promise<RequestRow | undefined> {
  const [request] = await tx
    .select()
    .from(aiRequests)
    .where(and(eq(aiRequests.id, id), eq(aiRequests.state, 'running')))
    .for('update');
  return request;
}

async function logUsage(
  tx: Db,
  { userId, projectId, service, feature, model, task, requestId }: RequestRow,
  usage: AiCallUsage & { success: boolean; cost?: number },
): Promise<number> {
  const [log] = await tx
    .insert(aiUsageLogs)
    .values({
      ...{ userId, projectId, service, feature, model },
      ...usage,
      totalTokens: (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0),
      metadata: { task, requestId, ...usage.metadata },
    })
    .returning({ id: aiUsageLogs.id });
  if (!log) throw new Error('INSERT INTO ai_usage_logs returned no row');
  return log.id;
}

/**
 * Store the outcome and release the reservation. Returns the affected spending months. The user's
 * row is locked last, so that concurrent calls wait as briefly as possible.
 */
async function finish(
  tx: Db,
  { id, userId, projectId, reserved, createdAt }: RequestRow,
  end: Pick<typeof aiRequests.$inferInsert, 'state' | 'outcome' | 'usageId'>,
  spent: number,
): Promise<SpentMonth[]> {
  await tx
    .update(aiRequests)
    .set({ ...end, reserved: 0 })
    .where(eq(aiRequests.id, id));
  if (reserved === 0) return [];
  const months = await settleSpending(tx, { userId, projectId }, { began: createdAt, held: reserved, spent });
  await release(tx, userId, reserved);
  return months;
}
