import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { hrefOf } from '#web/lib/basePath.ts';
import { fetchWithTimeout, isOffline } from '#web/lib/connection.ts';
import { registerServerPolling } from '#web/lib/needsConnection.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { shownFromCopy } from '#web/offlineCopy/withOfflineFallback.ts';
import { currentUserQuery } from '#web/session/auth.ts';
import { elementsQuery } from './script.data.ts';
import type { ScriptSync } from './scriptSync.ts';

/**
 * Delays between two polls of an unavailable server. The first is short, because a single call may
 * fail.
 */
const pollDelaysMs = [1000, 5000, 10_000, 30_000];
const pollTimeoutMs = 5000;
/** A server that answers only some calls is not polled more often. */
const steadyMs = 10_000;
/** Minimum duration of an outage that is worth a message. */
const minOutageMs = 5000;
/** Address to poll: its reply is short, and any reply will do. */
const pollAddress = '/api/auth/user';

/**
 * Poll the server while it is unavailable, and at once when the browser is online again. Then send
 * pending changes and refetch what was shown from the offline copy.
 */
export function useConnection(projectId: number, changes: ScriptSync): void {
  const client = useQueryClient();
  useEffect(() => {
    let pollCount = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let cutOffAtMs = performance.now();
    let backAtMs = Number.NEGATIVE_INFINITY;

    const poll = () => {
      clearTimeout(timer);
      if (!isOffline.get()) return;
      fetchWithTimeout(hrefOf(pollAddress), { credentials: 'include' }, pollTimeoutMs).catch(lookLater);
    };
    const lookLater = () => {
      clearTimeout(timer);
      timer = setTimeout(poll, pollDelaysMs[Math.min(pollCount++, pollDelaysMs.length - 1)]);
    };
    const readAnew = () => {
      // A list that was invalidated during the outage could not be refetched.
      const isOld = client.getQueryState(elementsQuery(projectId).queryKey)?.isInvalidated === true;
      if (!shownFromCopy.has(projectId) && !isOld) return;
      shownFromCopy.forget(projectId);
      const read = () => {
        void client.invalidateQueries({ queryKey: ['projects', projectId] });
        void client.invalidateQueries(currentUserQuery);
      };
      // Refetch after the changes are sent: each sent change cancels a running refetch, and a new
      // element whose reply was lost would be in the list besides its pending change.
      void changes.outbox.whenIdle().then(read);
    };
    const onConnectionChange = () => {
      if (isOffline.get()) {
        cutOffAtMs = performance.now();
        if (cutOffAtMs - backAtMs > steadyMs) pollCount = 0;
        lookLater();
        return;
      }
      clearTimeout(timer);
      backAtMs = performance.now();
      readAnew();
      // If changes are being sent, their report follows.
      if (changes.outbox.pending.length === 0 && performance.now() - cutOffAtMs > minOutageMs)
        toast(toastTexts.backOnline);
    };
    const stop = isOffline.watch(onConnectionChange);
    const stopLooking = registerServerPolling();
    window.addEventListener('online', poll);
    if (isOffline.get()) lookLater();
    else readAnew();
    return () => {
      stop();
      stopLooking();
      clearTimeout(timer);
      window.removeEventListener('online', poll);
    };
  }, [client, projectId, changes]);
}
