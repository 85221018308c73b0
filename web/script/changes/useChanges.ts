import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { useUser } from '#web/lib/auth.ts';
import { ScriptChanges } from './scriptChanges.ts';

/** One for each script as long as the page lives: what a view leaves behind is still sent, and can be undone. */
const opened = new WeakMap<QueryClient, Map<number, ScriptChanges>>();

function changesOf(client: QueryClient, projectId: number, userId: string): ScriptChanges {
  const ofClient = opened.get(client) ?? new Map<number, ScriptChanges>();
  opened.set(client, ofClient);
  const known = ofClient.get(projectId);
  if (known) return known;
  const changes = new ScriptChanges(client, projectId, userId);
  changes.adopt();
  window.addEventListener('online', changes.outbox.retry);
  ofClient.set(projectId, changes);
  return changes;
}

/** The script with what is on its way to the server, and all that changes it. */
export function useChanges(projectId: number) {
  const client = useQueryClient();
  const userId = useUser()?.id ?? '';
  const [changes] = useState(() => changesOf(client, projectId, userId));
  const elements = useSyncExternalStore(changes.watch, changes.elements);
  const state = useSyncExternalStore(changes.watch, () => changes.outbox.state);
  const offered = useSyncExternalStore(changes.watch, () => changes.offered);
  return { changes, elements, state, offered };
}
