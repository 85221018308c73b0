import { createStore } from '#web/lib/store.ts';
import { fresh, type SessionState } from './sessionState.ts';

/** The state of a session: a change names what is other than before, the rest stays. */
export function createSessionStore() {
  const { get, set, watch } = createStore<SessionState>(fresh);
  return { state: get, watch, set: (change: Partial<SessionState>) => set({ ...get(), ...change }) };
}

export type SessionStore = ReturnType<typeof createSessionStore>;
