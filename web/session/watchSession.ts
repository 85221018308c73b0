import { pagePath } from '#web/lib/basePath.ts';
import { pageNavigation } from '#web/lib/pageNavigation.ts';
import { loginFor } from './auth.ts';
import { notifyOtherTabs, onTabMessage } from './sessionChannel.ts';

let userId: string | null = null;
let isOver = false;
let checking: Promise<boolean> | null = null;
/** A tab has signed out since the last reply. It also counts for a check that is running. */
let isSignOutReported = false;
/** This tab navigates to the sign-out, whose response decides where it goes. */
let isSigningOut = false;

/** Record that this tab navigates to the sign-out. */
export function noteSignOut(): void {
  isSigningOut = true;
}

/** Return whether the user is signed out and the page is about to leave. */
export function isSessionOver(): boolean {
  return isOver;
}

/**
 * Check the session on a message of another tab, and when the browser shows the page again from its
 * back-forward cache. Returns a function that stops it.
 */
export function watchSession(ofUserId: string): () => void {
  userId = ofUserId;
  const check = (message?: unknown) => void checkSession({ isSignOut: message === 'check' });
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) check('check');
  };
  const stop = onTabMessage(check);
  window.addEventListener('pageshow', onShow);
  return () => {
    userId = null;
    isOver = false;
    isSignOutReported = false;
    isSigningOut = false;
    stop();
    window.removeEventListener('pageshow', onShow);
  };
}

/**
 * Ask the server who is signed in, until it answers. If nobody is, remove the copies and go to the
 * sign-in page. If another user is, reload the page. Returns true for the same user. A page with
 * unsent text stays, unless another tab signed out: the text is sent after the next sign-in. The
 * tab that signs out may learn that the session is over before the response to its navigation
 * arrives: it notifies the other tabs and waits for that response.
 */
export function checkSession({ isSignOut = false } = {}): Promise<boolean> {
  if (userId === null) return Promise.resolve(true);
  if (isOver) return Promise.resolve(false);
  isSignOutReported ||= isSignOut;
  checking ??= check(userId).finally(() => {
    checking = null;
  });
  return checking;
}

/** Return whether a listener of `beforeunload` keeps the page because of unsent text. */
function hasUnsentText(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

async function check(expectedId: string): Promise<boolean> {
  // Loaded on demand. If the server no longer has the file, it runs another version.
  const asking = await import('#web/session/askSession.ts').catch(() => null);
  const found = await asking?.askWhoIsSignedIn();
  const hasSignedOut = isSignOutReported;
  isSignOutReported = false;
  if (found === expectedId) return true;
  if (found === null && isSigningOut) {
    // This tab receives the message too.
    if (!hasSignedOut) notifyOtherTabs();
    return false;
  }
  if (found === null && !hasSignedOut && hasUnsentText()) return false;
  isOver = true;
  if (found === null) {
    await asking?.clearWithTimeout();
    pageNavigation.leaveTo(loginFor(pagePath() + location.search + location.hash));
  } else pageNavigation.reload();
  return false;
}
