import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { timePart } from '#server/db/callTimes.ts';
import type { Db } from '#server/db/client.ts';
import { isDiskFull } from '#server/db/databaseErrors.ts';
import { retryConflicts } from '#server/db/retrying.ts';
import { type HttpError, httpErrorOf, invalid, unavailable } from '#server/lib/errors.ts';
import { publishProjectChange } from '#server/lib/projectChange.ts';
import type { OnSpent } from '#server/lib/spending.ts';
import { errorTexts } from '#shared/errors.ts';
import { CallRecord } from './callRecord.ts';
import type { Metered } from './calls.ts';
import { costOf, type Price, usdOf } from './cost.ts';
import { disclosedText } from './disclosed.ts';
import { type enginePrices, maxCostOf } from './enginePrices.ts';
import { ModelFailure } from './failure.ts';
import type { MeteredJob } from './meteredJob.ts';
import type { ModelAnswer } from './models.ts';
import {
  type AiCallStart,
  failAiCall,
  outcomeOf,
  type Settlement,
  settleAiCall,
  startAiCall,
} from './requests.ts';
import { storedOutcome, waitOrAbort } from './storedOutcome.ts';
import { type Limits, withinLimit } from './withinLimit.ts';

/**
 * Extra lease time to settle a call that ended at its timeout, before other processes regard it as
 * dead.
 */
const leaseMarginMs = 60_000;
/**
 * Timeout for settling. It is longer than idleInTransactionMs of the database, so a paid answer is
 * not lost because a stopped process holds a lock on its rows.
 */
const settlingMs = 20_000;
/**
 * Timeout for starting a call. Many calls at once queue for the spending month of their project,
 * for longer than a statement waits for a lock.
 */
const startingMs = 10_000;

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
  /** Credits that all users together may spend in a month. */
  serverLimit: number | null;
}

/**
 * Create a function that runs each call once and charges for it. Repeated requests return the
 * stored outcome.
 */
export function meteredCalls(deps: MeteredCallsDeps) {
  const calls = new MeteredCalls(deps);
  return <A, T>(job: MeteredJob<A, T>): Promise<Metered<T>> => calls.runOnce(job);
}

class MeteredCalls {
  readonly #deps: MeteredCallsDeps;
  /** Calls of this process by user and request id. Each resolves when its outcome is stored. */
  readonly #running = new Map<string, Promise<void>>();

  constructor(deps: MeteredCallsDeps) {
    this.#deps = deps;
  }

  async runOnce<A, T>(job: MeteredJob<A, T>): Promise<Metered<T>> {
    const { userId, requestId } = job.call;
    if (!/^[\x21-\x7e]{1,100}$/.test(requestId))
      throw invalid('The request id must have 1 to 100 visible characters.');
    const key = `${userId} ${requestId}`;
    const runningCall = this.#running.get(key);
    if (runningCall) {
      await waitOrAbort(runningCall, job.call.signal);
      // The outcome is stored now, or the other call was rejected before it began. Then this one is
      // rejected too.
      return this.runOnce(job);
    }
    const completion = Promise.withResolvers<void>();
    this.#running.set(key, completion.promise);
    try {
      const { db } = this.#deps;
      const isNew = (await outcomeOf(db, userId, requestId)) === null;
      if (isNew) await this.#run(job);
      return await storedOutcome(db, job);
    } finally {
      this.#running.delete(key);
      completion.resolve();
    }
  }

  /** Make the call and store its outcome, unless another process has begun it. */
  async #run<A, T>(job: MeteredJob<A, T>): Promise<void> {
    const price = await this.#deps.prices.priceRowOf(job.engine);
    if (!price) throw unavailable(errorTexts.aiUnavailable);
    const maxCredits = maxCostOf(price, job.size);
    const id = await this.#start(job, price, maxCredits);
    if (id === null) return;
    const record = new CallRecord(job, price, maxCredits);
    try {
      const answer = await this.#ask(job, record);
      await job.call.prepare?.(answer.value);
      await this.#settle(id, job, this.#settlementOf(job, { price, answer, record }));
    } catch (error) {
      await this.#storeFailure(id, error, record, job);
    }
  }

  /** Store and reserve the call before anything is sent. Null: its request id is taken. */
  async #start<A, T>(job: MeteredJob<A, T>, price: Price, maxCredits: number): Promise<number | null> {
    const { call, engine, feature, input, size } = job;
    const { userId, projectId, requestId, fingerprint = null } = call;
    const { serverLimit } = this.#deps;
    const minAmounts = { ...size, inputTokens: size.likelyInputTokens, outputTokens: 0 };
    const start: AiCallStart = {
      userId,
      projectId,
      requestId,
      fingerprint,
      feature,
      task: input.task,
      engine,
      reservation:
        maxCredits > 0 ? { min: costOf(price, minAmounts).credits, max: maxCredits, serverLimit } : null,
      disclosure: engine.destination === null ? null : disclosedText(input),
      leaseMs: this.#deps.limits.callMs + leaseMarginMs,
    };
    try {
      return await retryConflicts(() => startAiCall(this.#deps.db, start), startingMs);
    } catch (error) {
      throw httpErrorOf(error);
    }
  }

  async #ask<A, T>({ call, ask }: MeteredJob<A, T>, record: CallRecord): Promise<ModelAnswer<A>> {
    const answer = await timePart('model', () =>
      withinLimit(this.#deps.limits, call.signal, (signal) =>
        ask({
          signal,
          payer: pseudonymOf(call.userId),
          onText: (piece) => {
            record.noteText();
            call.onText?.(piece);
          },
        }),
      ),
    );
    if (answer.value === '') throw new ModelFailure('empty', { details: answer.details });
    return answer;
  }

  #settlementOf<A, T>(
    { call, engine, size }: MeteredJob<A, T>,
    { price, answer, record }: { price: Price; answer: ModelAnswer<A>; record: CallRecord },
  ): Settlement {
    const { value, usage, ending } = answer;
    const cost = costOf(price, { ...size, ...usage });
    const usd = (credits: number) => (credits < cost.credits ? usdOf(credits) : cost.usd);
    return {
      usage: record.usageOf(answer),
      onLow: this.#deps.onLow,
      cost: ending === 'cut' ? null : { credits: cost.credits, usd },
      keep: async (tx, credits) => {
        const stored = await call.keep(tx, { value, ending, credits });
        const { service, model, isBuiltIn } = engine;
        return { value: stored ?? null, ending, service, model, isBuiltIn };
      },
      onSpent: this.#deps.onSpent,
    };
  }

  async #settle<A, T>(id: number, { call, input }: MeteredJob<A, T>, settlement: Settlement): Promise<void> {
    const { db, log } = this.#deps;
    const { requestId, projectId } = call;
    const isSettled = await retryConflicts(() => settleAiCall(db, id, settlement), settlingMs);
    if (!isSettled)
      log.warn({ task: input.task, requestId }, 'discarded an answer that arrived after its call had ended');
    if (isSettled && projectId !== null) publishProjectChange(db, projectId);
  }

  /**
   * Store the failure and release the credits. The stored outcome is returned to the caller. If it
   * cannot be stored, throw the error here. A job releases the credits later.
   */
  async #storeFailure<A, T>(
    id: number,
    error: unknown,
    record: CallRecord,
    { call: { requestId }, engine, input: { task } }: MeteredJob<A, T>,
  ): Promise<void> {
    const { db, log } = this.#deps;
    const failure = error instanceof ModelFailure ? error : null;
    const rejection = rejectionOf(error, engine.service);
    log.warn({ err: error, task, requestId }, 'an AI call failed');
    try {
      const usage = {
        ...record.usageOfFailure(failure),
        errorMessage: failure?.summary ?? rejection.message,
      };
      await retryConflicts(() => failAiCall(db, id, rejection, usage), settlingMs);
    } catch (storeError) {
      log.error(
        { err: storeError, task, requestId },
        'failed to store an AI failure, credits stay reserved until the lease expires',
      );
      throw rejection;
    }
  }
}

function rejectionOf(error: unknown, service: string): HttpError {
  if (error instanceof ModelFailure) return error.toHttpError(service);
  if (isDiskFull(error)) return unavailable(diskFull, error);
  return httpErrorOf(error);
}

/** Return a pseudonym, so that the provider can distinguish users but not identify them. */
function pseudonymOf(userId: string): string {
  return createHash('sha256').update(`cold-open ${userId}`).digest('base64url').slice(0, 32);
}
