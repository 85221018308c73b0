import { ModelFailure } from '../failure.ts';
import { retryAfterMs } from '../providerAnswer.ts';
import { type Attempt, backOffMs, networkCodeIn, readBytes, withRetries } from '../providerCall.ts';
import { failureFor, type Watchdog } from '../watchdog.ts';
import { failureOf, isAboutFormat, isRetryableError, readError } from './errors.ts';
import type { Settings } from './settings.ts';

const maxErrorBytes = 65_536;

/** The server does not support the response_format. */
export class FormatRefused extends ModelFailure {}

/**
 * Post and return the response as soon as its headers indicate success. Throws ModelFailure.
 * Retries if no byte of an answer was received or the server rejected the call early, so that
 * nothing is billed twice.
 */
export async function send(
  { baseUrl, apiKey, wait }: Pick<Settings, 'baseUrl' | 'apiKey' | 'wait'>,
  path: string,
  body: object,
  dog: Watchdog,
): Promise<Response> {
  const request: RequestInit = {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream, application/json',
      ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
    },
    body: JSON.stringify(body),
    // Do not follow redirects: the key is sent only to the configured address.
    redirect: 'manual',
    signal: dog.signal,
  };
  return withRetries({ wait, signal: dog.signal }, (attempt) =>
    sendOnce(`${baseUrl}${path}`, request, apiKey, dog.signal, attempt),
  );
}

async function sendOnce(
  url: string,
  request: RequestInit,
  key: string | null,
  signal: AbortSignal,
  attempt: number,
): Promise<Attempt<Response>> {
  const delayMs = backOffMs(500, attempt);
  let response: Response;
  try {
    response = await fetch(url, request);
  } catch (error) {
    if (signal.aborted) throw failureFor(signal);
    return { failure: new ModelFailure('unreachable', { code: networkCodeIn(error) }), waitMs: delayMs };
  }
  if (response.ok) return { value: response };
  const body = await readBytes(response, maxErrorBytes).catch(() => '');
  const errorAnswer = readError(response.status, response.headers, body.toString(), key);
  if (isAboutFormat(errorAnswer))
    throw new FormatRefused('request', { status: errorAnswer.status, code: errorAnswer.code });
  const waitMs = isRetryableError(errorAnswer) ? (retryAfterMs(errorAnswer.headers) ?? delayMs) : null;
  return { failure: failureOf(errorAnswer), waitMs };
}
