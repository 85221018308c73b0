import type { ReadableStore } from './store.ts';

/*
 * Whether the server can be reached, as far as calls and the browser show: a call without a reply
 * is one sign, the browser's network state another. Without React, because the first code of a page
 * uses it.
 */

// The build renders the landing page without a window.
let isCutOff = globalThis.navigator?.onLine === false;
const listeners = new Set<() => void>();

/** True while calls get no reply. */
export const isOffline: ReadableStore<boolean> = {
  get: () => isCutOff,
  watch: (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Record that the server has replied; a rejection counts too. */
export function reportServerReached(): void {
  become(false);
}

export function reportServerUnreached(): void {
  become(true);
}

function become(next: boolean): void {
  if (isCutOff === next) return;
  isCutOff = next;
  for (const listener of listeners) listener();
}

globalThis.addEventListener?.('offline', reportServerUnreached);

/**
 * Return whether the page came from the offline cache (server/lib/web.ts,
 * web/offline/serviceWorker.ts).
 */
export function isOfflinePage(): boolean {
  return globalThis.document?.documentElement.dataset.kept !== undefined;
}

const readDeadlineMs = 30_000;
/** Timeout while the server does not reply. */
const shortDeadlineMs = 3000;

/** Return the timeout of a reading call. After it the offline copy is shown. */
export function readTimeoutMs(): number {
  return isCutOff || isOfflinePage() ? shortDeadlineMs : readDeadlineMs;
}

/**
 * Fetch with a timeout for the start of the reply. Rejects with TypeError, as without a connection.
 */
export async function fetchWithTimeout(
  address: string,
  init: RequestInit,
  deadlineMs: number | undefined,
): Promise<Response> {
  const callerSignal = init.signal ?? null;
  const late = new AbortController();
  const timer =
    deadlineMs === undefined
      ? undefined
      : setTimeout(() => late.abort(new TypeError('The server does not answer')), deadlineMs);
  const signal =
    timer === undefined
      ? callerSignal
      : callerSignal
        ? AbortSignal.any([callerSignal, late.signal])
        : late.signal;
  try {
    const response = await fetch(address, { ...init, ...(signal && { signal }) });
    reportServerReached();
    return response;
  } catch (error) {
    if (!callerSignal?.aborted) reportServerUnreached();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
