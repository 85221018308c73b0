import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import type { AssistantContext } from './context.ts';
import { Session } from './session.ts';
import type { SessionState } from './sessionState.ts';
import { type SessionStore, sessionStoreOf } from './sessionStore.ts';

const sessions = new WeakMap<SessionStore, Session>();

/**
 * Return the session of the assistant's two tabs. A context about other words begins a new
 * conversation (docs/spec/assistant.md). The returned object is stable, so holders do not re-render
 * with every received word.
 */
export function useAssistant(projectId: number, context: AssistantContext | null): Session {
  const client = useQueryClient();
  const store = sessionStoreOf(client, projectId);
  const session = sessions.get(store) ?? new Session(store, client, projectId);
  sessions.set(store, session);
  useEffect(() => session.select(context), [session, context]);
  return session;
}

export function useSessionState(session: Session): SessionState {
  return useSyncExternalStore(session.watch, session.state);
}
