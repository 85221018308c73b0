import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { cardsOf } from './cards.ts';
import type { AssistantContext } from './context.ts';
import { Session } from './session.ts';
import type { SessionState } from './sessionState.ts';

/** One for each project, as long as the page lasts. */
const sessions = new WeakMap<QueryClient, Map<number, Session>>();

function sessionOf(client: QueryClient, projectId: number): Session {
  const ofClient = sessions.get(client) ?? new Map<number, Session>();
  sessions.set(client, ofClient);
  const session = ofClient.get(projectId) ?? new Session(client, projectId);
  ofClient.set(projectId, session);
  return session;
}

/**
 * The session of the assistant's two tabs. A context about other words begins a new conversation (docs/spec/assistant.md).
 * Who only holds it is not drawn again with every word that comes.
 */
export function useAssistant(projectId: number, context: AssistantContext | null): Session {
  const session = sessionOf(useQueryClient(), projectId);
  useEffect(() => session.select(context), [session, context]);
  return session;
}

export function useSessionState(session: Session): SessionState {
  return useSyncExternalStore(session.watch, session.state);
}

/** How many suggestions are to be decided on; several variants for the same words are one. */
export function useSuggestionCount(session: Session): number {
  return useSyncExternalStore(session.watch, () => {
    const { suggestions, shownVariants } = session.state();
    return cardsOf(suggestions, shownVariants).length;
  });
}
