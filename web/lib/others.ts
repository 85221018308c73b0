import type { LiveWord, Presence } from '#shared/contract/live.ts';
import { createStore } from '#web/lib/store.ts';

/** Who else has the open project before them, and where in it; empty where that is not known. */
export const others = createStore<readonly Presence[]>([]);

/** Where this window is, for the others to see. */
export const ownPlace = createStore<{ view: string | null; elementId: number | null }>({
  view: null,
  elementId: null,
});

/** Shown of a window: where it is, in words. */
export type Place = Omit<Extract<LiveWord, { type: 'here' }>, 'type'>;
