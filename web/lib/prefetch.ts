import { revisionHeader } from '#shared/headers.ts';
import { fetchWithTimeout, readTimeoutMs } from './connection.ts';

/** What came of a call: its status, and its body as text. */
export interface FetchedResponse {
  ok: boolean;
  status: number;
  statusText: string;
  text: string;
  /** Of the project that the answer is about, before it was made; null where there is none. */
  revision: number | null;
}

interface Asked {
  answer: Promise<FetchedResponse>;
  stop: AbortController;
  /** Null while it is on its way. */
  cameAtMs: number | null;
}

/** One that nobody has taken for longer than this may be out of date. */
const freshMs = 5000;
const asked = new Map<string, Asked>();

/** Sends a call and reads its answer to the end. Without an answer by then it rejects with TypeError. */
export async function fetchAnswer(
  address: string,
  init: RequestInit,
  deadlineMs?: number,
): Promise<FetchedResponse> {
  const response = await fetchWithTimeout(address, { credentials: 'include', ...init }, deadlineMs);
  const { ok, status, statusText, headers } = response;
  const revision = headers.get(revisionHeader);
  return {
    ...{ ok, status, statusText, text: await response.text() },
    revision: revision === null ? null : Number(revision),
  };
}

/**
 * Asks for what a screen will show while the code of that screen is on its way. `call` (api.ts) hands each answer to
 * whoever asks for that address first, whatever it is: a refusal, too, or a network that failed.
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
    asked.set(address, one);
  }
}

/** The answer that was asked for early, once; null where there is none. */
export function takePrefetched(address: string, signal?: AbortSignal): Promise<FetchedResponse> | null {
  const one = asked.get(address);
  asked.delete(address);
  if (!one || (one.cameAtMs !== null && performance.now() - one.cameAtMs > freshMs)) return null;
  if (signal?.aborted) one.stop.abort(signal.reason);
  signal?.addEventListener('abort', () => one.stop.abort(signal.reason), { once: true });
  return one.answer;
}

/** When all that was asked for has come, or failed: whether all of it is what was hoped for. */
export async function allPrefetchesSucceeded(): Promise<boolean> {
  const answers = await Promise.allSettled([...asked.values()].map(({ answer }) => answer));
  return answers.every((each) => each.status === 'fulfilled' && each.value.ok);
}

/** Something is being changed: what was asked for before it is out of date. */
export function discardPrefetched(): void {
  asked.clear();
}
