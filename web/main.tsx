import { QueryClientProvider } from '@tanstack/react-query';
import { renderPage } from './drawn.tsx';
import { currentUserQuery, logoutAddress } from './lib/auth.ts';
import { isKeptPage, isOffline } from './lib/connection.ts';
import { forgetCopies } from './lib/copies/copies.ts';
import { whoseCopies } from './lib/copies/owner.ts';
import { earlyAnswers } from './lib/early.ts';
import { queryClient } from './lib/queryClient.ts';
import { tellOtherTabs } from './lib/sessionChannel.ts';
import { toast } from './lib/toast.ts';
import { toastTexts } from './lib/toastTexts.ts';
import { watchSession } from './lib/watchSession.ts';
import { Start } from './Start.tsx';
import { prefetchScript } from './script/script.data.ts';

/** Draws the page once its code is there (boot.ts), whole from the first frame on. */
export async function start(parts: Promise<unknown>, script: string | null): Promise<void> {
  const [isFilled] = await Promise.all([earlyAnswers(), parts]);
  await queryClient.prefetchQuery(currentUserQuery);
  const userId = queryClient.getQueryData(currentUserQuery.queryKey)?.id;
  forgetCopiesOfOthers(userId);
  if (userId !== undefined) watchSession(userId);
  // What was refused is met by the screen that asks for it.
  if ((isFilled || isKeptPage()) && script !== null) await prefetchScript(queryClient, script);
  document.addEventListener('click', holdLogout);
  renderPage(
    <QueryClientProvider client={queryClient}>
      <Start />
    </QueryClientProvider>,
  );
}

/** Somebody else signed in on this browser without the one before having signed out. */
function forgetCopiesOfOthers(userId: string | undefined): void {
  const owner = whoseCopies.get();
  if (userId === undefined || owner === null || owner === userId) return;
  tellOtherTabs();
  // What cannot be removed cannot be read either: copies are asked for by person.
  forgetCopies().catch(() => undefined);
}

/** The server ends a session; without it the browser would only show that it is not there. */
function holdLogout(event: MouseEvent): void {
  const isLogout = event.target instanceof Element && event.target.closest(`a[href="${logoutAddress}"]`);
  if (!isLogout || !isOffline.get()) return;
  event.preventDefault();
  toast(toastTexts.logoutOffline);
}
