import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { fetchWithTimeout, isOffline } from '#web/lib/connection.ts';
import { registerServerPolling } from '#web/lib/needsConnection.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { shownFromCopy } from '#web/offlineCopy/withOfflineFallback.ts';
import { currentUserQuery } from '#web/session/auth.ts';
import { elementsQuery } from './script.data.ts';
import type { ScriptChanges } from './scriptSync.ts';

/**
 * Delays between two polls of an unavailable server. The first is short, because a single call may
 * fail.
 */
const lookDelaysMs = [1000, 5000, 10_000, 30_000];
const lookDeadlineMs = 5000;
/** A server that answers only some calls is not polled more often. */
const steadyMs = 10_000;
/** Minimum duration of an outage that is worth a message. */
const noticedMs = 5000;
/** Address to poll: its reply is short, and any reply will do. */
const lookAddress = '/api/auth/user';

/**
 * Poll the server while it is unavailable, and at once when the browser is online again. Then send
 * pending changes and refetch what was shown from the offline copy.
 */
export function useConnection(projectId: number, changes: ScriptChanges): void {
  const client = useQueryClient();
  useEffect(() => {
    let looks = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let cutOffAtMs = performance.now();
    let backAtMs = Number.NEGATIVE_INFINITY;

    const look = () => {
      clearTimeout(timer);
      if (!isOffline.get()) return;
      fetchWithTimeout(lookAddress, { credentials: 'include' }, lookDeadlineMs).catch(lookLater);
    };
    const lookLater = () => {
      clearTimeout(timer);
      timer = setTimeout(look, lookDelaysMs[Math.min(looks++, lookDelaysMs.length - 1)]);
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
      // Refetch after the changes are sent, because each sent change cancels a running refetch.
      // Rejected changes wait for the user.
      changes.outbox.settled().then(read, read);
    };
    const follow = () => {
      if (isOffline.get()) {
        cutOffAtMs = performance.now();
        if (cutOffAtMs - backAtMs > steadyMs) looks = 0;
        lookLater();
        return;
      }
      clearTimeout(timer);
      backAtMs = performance.now();
      readAnew();
      // If changes are being sent, their report follows.
      if (changes.outbox.pending.length === 0 && performance.now() - cutOffAtMs > noticedMs)
        toast(toastTexts.backOnline);
    };
    const stop = isOffline.watch(follow);
    const stopLooking = registerServerPolling();
    window.addEventListener('online', look);
    if (isOffline.get()) lookLater();
    else readAnew();
    return () => {
      stop();
      stopLooking();
      clearTimeout(timer);
      window.removeEventListener('online', look);
    };
  }, [client, projectId, changes]);
}
