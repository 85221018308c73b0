import type { ElevenLabsClient } from '@elevenlabs/elevenlabs-js';
import { ModelFailure } from '../failure.ts';
import { retryAfterMs } from '../vendorAnswer.ts';
import { failureFor, type Watchdog, watchdog } from '../watchdog.ts';
import { failureOfRefusal, isRetryableRefusal, type RequestedResource, readRefusal } from './errors.ts';
import { type ConcurrencyLimit, createConcurrencyLimit } from './lanes.ts';
import type { ElevenLabsSettings } from './settings.ts';

const tries = 3;
/** Who should wait longer than this is told so instead. */
const maxWaitMs = 20_000;
/** Of any answer; an hour of speech is as much. */
const largestAnswer = 60_000_000;
/** As many as the smallest paid plan; each answer says how many this one allows. */
const usualLanes = 4;

/** The vendor's package, under conditions of ours (docs/decisions/0042). */
export interface ElevenLabs {
  settings: ElevenLabsSettings;
  client(): Promise<ElevenLabsClient>;
  lanes: ConcurrencyLimit;
}

export function elevenLabs(settings: ElevenLabsSettings): ElevenLabs {
  let client: Promise<ElevenLabsClient> | undefined;
  return {
    settings,
    lanes: createConcurrencyLimit(usualLanes),
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

/** Takes seconds in which nobody else is answered, and 130 MB: to be called before the server listens. */
export async function loadElevenLabs(): Promise<typeof ElevenLabsClient> {
  return (await import('@elevenlabs/elevenlabs-js')).ElevenLabsClient;
}

/** A key goes to the configured address and nowhere else, and no answer is read without end. */
async function boundedFetch(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: 'error' });
  const { status, statusText, headers } = response;
  let length = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      length += piece.length;
      if (length > largestAnswer) throw new ModelFailure('garbled');
      controller.enqueue(piece);
    },
  });
  return new Response(response.body?.pipeThrough(limit) ?? null, { status, statusText, headers });
}

/** What every call of the package takes. */
export interface CallConditions {
  abortSignal: AbortSignal;
  maxRetries: 0;
  /** We watch the time ourselves. */
  timeoutInSeconds: number;
}

interface Answered<T> {
  data: T;
  rawResponse: { headers: Headers };
}

/**
 * Makes a call and reads its answer. Tries again only when it was turned away before any work was done: then nothing is
 * billed twice. Throws ModelFailure.
 */
export async function askElevenLabs<T, R>(
  { settings, client, lanes }: ElevenLabs,
  asked: RequestedResource,
  outer: AbortSignal,
  make: (client: ElevenLabsClient, conditions: CallConditions) => Promise<Answered<T>>,
  read: (answer: T, headers: Headers, dog: Watchdog) => Promise<R>,
): Promise<R> {
  const answerMs = asked === 'design' ? settings.designMs : settings.answerMs;
  const api = await client();
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await inLane(lanes, outer, async () => {
      const dog = watchdog(outer, answerMs);
      try {
        const conditions = { abortSignal: dog.signal, maxRetries: 0, timeoutInSeconds: 3600 } as const;
        const { data, rawResponse } = await make(api, conditions);
        heedLanes(lanes, rawResponse.headers);
        return { value: await read(data, rawResponse.headers, dog) };
      } catch (error) {
        return whatHappened(error, asked, settings.apiKey, dog.signal, attempt);
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

async function inLane<T>(lanes: ConcurrencyLimit, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await lanes.run(signal, work);
  } catch (error) {
    throw signal.aborted ? failureFor(signal) : error;
  }
}

/** One is left to others who use the same key. */
function heedLanes(lanes: ConcurrencyLimit, headers: Headers): void {
  const allowed = Number(headers.get('maximum-concurrent-requests') ?? Number.NaN);
  if (Number.isInteger(allowed) && allowed >= 1 && allowed <= 100) lanes.set(Math.max(1, allowed - 1));
}

interface Happened {
  failure: ModelFailure;
  /** Null: it is not to be tried again. */
  waitMs: number | null;
}

function whatHappened(
  error: unknown,
  asked: RequestedResource,
  key: string,
  signal: AbortSignal,
  attempt: number,
): Happened {
  const never = (failure: ModelFailure): Happened => ({ failure, waitMs: null });
  if (signal.aborted) return never(failureFor(signal));
  const own = ourFailureIn(error);
  if (own) return never(own);
  const backOffMs = 1000 * 2 ** (attempt - 1) * (1 + Math.random() / 4);
  if (isVendorError(error) && error.statusCode !== undefined) {
    const headers = error.rawResponse?.headers ?? new Headers();
    // An answer that is no answer, such as a page of a proxy, has a good status.
    if (error.statusCode < 400) return never(new ModelFailure('garbled'));
    const said = readRefusal(error.statusCode, headers, error.body, key);
    const waitMs = isRetryableRefusal(said) ? (retryAfterMs(headers) ?? backOffMs) : null;
    return { failure: failureOfRefusal(said, asked, key), waitMs };
  }
  const code = networkCodeIn(error);
  if (code === null) return never(new ModelFailure('garbled'));
  const isUnreached = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT)$/.test(code);
  return isUnreached
    ? { failure: new ModelFailure('unreachable', { code }), waitMs: backOffMs }
    : never(new ModelFailure('cut', { code }));
}

interface VendorError extends Error {
  statusCode?: number;
  body?: unknown;
  rawResponse?: { headers: Headers };
}

const isVendorError = (error: unknown): error is VendorError =>
  error instanceof Error && 'statusCode' in error;

/** The package wraps what a fetch throws. */
function* causesOf(error: unknown): Generator<Error & { code?: unknown }> {
  for (let cause = error; cause instanceof Error; cause = cause.cause) yield cause;
}

function ourFailureIn(error: unknown): ModelFailure | undefined {
  return [...causesOf(error)].find((cause) => cause instanceof ModelFailure);
}

/** Such as ECONNREFUSED: names no address and no key. Null: the network did nothing wrong. */
function networkCodeIn(error: unknown): string | null {
  const causes = [...causesOf(error)];
  const found = causes.find(({ code }) => typeof code === 'string' && /^[A-Z_]{3,40}$/.test(code));
  if (found) return String(found.code);
  return causes.some(({ message }) => /terminated|fetch failed|premature close|socket/i.test(message))
    ? 'BROKEN_OFF'
    : null;
}
