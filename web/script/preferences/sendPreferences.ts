import type { QueryClient } from '@tanstack/react-query';
import { updatePreferences } from '#shared/contract/account.ts';
import { ApiError, call } from '#web/lib/api.ts';
import { logFailure } from '#web/lib/logFailure.ts';
import { objectCache } from '#web/lib/objectCache.ts';
import { writingPreferences } from '#web/scriptEditor/preferences.ts';
import { currentUserQuery } from '#web/session/auth.ts';

let isSending = false;

/** Send the preferences of this browser until the server has the latest; a failure leaves them. */
export async function sendPreferences(client: QueryClient): Promise<void> {
  if (isSending) return;
  isSending = true;
  try {
    for (let sent = writingPreferences.get(); sent.isUnsent; sent = writingPreferences.get()) {
      const { elementKeys, afterDialogue } = sent;
      const user = await call(updatePreferences, { body: { elementKeys, afterDialogue } });
      objectCache(client, currentUserQuery).set(user);
      if (writingPreferences.get() === sent) writingPreferences.set({ ...sent, isUnsent: false });
    }
  } catch (error) {
    // Without a connection they are sent later.
    if (error instanceof ApiError) logFailure('Failed to store the writing preferences', error);
  } finally {
    isSending = false;
  }
}
