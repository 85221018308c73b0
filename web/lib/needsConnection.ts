import { isOffline } from './connection.ts';
import type { ReadableStore } from './store.ts';
import { useStore } from './store.ts';

const text = 'Needs a connection.';
/** Screens that ask until the server is there again. */
let looking = 0;

/**
 * The server is not reached, and what waits for it comes back by itself: the browser has no network, or a screen looks for
 * the server. Elsewhere one call that failed must not shut what could be tried again.
 */
export const isServerUnreached: ReadableStore<boolean> = {
  get: () => isOffline.get() && (looking > 0 || navigator.onLine === false),
  watch: (listener) => {
    const stop = isOffline.watch(listener);
    window.addEventListener('online', listener);
    return () => {
      stop();
      window.removeEventListener('online', listener);
    };
  },
};

/** A screen looks for the server while it is away; gives the way to say that it does no more. */
export function registerServerPolling(): () => void {
  looking++;
  return () => {
    looking--;
  };
}

/** Of a control whose work is the server's: why it cannot be pressed now; null while the server is reached. */
export function useOfflineReason(): string | null {
  return useStore(isServerUnreached) ? text : null;
}
