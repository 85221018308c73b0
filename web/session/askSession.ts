import type { getCurrentUser } from '#shared/contract/auth.ts';
import type { CallReply } from '#shared/endpoint.ts';
import { hrefOf } from '#web/lib/basePath.ts';
import { fetchWithTimeout } from '#web/lib/connection.ts';
import { clearOfflineData } from '#web/offlineCopy/clearOfflineData.ts';

/** Delays between retries while the server does not answer. */
const retryDelaysMs = [1000, 2000, 5000, 10_000, 30_000];
const deadlineMs = 5000;
/** Timeout of the removal, after which the page leaves; the next page continues it. */
const clearTimeoutMs = 1000;

/** Return the id of the signed-in user, or null. Retries until the server answers. */
export async function askWhoIsSignedIn(): Promise<string | null> {
  for (let tries = 0; ; tries++) {
    try {
      const address = hrefOf('/api/auth/user');
      const answer = await fetchWithTimeout(
        address,
        { credentials: 'include', cache: 'no-store' },
        deadlineMs,
      );
      if (answer.status === 401) return null;
      if (answer.ok) return ((await answer.json()) as CallReply<typeof getCurrentUser>).id;
    } catch {
      // The server cannot be reached now.
    }
    const delayMs = retryDelaysMs[Math.min(tries, retryDelaysMs.length - 1)];
    await new Promise((resolve) => setTimeout(resolve, delayMs));
  }
}

/** Remove the user's stored data, and wait for that until the timeout. */
export function clearWithTimeout(): Promise<unknown> {
  return Promise.race([clearOfflineData(), new Promise((resolve) => setTimeout(resolve, clearTimeoutMs))]);
}
