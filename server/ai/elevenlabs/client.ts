import type { ElevenLabsClient } from '@elevenlabs/elevenlabs-js';
import { ModelFailure } from '../failure.ts';
import { retryAfterMs } from '../providerAnswer.ts';
import { failureFor, type Watchdog, watchdog } from '../watchdog.ts';
import { failureOfRefusal, isRetryableRefusal, type RequestedResource, readRefusal } from './errors.ts';
import { type ConcurrencyLimit, createConcurrencyLimit } from './lanes.ts';
import type { ElevenLabsSettings } from './settings.ts';

const tries = 3;
/** If the provider asks for a longer wait, fail with that time instead. */
const maxWaitMs = 20_000;
/** Maximum bytes of an answer, about an hour of speech. */
const maxAnswerBytes = 60_000_000;
/** Concurrent calls of the smallest paid plan. Each answer states the limit of the actual plan. */
const defaultConcurrency = 4;

/** The provider's SDK with our limits (docs/decisions/0042). */
export interface ElevenLabs {
  settings: ElevenLabsSettings;
  client(): Promise<ElevenLabsClient>;
  concurrency: ConcurrencyLimit;
}

export function elevenLabs(settings: ElevenLabsSettings): ElevenLabs {
  let client: Promise<ElevenLabsClient> | undefined;
  return {
    settings,
    concurrency: createConcurrencyLimit(defaultConcurrency),
    client() {
      client ??= loadElevenLabs().then(
        (Client) =>
          new Client({
            apiKey: settings.apiKey,
            baseUrl: settings.baseUrl,
            maxRetries: 0,
            fetch: boundedFetch as typeof fetch,
          }),
      );
      return client;
    },
  };
}

/** Load the SDK. Call it before the server listens: it blocks for seconds and takes 130 MB. */
export async function loadElevenLabs(): Promise<typeof ElevenLabsClient> {
  return (await import('@elevenlabs/elevenlabs-js')).ElevenLabsClient;
}

/**
 * Fetch without following redirects, so that the key is sent only to the configured address. Limits
 * the answer's size.
 */
async function boundedFetch(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: 'error' });
  const { status, statusText, headers } = response;
  let length = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      length += piece.length;
      if (length > maxAnswerBytes) throw new ModelFailure('garbled');
      controller.enqueue(piece);
    },
  });
  return new Response(response.body?.pipeThrough(limit) ?? null, { status, statusText, headers });
}

/** Options of every SDK call. */
export interface CallConditions {
  abortSignal: AbortSignal;
  maxRetries: 0;
  /** The watchdog handles timeouts. */
  timeoutInSeconds: number;
}

interface SdkResponse<T> {
  data: T;
  rawResponse: { headers: Headers };
}

/**
 * Make a call and read its answer. Throws ModelFailure. Retries only a call that was rejected
 * before any work was done, so that nothing is billed twice.
 */
export async function askElevenLabs<T, R>(
  { settings, client, concurrency }: ElevenLabs,
  resource: RequestedResource,
  outer: AbortSignal,
  make: (client: ElevenLabsClient, conditions: CallConditions) => Promise<SdkResponse<T>>,
  read: (answer: T, headers: Headers, dog: Watchdog) => Promise<R>,
): Promise<R> {
  const answerMs = resource === 'design' ? settings.designMs : settings.answerMs;
  const api = await client();
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await runLimited(concurrency, outer, async () => {
      const dog = watchdog(outer, answerMs);
      try {
        const conditions = { abortSignal: dog.signal, maxRetries: 0, timeoutInSeconds: 3600 } as const;
        const { data, rawResponse } = await make(api, conditions);
        applyPlanLimit(concurrency, rawResponse.headers);
        return { value: await read(data, rawResponse.headers, dog) };
      } catch (error) {
        return classifyError(error, resource, settings.apiKey, dog.signal, attempt);
      } finally {
        dog.stop();
      }
    });
    if ('value' in outcome) return outcome.value;
    const { failure, waitMs } = outcome;
    if (waitMs === null || attempt === tries || waitMs > maxWaitMs) throw failure;
    await settings.wait(waitMs, outer).catch(() => {
      throw failureFor(outer);
    });
  }
}

async function runLimited<T>(
  concurrency: ConcurrencyLimit,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await concurrency.run(signal, work);
  } catch (error) {
    throw signal.aborted ? failureFor(signal) : error;
  }
}

/** Use one call less than the plan allows, for other users of the same key. */
function applyPlanLimit(concurrency: ConcurrencyLimit, headers: Headers): void {
  const allowed = Number(headers.get('maximum-concurrent-requests') ?? Number.NaN);
  if (Number.isInteger(allowed) && allowed >= 1 && allowed <= 100) concurrency.set(Math.max(1, allowed - 1));
}

interface FailedAttempt {
  failure: ModelFailure;
  /** Null: do not retry. */
  waitMs: number | null;
}

function classifyError(
  error: unknown,
  resource: RequestedResource,
  key: string,
  signal: AbortSignal,
  attempt: number,
): FailedAttempt {
  const noRetry = (failure: ModelFailure): FailedAttempt => ({ failure, waitMs: null });
  if (signal.aborted) return noRetry(failureFor(signal));
  const ownFailure = ourFailureIn(error);
  if (ownFailure) return noRetry(ownFailure);
  const backOffMs = 1000 * 2 ** (attempt - 1) * (1 + Math.random() / 4);
  if (isSdkError(error) && error.statusCode !== undefined) {
    const headers = error.rawResponse?.headers ?? new Headers();
    // A success status with an unusable body, such as a page of a proxy.
    if (error.statusCode < 400) return noRetry(new ModelFailure('garbled'));
    const errorAnswer = readRefusal(error.statusCode, headers, error.body, key);
    const waitMs = isRetryableRefusal(errorAnswer) ? (retryAfterMs(headers) ?? backOffMs) : null;
    return { failure: failureOfRefusal(errorAnswer, resource, key), waitMs };
  }
  const code = networkCodeIn(error);
  if (code === null) return noRetry(new ModelFailure('garbled'));
  const isUnreached = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT)$/.test(code);
  return isUnreached
    ? { failure: new ModelFailure('unreachable', { code }), waitMs: backOffMs }
    : noRetry(new ModelFailure('cut', { code }));
}

interface SdkError extends Error {
  statusCode?: number;
  body?: unknown;
  rawResponse?: { headers: Headers };
}

const isSdkError = (error: unknown): error is SdkError => error instanceof Error && 'statusCode' in error;

/** Iterate over the cause chain, because the SDK wraps errors of fetch. */
function* causesOf(error: unknown): Generator<Error & { code?: unknown }> {
  for (let cause = error; cause instanceof Error; cause = cause.cause) yield cause;
}

function ourFailureIn(error: unknown): ModelFailure | undefined {
  return [...causesOf(error)].find((cause) => cause instanceof ModelFailure);
}

/** Return a code such as ECONNREFUSED, which contains no address or key. Null: no network error. */
function networkCodeIn(error: unknown): string | null {
  const causes = [...causesOf(error)];
  const errorWithCode = causes.find(({ code }) => typeof code === 'string' && /^[A-Z_]{3,40}$/.test(code));
  if (errorWithCode) return String(errorWithCode.code);
  return causes.some(({ message }) => /terminated|fetch failed|premature close|socket/i.test(message))
    ? 'BROKEN_OFF'
    : null;
}
