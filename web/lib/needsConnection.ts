import { isOffline } from './connection.ts';
import { useStore } from './store.ts';

const text = 'Needs a connection.';

/** Of a control whose work is the server's: why it cannot be pressed now; null while the server is reached. */
export function useNeedsConnection(): string | null {
  return useStore(isOffline) ? text : null;
}
