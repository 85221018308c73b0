import type { z } from 'zod';
import { type FailureKind, ModelFailure } from './failure.ts';
import { failureFor } from './watchdog.ts';

/*
 * Rules that all clients of AI providers share (docs/decisions/0068): bounded answers, errors of
 * the network, retries and permitted addresses.
 */

const maxAttempts = 3;
/** If the provider asks for a longer wait, fail with that time instead. */
const maxWaitMs = 20_000;

/** Result of one attempt. `waitMs` null: do not retry. */
export type Attempt<T> = { value: T } | { failure: ModelFailure; waitMs: number | null };

interface RetryConditions {
  signal: AbortSignal;
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

/** Make up to three attempts, with the wait that each failed one asks for between them. */
export async function withRetries<T>(
  { signal, wait }: RetryConditions,
  make: (attempt: number) => Promise<Attempt<T>>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await make(attempt);
    if ('value' in outcome) return outcome.value;
    const { failure, waitMs } = outcome;
    if (waitMs === null || attempt === maxAttempts || waitMs > maxWaitMs) throw failure;
    await wait(waitMs, signal).catch(() => {
      throw failureFor(signal);
    });
  }
}

/** Return the wait after an attempt, which doubles each time and varies by a quarter. */
export function backOffMs(firstMs: number, attempt: number): number {
  return firstMs * 2 ** (attempt - 1) * (1 + Math.random() / 4);
}

/** Read the whole body. Throws ModelFailure of `kind` when it is longer than `maxBytes`. */
export async function readBytes(
  response: Response,
  maxBytes: number,
  onPiece: () => void = () => undefined,
  kind: FailureKind = 'garbled',
): Promise<Buffer> {
  if (Number(response.headers.get('content-length') ?? 0) > maxBytes) {
    await response.body?.cancel();
    throw new ModelFailure(kind);
  }
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of response.body ?? []) {
    length += piece.length;
    if (length > maxBytes) throw new ModelFailure(kind);
    pieces.push(piece);
    onPiece();
  }
  return Buffer.concat(pieces);
}

/** Read a JSON answer. Throws ModelFailure 'garbled' when it does not have the expected shape. */
export async function readJson<T>(response: Response, maxBytes: number, shape: z.ZodType<T>): Promise<T> {
  const text = (await readBytes(response, maxBytes)).toString('utf8');
  try {
    return shape.parse(JSON.parse(text));
  } catch {
    throw new ModelFailure('garbled');
  }
}

/** Parse an error answer. Null: it is not JSON, for example a page of a proxy. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // only the status of such an answer is useful
  }
}

/** Return a code such as ECONNREFUSED, which contains no address or key. */
export function networkCodeIn(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && typeof cause.code === 'string' && /^[A-Z_]{3,40}$/.test(cause.code))
      return cause.code;
  return null;
}

/**
 * Convert an error of fetch: 'unreachable' if the request was not sent, otherwise 'cut', because
 * the provider may have executed it.
 */
export function networkFailure(error: unknown): ModelFailure {
  const code = networkCodeIn(error);
  const isUnreached = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT)$/.test(code ?? '');
  return new ModelFailure(isUnreached ? 'unreachable' : 'cut', { code });
}

/** Return whether an address from an answer is public or belongs to the configured server. */
export function isAllowedAddress(url: string, baseUrl: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, origin } = new URL(url);
  const isName = /[a-z]/i.test(hostname) && hostname.includes('.') && !hostname.startsWith('[');
  return origin === new URL(baseUrl).origin || (protocol === 'https:' && isName);
}
