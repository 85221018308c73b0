import { isOffline } from './connection.ts';
import type { ReadableStore } from './store.ts';
import { useStore } from './store.ts';

const text = 'Requires a connection.';
/** Number of screens that poll until the server is reachable. */
let looking = 0;

/**
 * Whether the server is unreachable and waiting work resumes by itself: the browser has no network,
 * or a screen polls the server. A single failed call elsewhere must not disable a retry.
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

/** Register a screen that polls for the server. Return a function that ends the registration. */
export function registerServerPolling(): () => void {
  looking++;
  return () => {
    looking--;
  };
}

/**
 * Return the reason why a control that needs the server is unavailable; null while the server is
 * reachable.
 */
export function useOfflineReason(): string | null {
  return useStore(isServerUnreached) ? text : null;
}
