import { ModelFailure } from '../failure.ts';
import { retryAfterMs } from '../providerAnswer.ts';
import {
  type Attempt,
  backOffMs,
  networkFailure,
  parseJson,
  readBytes,
  withRetries,
} from '../providerCall.ts';
import { failureFor, type Watchdog, watchdog } from '../watchdog.ts';
import { failureOfRejection, isRetryableRejection, type RequestedResource, readRejection } from './errors.ts';
import { type ConcurrencyLimit, createConcurrencyLimit } from './lanes.ts';
import type { ElevenLabsSettings } from './settings.ts';

/** Maximum bytes of an answer, about an hour of speech. */
export const maxAnswerBytes = 60_000_000;
const maxErrorBytes = 65_536;
/** Concurrent calls of the smallest paid plan. Each answer states the limit of the actual plan. */
const defaultConcurrency = 4;

/** Settings of the provider, and the limit that all its calls share. */
export interface ElevenLabs {
  settings: ElevenLabsSettings;
  concurrency: ConcurrencyLimit;
}

export function elevenLabs(settings: ElevenLabsSettings): ElevenLabs {
  return { settings, concurrency: createConcurrencyLimit(defaultConcurrency) };
}

interface ElevenLabsCall {
  resource: RequestedResource;
  path: string;
  query?: Record<string, string>;
  /** Sent as JSON with POST. Missing: the call is a GET. */
  body?: object;
}

/**
 * Make a call and read its answer. Throws ModelFailure. Retries only a call that was rejected
 * before any work was done, so that nothing is billed twice.
 */
export async function askElevenLabs<T>(
  { settings, concurrency }: ElevenLabs,
  call: ElevenLabsCall,
  outer: AbortSignal,
  read: (response: Response, dog: Watchdog) => Promise<T>,
): Promise<T> {
  const answerMs = call.resource === 'design' ? settings.designMs : settings.answerMs;
  return withRetries({ wait: settings.wait, signal: outer }, (attempt) =>
    runLimited(concurrency, outer, async () => {
      const dog = watchdog(outer, answerMs);
      try {
        const response = await send(settings, call, dog.signal);
        if (!response.ok) return await rejectedAttempt(response, call.resource, settings.apiKey, attempt);
        applyPlanLimit(concurrency, response.headers);
        return { value: await read(response, dog) };
      } catch (error) {
        return brokenAttempt(error, dog.signal, attempt);
      } finally {
        dog.stop();
      }
    }),
  );
}

function send(
  { baseUrl, apiKey }: ElevenLabsSettings,
  { path, query, body }: ElevenLabsCall,
  signal: AbortSignal,
): Promise<Response> {
  const search = query ? `?${new URLSearchParams(query)}` : '';
  return fetch(`${baseUrl}${path}${search}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'xi-api-key': apiKey, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    // Do not follow redirects: the key is sent only to the configured address.
    ...{ redirect: 'error', signal },
  });
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

async function rejectedAttempt(
  response: Response,
  resource: RequestedResource,
  key: string,
  attempt: number,
): Promise<Attempt<never>> {
  const { status, headers } = response;
  const body = parseJson((await readBytes(response, maxErrorBytes)).toString('utf8'));
  const errorAnswer = readRejection(status, headers, body, key);
  const waitMs = isRetryableRejection(errorAnswer)
    ? (retryAfterMs(headers) ?? backOffMs(1000, attempt))
    : null;
  return { failure: failureOfRejection(errorAnswer, resource, key), waitMs };
}

function brokenAttempt(error: unknown, signal: AbortSignal, attempt: number): Attempt<never> {
  if (signal.aborted) return { failure: failureFor(signal), waitMs: null };
  if (error instanceof ModelFailure) return { failure: error, waitMs: null };
  const failure = networkFailure(error);
  return { failure, waitMs: failure.kind === 'unreachable' ? backOffMs(1000, attempt) : null };
}
