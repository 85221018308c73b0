import { createStore } from '#web/lib/store.ts';

/**
 * Whether changes of others may arrive late: the live channel has no WebSocket, so it uses a slower
 * transport or is disconnected.
 */
export const isLiveDelayed = createStore(false);
