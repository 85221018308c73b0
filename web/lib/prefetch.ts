import { revisionHeader } from '#shared/headers.ts';
import { fetchWithTimeout, readTimeoutMs } from './connection.ts';

/** Reply to a call: its status, and its body as text. */
export interface FetchedResponse {
  ok: boolean;
  status: number;
  statusText: string;
  text: string;
  /** Revision of the project before the reply was made; null for other calls. */
  revision: number | null;
  headers: Headers;
}

interface Asked {
  answer: Promise<FetchedResponse>;
  stop: AbortController;
  /** Null until the reply arrived. */
  cameAtMs: number | null;
}

/** A reply that was not taken within this time may be outdated. */
const freshMs = 5000;
const prefetched = new Map<string, Asked>();

/** Send a call and read its reply completely. Rejects with TypeError after the timeout. */
export async function fetchAnswer(
  address: string,
  init: RequestInit,
  deadlineMs?: number,
): Promise<FetchedResponse> {
  const response = await fetchWithTimeout(address, { credentials: 'include', ...init }, deadlineMs);
  const { ok, status, statusText, headers } = response;
  const revision = headers.get(revisionHeader);
  return {
    ...{ ok, status, statusText, headers, text: await response.text() },
    revision: revision === null ? null : Number(revision),
  };
}

/**
 * Request what a screen will show while its code is being loaded. `call` (api.ts) takes each reply
 * for the first request of that address, also a rejection or a network error.
 */
export function prefetch(addresses: readonly string[]): void {
  for (const address of addresses) {
    const stop = new AbortController();
    const one: Asked = {
      answer: fetchAnswer(address, { signal: stop.signal }, readTimeoutMs()),
      stop,
      cameAtMs: null,
    };
    const came = () => {
      one.cameAtMs = performance.now();
    };
    one.answer.then(came, came);
    prefetched.set(address, one);
  }
}

/** Take the prefetched reply, once; null if there is none. */
export function takePrefetched(address: string, signal?: AbortSignal): Promise<FetchedResponse> | null {
  const one = prefetched.get(address);
  prefetched.delete(address);
  if (!one || (one.cameAtMs !== null && performance.now() - one.cameAtMs > freshMs)) return null;
  if (signal?.aborted) one.stop.abort(signal.reason);
  signal?.addEventListener('abort', () => one.stop.abort(signal.reason), { once: true });
  return one.answer;
}

/** Wait for all prefetches. Returns whether all of them succeeded. */
export async function allPrefetchesSucceeded(): Promise<boolean> {
  const answers = await Promise.allSettled([...prefetched.values()].map(({ answer }) => answer));
  return answers.every((each) => each.status === 'fulfilled' && each.value.ok);
}

/** Discard prefetched replies, because something is being changed. */
export function discardPrefetched(): void {
  prefetched.clear();
}
