import type { QueryClient } from '@tanstack/react-query';
import { isOffline } from '#web/lib/connection.ts';
import { registerStoreScript } from '#web/lib/unsentScript.ts';
import { ScriptChanges } from './scriptSync.ts';
import { untilSent } from './untilSent.ts';

/** One for each script as long as the page lives: what a view leaves behind is still sent, and can be undone. */
const opened = new WeakMap<QueryClient, Map<number, ScriptChanges>>();

/** The script with what is on its way to the server, and all that changes it. */
export function changesOf(client: QueryClient, projectId: number, userId: string): ScriptChanges {
  const ofClient = opened.get(client) ?? new Map<number, ScriptChanges>();
  opened.set(client, ofClient);
  const known = ofClient.get(projectId);
  if (known) return known;
  const changes = new ScriptChanges(client, projectId, userId);
  changes.adopt();
  window.addEventListener('online', changes.outbox.retry);
  // Another call was answered: what waits need not wait for its turn.
  isOffline.watch(() => {
    if (!isOffline.get() && changes.outbox.state.status === 'waiting') changes.outbox.retry();
  });
  ofClient.set(projectId, changes);
  // Also after the view has gone: what it left may still be pending.
  registerStoreScript(projectId, () => untilSent(changes.outbox), false);
  return changes;
}
