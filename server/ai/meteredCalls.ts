import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Db } from '#server/db/client.ts';
import { isConflict, isDiskFull, isLockTimeout } from '#server/db/databaseErrors.ts';
import { retryConflicts } from '#server/db/retrying.ts';
import { conflict, databaseBusy, HttpRefusal, invalid, unavailable } from '#server/lib/errors.ts';
import { balanceOf } from '#server/lib/ledger.ts';
import { publishProjectChange } from '#server/lib/projectChange.ts';
import { usedElsewhere } from '#server/lib/requestId.ts';
import type { OnSpent } from '#server/lib/spending.ts';
import { errorTexts } from '#shared/errors.ts';
import type { AiFeature, Metered, MeteredCall } from './calls.ts';
import { costOf, usdOf } from './cost.ts';
import { disclosedText, type ModelInput } from './disclosed.ts';
import { type enginePrices, maxCostOf, priceForLog } from './enginePrices.ts';
import { ModelFailure } from './failure.ts';
import type { Engine, ModelAnswer, ModelRun } from './models.ts';
import {
  type AiCallUsage,
  failAiCall,
  outcomeOf,
  releaseStale,
  type Settlement,
  settleAiCall,
  startAiCall,
} from './requests.ts';
import type { QuestionSize } from './size.ts';
import { type Limits, withinLimit } from './withinLimit.ts';

/**
 * Extra lease time to settle a call that ended at its timeout, before other processes regard it as
 * dead.
 */
const leaseMarginMs = 60_000;
/**
 * An answer that a vendor charges for outlasts a row that a stopped process holds
 * (idleInTransactionMs of the database).
 */
const settlingMs = 20_000;
const pollIntervalMs = 250;

const diskFull = "The server's disk is full, so this cannot be stored. Nothing was charged.";

interface MeteredCallsDeps {
  db: Db;
  log: Logger;
  limits: Limits;
  prices: ReturnType<typeof enginePrices>;
  /** Receives the monthly total after a charge, in the transaction of the charge. */
  onSpent: OnSpent | undefined;
  /** Called when a charge makes a balance low, in the transaction of the charge. */
  onLow: ((tx: Db, userId: string, balance: number) => Promise<void>) | undefined;
}

/** One model call with everything needed to run and settle it. */
interface Job<A, T> {
  feature: AiFeature;
  input: ModelInput;
  engine: Engine;
  size: QuestionSize;
  call: MeteredCall<A, T>;
  ask(run: ModelRun): Promise<ModelAnswer<A>>;
}

/**
 * Create a function that runs each call once and charges for it. Repeated requests return the
 * stored outcome.
 */
export function meteredCalls({ db, log, limits, prices, onSpent, onLow }: MeteredCallsDeps) {
  /** Calls of this process by user and request id. Each resolves when its outcome is stored. */
  const runningCalls = new Map<string, Promise<void>>();

  async function runOnce<A, T>(job: Job<A, T>): Promise<Metered<T>> {
    const { userId, requestId } = job.call;
    if (!/^[\x21-\x7e]{1,100}$/.test(requestId))
      throw invalid('The request id must have 1 to 100 visible characters.');
    const key = `${userId} ${requestId}`;
    const runningCall = runningCalls.get(key);
    if (runningCall) {
      await waitOrAbort(runningCall, job.call.signal);
      // The outcome is stored now, or the other call was rejected before it began. Then this one is
      // rejected too.
      return runOnce(job);
    }
    const completion = Promise.withResolvers<void>();
    runningCalls.set(key, completion.promise);
    try {
      return (await isNew(job)) ? await run(job) : await storedOutcome(job);
    } finally {
      runningCalls.delete(key);
      completion.resolve();
    }
  }

  async function isNew<A, T>(job: Job<A, T>): Promise<boolean> {
    return (await outcomeOf(db, job.call.userId, job.call.requestId)) === null;
  }

  async function run<A, T>(job: Job<A, T>): Promise<Metered<T>> {
    const { call, engine, feature, input, size } = job;
    const { task } = input;
    const price = await prices.priceRowOf(engine);
    if (!price) throw unavailable(errorTexts.aiUnavailable);
    const { userId, projectId, requestId, fingerprint = null } = call;
    const least = costOf(price, { ...size, inputTokens: size.likelyInputTokens, outputTokens: 0 }).credits;
    const max = maxCostOf(price, size);
    const reservation = max > 0 ? { least, max } : null;
    const id = await startAiCall(db, {
      userId,
      projectId,
      requestId,
      fingerprint,
      feature,
      task,
      engine,
      reservation,
      disclosure: engine.destination === null ? null : disclosedText(input),
      leaseMs: limits.callMs + leaseMarginMs,
    });
    if (id === null) return storedOutcome(job);
    const started = performance.now();
    const elapsed = () => Math.round(performance.now() - started);
    const metadata: Record<string, unknown> = { ...call.about, isBuiltIn: engine.isBuiltIn, upTo: max };
    if ('id' in price) metadata.price = priceForLog(price);
    try {
      const answer = await withinLimit(limits, call.signal, (signal) =>
        job.ask({
          signal,
          payer: pseudonymOf(userId),
          onText: (piece) => {
            metadata.firstTextMs ??= elapsed();
            call.onText?.(piece);
          },
        }),
      );
      const { value, usage, ending } = answer;
      if (value === '') throw new ModelFailure('empty', { details: answer.details });
      await call.prepare?.(value);
      const callUsage: AiCallUsage = {
        inputTokens: usage.inputTokens,
        outputTokens: usage.outputTokens,
        requestDuration: elapsed(),
        metadata: { ...metadata, ...answer.details, ending, isEstimated: usage.isEstimated },
      };
      if (ending === 'cut') callUsage.errorMessage = new ModelFailure('cut').summary;
      const cost = costOf(price, { ...size, ...usage });
      const settlement: Settlement = {
        usage: callUsage,
        onLow,
        cost:
          ending === 'cut'
            ? null
            : {
                credits: cost.credits,
                usd: (credits) => (credits < cost.credits ? usdOf(credits) : cost.usd),
              },
        keep: async (tx, credits) => {
          const stored = await call.keep(tx, { value, ending, credits });
          const { service, model, isBuiltIn } = engine;
          return { value: stored ?? null, ending, service, model, isBuiltIn };
        },
        onSpent,
      };
      const isSettled = await retryConflicts(() => settleAiCall(db, id, settlement), settlingMs);
      if (!isSettled)
        log.warn({ task, requestId }, 'discarded an answer that arrived after its call had ended');
      if (isSettled && projectId !== null) publishProjectChange(db, projectId);
    } catch (error) {
      await storeFailure(id, error, { requestDuration: elapsed(), metadata }, job);
    }
    return storedOutcome(job);
  }

  /**
   * Store the failure and release the credits. The stored outcome is returned to the caller. If it
   * cannot be stored, throw the error here. A job releases the credits later.
   */
  async function storeFailure<A, T>(
    id: number,
    error: unknown,
    callUsage: AiCallUsage,
    job: Job<A, T>,
  ): Promise<void> {
    const failure = error instanceof ModelFailure ? error : null;
    const refusal = refusalOf(error, job.engine.service);
    log.warn({ err: error, task: job.input.task, requestId: job.call.requestId }, 'an AI call failed');
    try {
      const use = {
        ...callUsage,
        errorMessage: failure?.summary ?? refusal.message,
        metadata: { ...callUsage.metadata, ...failure?.facts.details, failure: failure?.kind ?? 'ours' },
      };
      await retryConflicts(() => failAiCall(db, id, refusal, use), settlingMs);
    } catch (storeError) {
      log.error(
        { err: storeError, task: job.input.task, requestId: job.call.requestId },
        'failed to store an AI failure, credits stay reserved until the lease expires',
      );
      throw refusal;
    }
  }

  /** Return the stored outcome of this request id. Wait while another process makes the call. */
  async function storedOutcome<A, T>({ call, feature, input }: Job<A, T>): Promise<Metered<T>> {
    const { userId, requestId, fingerprint = null, signal } = call;
    for (;;) {
      const outcome = await outcomeOf(db, userId, requestId);
      if (!outcome) throw conflict('This request has expired. Please ask again.');
      const isSame = outcome.feature === feature && outcome.task === input.task;
      // Old rows have no fingerprint.
      if (!isSame || (outcome.fingerprint ?? fingerprint) !== fingerprint) throw usedElsewhere();
      if (outcome.state === 'failed') {
        const { code, message, extra } = outcome.refusal;
        throw new HttpRefusal(code, message, extra);
      }
      if (outcome.state === 'done')
        return {
          ...(outcome.answer as Omit<Metered<T>, 'creditBalance'>),
          creditBalance: await balanceOf(db, userId),
        };
      if (outcome.isStale) await releaseStale(db, new Date());
      await waitOrAbort(wait(pollIntervalMs), signal);
    }
  }

  return runOnce;
}

function refusalOf(error: unknown, service: string): HttpRefusal {
  if (error instanceof ModelFailure) return error.refusal(service);
  if (error instanceof HttpRefusal) return error;
  if (isDiskFull(error)) return unavailable(diskFull, error);
  if (isConflict(error) || isLockTimeout(error)) return databaseBusy(error);
  return new HttpRefusal('internal', errorTexts.internal);
}

/** Return a pseudonym, so that the provider can distinguish users but not identify them. */
function pseudonymOf(userId: string): string {
  return createHash('sha256').update(`cold-open ${userId}`).digest('base64url').slice(0, 32);
}

/** Wait for `work`, which another caller started. Aborting ends only the waiting. */
async function waitOrAbort(work: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return void (await work);
  const aborted = Promise.withResolvers<never>();
  const stop = () => aborted.reject(new ModelFailure('stopped').refusal(''));
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
