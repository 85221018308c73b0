import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { type ContextReach, contextReaches } from '#shared/contract/assistant.ts';
import { storedValue } from '#web/lib/storage.ts';
import { createStore } from '#web/lib/store.ts';
import { cardsOf } from './cards.ts';
import { initialSessionState, type SessionState } from './sessionState.ts';

/** Return the store of the reach that was last chosen in that project. */
export function reachStore(projectId: number) {
  return storedValue<ContextReach>(
    `assistant-reach ${projectId}`,
    (stored) => contextReaches.find((reach) => reach === stored) ?? 'relevant',
  );
}

/** Create the store of a session's state; `set` merges a partial state. */
function createSessionStore(projectId: number) {
  const { get, set, watch } = createStore<SessionState>({
    ...initialSessionState,
    reach: reachStore(projectId).get(),
  });
  return { state: get, watch, set: (change: Partial<SessionState>) => set({ ...get(), ...change }) };
}

export type SessionStore = ReturnType<typeof createSessionStore>;

/** Stores by project; they live until the page is closed. */
const stores = new WeakMap<QueryClient, Map<number, SessionStore>>();

export function sessionStoreOf(client: QueryClient, projectId: number): SessionStore {
  const ofClient = stores.get(client) ?? new Map<number, SessionStore>();
  stores.set(client, ofClient);
  const store = ofClient.get(projectId) ?? createSessionStore(projectId);
  ofClient.set(projectId, store);
  return store;
}

/**
 * Return the number of undecided suggestions; variants for the same words count once. Does not load
 * the assistant's code.
 */
export function useSuggestionCount(projectId: number): number {
  const { state, watch } = sessionStoreOf(useQueryClient(), projectId);
  return useSyncExternalStore(watch, () => {
    const { suggestions, shownVariants } = state();
    return cardsOf(suggestions, shownVariants).length;
  });
}
