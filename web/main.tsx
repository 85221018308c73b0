import { QueryClientProvider } from '@tanstack/react-query';
import { allPrefetchesSucceeded } from '#web/lib/prefetch.ts';
import { deleteAllCopies } from '#web/offlineCopy/copies.ts';
import { copyOwner } from '#web/offlineCopy/owner.ts';
import { prefetchScript } from '#web/scriptSync/script.data.ts';
import { currentUserQuery, logoutAddress } from '#web/session/auth.ts';
import { notifyOtherTabs } from '#web/session/sessionChannel.ts';
import { noteSignOut, watchSession } from '#web/session/watchSession.ts';
import { renderPage } from './drawn.tsx';
import { isOffline, isOfflinePage } from './lib/connection.ts';
import { queryClient } from './lib/queryClient.ts';
import { toast } from './lib/toast.ts';
import { toastTexts } from './lib/toastTexts.ts';
import { Start } from './Start.tsx';
import { followForcedColors } from './ui/forcedColors.ts';

/** Render the page once its code is loaded (boot.ts), so that its first frame is complete. */
export async function start(parts: Promise<unknown>, script: string | null): Promise<void> {
  const [isFilled] = await Promise.all([allPrefetchesSucceeded(), parts]);
  await queryClient.prefetchQuery(currentUserQuery);
  const userId = queryClient.getQueryData(currentUserQuery.queryKey)?.id;
  deleteCopiesOfOthers(userId);
  if (userId !== undefined) watchSession(userId);
  // Rejections are handled by the screen that fetches.
  if ((isFilled || isOfflinePage()) && script !== null) await prefetchScript(queryClient, script);
  document.addEventListener('click', handleLogoutClick);
  renderPage(
    <QueryClientProvider client={queryClient}>
      <Start />
    </QueryClientProvider>,
  );
  followForcedColors();
}

/** Delete offline copies of a previous user who did not sign out. */
function deleteCopiesOfOthers(userId: string | undefined): void {
  const owner = copyOwner.get();
  if (userId === undefined || owner === null || owner === userId) return;
  notifyOtherTabs();
  // A failure is harmless: copies are read by their owner only.
  deleteAllCopies().catch(() => undefined);
}

/** Record a sign-out. Offline, cancel it: only the server can end a session. */
function handleLogoutClick(event: MouseEvent): void {
  const isLogout = event.target instanceof Element && event.target.closest(`a[href="${logoutAddress}"]`);
  if (!isLogout) return;
  if (!isOffline.get()) {
    // With a modifier key another tab signs out.
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) noteSignOut();
    return;
  }
  event.preventDefault();
  toast(toastTexts.logoutOffline);
}
