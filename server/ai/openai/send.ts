import { ModelFailure } from '../failure.ts';
import { retryAfterMs } from '../providerAnswer.ts';
import { failureFor, type Watchdog } from '../watchdog.ts';
import { failureOf, isAboutFormat, isRetryableError, readError } from './errors.ts';
import type { Settings } from './settings.ts';

const tries = 3;
/** If the server asks for a longer wait, fail with that time instead. */
const maxWaitMs = 20_000;

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
  for (let attempt = 1; ; attempt += 1) {
    const { failure, waitMs, response } = await sendOnce(`${baseUrl}${path}`, request, apiKey, dog, attempt);
    if (response) return response;
    if (waitMs === null || attempt === tries || waitMs > maxWaitMs) throw failure;
    await wait(waitMs, dog.signal).catch(() => {
      throw failureFor(dog.signal);
    });
  }
}

type Outcome =
  | { response: Response; failure?: never; waitMs?: never }
  | { response?: never; failure: ModelFailure; waitMs: number | null };

async function sendOnce(
  url: string,
  request: RequestInit,
  key: string | null,
  dog: Watchdog,
  attempt: number,
): Promise<Outcome> {
  const backOffMs = 500 * 2 ** (attempt - 1) * (1 + Math.random() / 4);
  let response: Response;
  try {
    response = await fetch(url, request);
  } catch (error) {
    if (dog.signal.aborted) throw failureFor(dog.signal);
    return { failure: new ModelFailure('unreachable', { code: codeOf(error) }), waitMs: backOffMs };
  }
  if (response.ok) return { response };
  const text = await readText(response, 65_536).catch(() => '');
  const errorAnswer = readError(response.status, response.headers, text, key);
  if (isAboutFormat(errorAnswer))
    throw new FormatRefused('request', { status: errorAnswer.status, code: errorAnswer.code });
  const waitMs = isRetryableError(errorAnswer) ? (retryAfterMs(errorAnswer.headers) ?? backOffMs) : null;
  return { failure: failureOf(errorAnswer), waitMs };
}

/** Return a code such as ECONNREFUSED, which contains no address or key. */
function codeOf(error: unknown): string | null {
  const cause = error instanceof Error ? (error.cause as { code?: unknown } | undefined) : undefined;
  return typeof cause?.code === 'string' ? cause.code : null;
}

/** Return the whole body. Throws when it is longer than `max` bytes. */
export async function readText(response: Response, max: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > max) throw new ModelFailure('garbled');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
