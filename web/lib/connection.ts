import type { ReadableStore } from './store.ts';

/*
 * Whether the server can be reached, as far as calls and the browser tell: a call without an answer is one sign, what the
 * browser says of its network another. Without React: the first code of a page notes its calls here, too.
 */

// The build draws the landing page without a window.
let isCutOff = globalThis.navigator?.onLine === false;
const listeners = new Set<() => void>();

/** True as long as calls get no answer. */
export const isOffline: ReadableStore<boolean> = {
  get: () => isCutOff,
  watch: (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Any answer will do, a refusal too. */
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

/** The page was kept, and shown because the server did not answer (server/lib/web.ts, web/offline/serviceWorker.ts). */
export function isOfflinePage(): boolean {
  return globalThis.document?.documentElement.dataset.kept !== undefined;
}

const readDeadlineMs = 30_000;
/** Where nobody has answered lately. */
const shortDeadlineMs = 3000;

/** How long an answer to a call that reads is waited for; what is kept is shown then. */
export function readTimeoutMs(): number {
  return isCutOff || isOfflinePage() ? shortDeadlineMs : readDeadlineMs;
}

/**
 * As fetch; but a call whose answer has not begun by then is given up like one without a connection, by TypeError.
 */
export async function fetchWithTimeout(
  address: string,
  init: RequestInit,
  deadlineMs: number | undefined,
): Promise<Response> {
  const given = init.signal ?? null;
  const late = new AbortController();
  const timer =
    deadlineMs === undefined
      ? undefined
      : setTimeout(() => late.abort(new TypeError('The server does not answer')), deadlineMs);
  const signal = timer === undefined ? given : given ? AbortSignal.any([given, late.signal]) : late.signal;
  try {
    const response = await fetch(address, { ...init, ...(signal && { signal }) });
    reportServerReached();
    return response;
  } catch (error) {
    if (!given?.aborted) reportServerUnreached();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
