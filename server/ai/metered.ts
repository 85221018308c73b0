import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Db } from '#server/db/client.ts';
import { isDiskFull } from '#server/db/failures.ts';
import { conflict, HttpRefusal, invalid, unavailable } from '#server/lib/errors.ts';
import { balanceOf } from '#server/lib/ledger.ts';
import { announceChange } from '#server/lib/projectChange.ts';
import { usedElsewhere } from '#server/lib/requestId.ts';
import type { OnSpent } from '#server/lib/spending.ts';
import { errorTexts } from '#shared/errors.ts';
import type { Ai, AiFeature, AiNeed, Metered, MeteredCall } from './calls.ts';
import { costOf, isFree, type Price, type PriceRow, usdOf } from './cost.ts';
import { type Asked, disclosedWords } from './disclosed.ts';
import { ModelFailure } from './failure.ts';
import { filmCalls } from './filmCalls.ts';
import type { Engine, ModelAnswer, ModelRun, Models } from './models.ts';
import { priceNow } from './prices.ts';
import { begin, fail, outcomeOf, releaseStale, settle, type Used } from './requests.ts';
import { noSize, type QuestionSize, questionSize, speechSize } from './size.ts';
import { type Limits, withinLimit } from './withinLimit.ts';

interface MeteredDeps {
  db: Db;
  models: Models;
  log: Logger;
  limits?: Limits;
  /** Hears what a paid call made of a month, in the transaction that charges for it. */
  onSpent?: OnSpent;
  /** Somebody's balance has become low, in the transaction of the charge. */
  onLow?: (tx: Db, userId: string, balance: number) => Promise<void>;
}

const usualLimits: Limits = { callMs: 300_000, graceMs: 2_000 };
/** For settling a call that ended at its limit, before others believe its process dead. */
const leaseOverLimitMs = 60_000;
const lookAgainMs = 250;

const diskFull = "The server's disk is full, so this cannot be kept. Nothing was charged.";

const free: Price = {
  pricingType: 'per_request',
  inputCostPer1k: 0,
  outputCostPer1k: 0,
  fixedCostPerRequest: 0,
};

/**
 * The only way to a model: price → hold credits, and note what leaves the server → call → log → charge or give back
 * (docs/decisions/0010 and 0012).
 */
export function metered({ db, models, log, onSpent, onLow, limits = usualLimits }: MeteredDeps): Ai {
  /** Calls of this process, by user and request id. Each resolves when its outcome is written. */
  const running = new Map<string, Promise<void>>();

  const engines: Record<AiNeed, Engine> = {
    chat: models.text,
    script_analysis: models.text,
    image_generation: models.pictures,
    speech: models.speech,
    sound_effect: models.sounds,
    voice_design: models.voices,
  };
  const engineOf = (feature: AiNeed): Engine => engines[feature];

  async function priceRowOf({ service, model, isBuiltIn }: Engine): Promise<PriceRow | typeof free | null> {
    return isBuiltIn ? free : priceNow(db, service, model);
  }

  async function once<A, T>(job: Job<A, T>): Promise<Metered<T>> {
    const { userId, requestId } = job.call;
    if (!/^[\x21-\x7e]{1,100}$/.test(requestId)) throw invalid('The request id cannot be used.');
    const key = `${userId} ${requestId}`;
    const other = running.get(key);
    if (other) {
      await orAborted(other, job.call.signal);
      // It is written down now, or was refused before it began, and then this one is, too.
      return once(job);
    }
    const ended = Promise.withResolvers<void>();
    running.set(key, ended.promise);
    try {
      return (await isNew(job)) ? await run(job) : await recorded(job);
    } finally {
      running.delete(key);
      ended.resolve();
    }
  }

  async function isNew<A, T>(job: Job<A, T>): Promise<boolean> {
    return (await outcomeOf(db, job.call.userId, job.call.requestId)) === null;
  }

  async function run<A, T>(job: Job<A, T>): Promise<Metered<T>> {
    const { call, engine, feature, asked, size } = job;
    const { task } = asked;
    const price = await priceRowOf(engine);
    if (!price) throw unavailable(errorTexts.aiUnavailable);
    const { userId, projectId, requestId, fingerprint = null } = call;
    const least = costOf(price, { ...size, inputTokens: size.likelyInputTokens, outputTokens: 0 }).credits;
    const max = maxOf(price, size);
    const hold = max > 0 ? { least, max } : null;
    const id = await begin(db, {
      ...{ userId, projectId, requestId, fingerprint, feature, task, engine, hold },
      words: engine.destination === null ? null : disclosedWords(asked),
      leaseMs: limits.callMs + leaseOverLimitMs,
    });
    if (id === null) return recorded(job);
    const started = performance.now();
    const elapsed = () => Math.round(performance.now() - started);
    const metadata: Record<string, unknown> = { ...call.about, isBuiltIn: engine.isBuiltIn, upTo: max };
    if ('id' in price) metadata.price = priceForLog(price);
    try {
      const answer = await withinLimit(limits, call.signal, (signal) =>
        job.ask({
          signal,
          payer: nameOf(userId),
          onText: (piece) => {
            metadata.firstTextMs ??= elapsed();
            call.onText?.(piece);
          },
        }),
      );
      const { value, usage, ending } = answer;
      if (value === '') throw new ModelFailure('empty', { details: answer.details });
      await call.prepare?.(value);
      const used: Used = {
        ...{ inputTokens: usage.inputTokens, outputTokens: usage.outputTokens },
        requestDuration: elapsed(),
        metadata: { ...metadata, ...answer.details, ending, isEstimated: usage.isEstimated },
      };
      if (ending === 'cut') used.errorMessage = new ModelFailure('cut').summary;
      const cost = costOf(price, { ...size, ...usage });
      const isSettled = await settle(db, id, {
        ...{ used, onLow },
        owed:
          ending === 'cut'
            ? null
            : {
                credits: cost.credits,
                usd: (credits) => (credits < cost.credits ? usdOf(credits) : cost.usd),
              },
        keep: async (tx, credits) => {
          const kept = await call.keep(tx, { value, ending, credits });
          const { service, model, isBuiltIn } = engine;
          return { value: kept ?? null, ending, service, model, isBuiltIn };
        },
        onSpent,
      });
      if (!isSettled) log.warn({ task, requestId }, 'an answer came after its call was given up');
      if (isSettled && projectId !== null) announceChange(db, projectId);
    } catch (error) {
      await giveBack(id, error, { requestDuration: elapsed(), metadata }, job);
    }
    return recorded(job);
  }

  /** The outcome tells the caller; only if it cannot be written, this does, and a job gives the credits back later. */
  async function giveBack<A, T>(id: number, error: unknown, used: Used, job: Job<A, T>): Promise<void> {
    const failure = error instanceof ModelFailure ? error : null;
    const refusal = refusalOf(error, job.engine.service);
    log.warn({ err: error, task: job.asked.task, requestId: job.call.requestId }, 'an AI call failed');
    try {
      await fail(db, id, refusal, {
        ...used,
        errorMessage: failure?.summary ?? refusal.message,
        metadata: { ...used.metadata, ...failure?.facts.details, failure: failure?.kind ?? 'ours' },
      });
    } catch (failing) {
      log.error(
        { err: failing, task: job.asked.task, requestId: job.call.requestId },
        'credits are held until later',
      );
      throw refusal;
    }
  }

  /** What was written down about this request id; waits for a call that another process is making. */
  async function recorded<A, T>({ call, feature, asked }: Job<A, T>): Promise<Metered<T>> {
    const { userId, requestId, fingerprint = null, signal } = call;
    for (;;) {
      const outcome = await outcomeOf(db, userId, requestId);
      if (!outcome) throw conflict('This request is not known any more. Please ask again.');
      const isSame = outcome.feature === feature && outcome.task === asked.task;
      // Calls of before have no fingerprint.
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
      await orAborted(wait(lookAgainMs), signal);
    }
  }

  return {
    reply: (feature, question, call) =>
      once({
        ...{ feature, call, engine: models.text, asked: question, size: questionSize(question) },
        ask: (run) => models.text.reply(question, run),
      }),
    analyse: (feature, question, call) =>
      once({
        ...{ feature, call, engine: models.text, asked: question, size: questionSize(question) },
        ask: (run) => models.text.analyse(question, run),
      }),
    draw: (feature, order, call) =>
      once({
        ...{ feature, call, engine: models.pictures, asked: order, size: noSize },
        ask: (run) => models.pictures.draw(order, run),
      }),
    speak: (order, call) =>
      once({
        ...{ feature: 'voice_generation', call, engine: models.speech, asked: order },
        size: speechSize(order.text),
        ask: (run) => models.speech.speak(order, run),
      }),
    makeSound: (order, call) =>
      once({
        ...{ feature: 'voice_generation', call, engine: models.sounds, asked: order, size: noSize },
        ask: (run) => models.sounds.makeSound(order, run),
      }),
    designVoice: (order, call) =>
      once({
        ...{ feature: 'voice_generation', call, engine: models.voices, asked: order, size: noSize },
        ask: (run) => models.voices.designVoice(order, run),
      }),
    listVoices: (signal) => unpaid(models.voices, models.voices.listVoices(signal)),
    voicePreview: (voice, signal) => unpaid(models.voices, models.voices.previewOf(voice, signal)),
    priceOfSpeech: async () => {
      const price = await priceRowOf(models.speech);
      if (price?.pricingType !== 'per_character' || isFree(price))
        return price && { exact: maxOf(price, noSize) };
      return { usdPer1000Characters: price.inputCostPer1k };
    },
    priceOf: async (feature, size = noSize) => {
      const price = await priceRowOf(engineOf(feature));
      if (!price) return null;
      const max = maxOf(price, size);
      return price.pricingType === 'per_token' && max > 0 ? { upTo: max } : { exact: max };
    },
    engineOf,
    contextTokens: models.text.contextTokens,
    film: filmCalls({ db, engine: models.film, onSpent, onLow }),
  };
}

interface Job<A, T> {
  feature: AiFeature;
  asked: Asked;
  engine: Engine;
  size: QuestionSize;
  call: MeteredCall<A, T>;
  ask(run: ModelRun): Promise<ModelAnswer<A>>;
}

function maxOf(price: Price, { maxInputTokens, maxOutputTokens, characters }: QuestionSize): number {
  return costOf(price, { inputTokens: maxInputTokens, outputTokens: maxOutputTokens, characters }).credits;
}

/** Prices are changed in place, so a charge keeps the one that it was made of. */
function priceForLog({
  id,
  pricingType,
  inputCostPer1k,
  outputCostPer1k,
  fixedCostPerRequest,
}: PriceRow): object {
  return { id, pricingType, inputCostPer1k, outputCostPer1k, fixedCostPerRequest };
}

/** What costs nothing and is not written down. */
async function unpaid<T>({ service }: Engine, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof ModelFailure ? error.refusal(service) : error;
  }
}

function refusalOf(error: unknown, service: string): HttpRefusal {
  if (error instanceof ModelFailure) return error.refusal(service);
  if (error instanceof HttpRefusal) return error;
  if (isDiskFull(error)) return unavailable(diskFull, error);
  return new HttpRefusal('internal', errorTexts.internal);
}

/** The vendor can tell people apart, and no more than that. */
function nameOf(userId: string): string {
  return createHash('sha256').update(`cold-open ${userId}`).digest('base64url').slice(0, 32);
}

/** For a caller that waits for what another one started: it may stop waiting, the call goes on. */
async function orAborted(work: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
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
