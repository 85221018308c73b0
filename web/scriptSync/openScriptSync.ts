import type { QueryClient } from '@tanstack/react-query';
import { isOffline } from '#web/lib/connection.ts';
import { registerStoreScript } from '#web/lib/unsentScript.ts';
import { ScriptSync } from './scriptSync.ts';
import { untilSent } from './untilSent.ts';

/**
 * One per script for the lifetime of the page: changes of a closed view are still sent and can be
 * undone.
 */
const opened = new WeakMap<QueryClient, Map<number, ScriptSync>>();

/** Return the local script of a project, and create it on the first call. */
export function openScriptSync(client: QueryClient, projectId: number, userId: string): ScriptSync {
  const ofClient = opened.get(client) ?? new Map<number, ScriptSync>();
  opened.set(client, ofClient);
  const known = ofClient.get(projectId);
  if (known) return known;
  const changes = new ScriptSync(client, projectId, userId);
  changes.takeOverStored();
  window.addEventListener('online', changes.outbox.resume);
  // Another call succeeded, so waiting changes can be sent now.
  isOffline.watch(() => {
    if (!isOffline.get() && changes.outbox.state.status === 'waiting') changes.outbox.resume();
  });
  ofClient.set(projectId, changes);
  // Also after the view was closed: its changes may still be pending.
  registerStoreScript(projectId, () => untilSent(changes.outbox), false);
  return changes;
}
