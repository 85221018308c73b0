import type { getCurrentUser } from '#shared/contract/auth.ts';
import type { CallReply } from '#shared/endpoint.ts';
import { loginFor } from './auth.ts';
import { fetchInTime } from './connection.ts';
import { forgetEverything } from './copies/forgetEverything.ts';
import { browserPage } from './leave.ts';
import { onToldByTabs } from './sessionChannel.ts';

/** Between two tries to ask a server that does not answer. */
const retryDelaysMs = [1000, 2000, 5000, 10_000, 30_000];
const deadlineMs = 5000;
/** The page goes then, whatever the browser's database does; the next page goes on removing. */
const forgetWithinMs = 1000;

let userId: string | null = null;
let isOver = false;
let checking: Promise<boolean> | null = null;

/** Return whether the person of this page is signed out and the page is about to go. */
export function isSessionOver(): boolean {
  return isOver;
}

/**
 * Check the session when another tab says so, and when the browser shows the page again from its
 * back-forward cache. Returns a function that stops it.
 */
export function watchSession(ofUserId: string): () => void {
  userId = ofUserId;
  const check = () => void checkSession();
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) check();
  };
  const stop = onToldByTabs(check);
  window.addEventListener('pageshow', onShow);
  return () => {
    userId = null;
    isOver = false;
    stop();
    window.removeEventListener('pageshow', onShow);
  };
}

/**
 * Ask the server who is signed in, until it answers. If nobody is, remove the copies and go to the
 * sign-in page. If somebody else is, reload the page. Returns true for the same person.
 */
export function checkSession(): Promise<boolean> {
  if (userId === null) return Promise.resolve(true);
  if (isOver) return Promise.resolve(false);
  checking ??= check(userId).finally(() => {
    checking = null;
  });
  return checking;
}

async function check(expectedId: string): Promise<boolean> {
  const found = await whoIsSignedIn();
  if (found === expectedId) return true;
  isOver = true;
  await Promise.race([
    found === null ? forgetEverything() : undefined,
    new Promise((resolve) => setTimeout(resolve, forgetWithinMs)),
  ]);
  if (found === null) browserPage.leaveTo(loginFor(location.pathname + location.search + location.hash));
  else browserPage.reload();
  return false;
}

/** Return the id of the signed-in user, or null. */
async function whoIsSignedIn(): Promise<string | null> {
  for (let tries = 0; ; tries++) {
    try {
      const address = '/api/auth/user';
      const answer = await fetchInTime(address, { credentials: 'include', cache: 'no-store' }, deadlineMs);
      if (answer.status === 401) return null;
      if (answer.ok) return ((await answer.json()) as CallReply<typeof getCurrentUser>).id;
    } catch {
      // The server cannot be reached now.
    }
    const delayMs = retryDelaysMs[Math.min(tries, retryDelaysMs.length - 1)];
    await new Promise((resolve) => setTimeout(resolve, delayMs));
  }
}
