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

/** Between two looks whether the server is there again; the first soon, since one call may fail by itself. */
const lookDelaysMs = [1000, 5000, 10_000, 30_000];
const lookDeadlineMs = 5000;
/** A server that answers some calls and not others is not asked more often for that. */
const steadyMs = 10_000;
/** A gap that nobody noticed is not worth a word. */
const noticedMs = 5000;
/** Of the address that says who is signed in: its answer is short, and any answer will do. */
const lookAddress = '/api/auth/user';

/**
 * While the server cannot be reached it is asked now and then, and at once when the browser has a network again. Then what
 * was shown from the copy is read anew, behind the changes that go out first.
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
      // A list that was said to be old while nobody answered could not be read.
      const isOld = client.getQueryState(elementsQuery(projectId).queryKey)?.isInvalidated === true;
      if (!shownFromCopy.has(projectId) && !isOld) return;
      shownFromCopy.forget(projectId);
      const read = () => {
        void client.invalidateQueries({ queryKey: ['projects', projectId] });
        void client.invalidateQueries(currentUserQuery);
      };
      // A list that is read while changes go out would be given up for each of them. What is refused waits for its writer.
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
      // Of changes that go out it is told when they are there.
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
