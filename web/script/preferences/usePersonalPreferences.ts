import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { defaultAfterDialogue, defaultElementKeys } from '#screenplay/flow.ts';
import type { User } from '#shared/contract/auth.ts';
import { createLazyModule } from '#web/lib/lazyModule.ts';
import { useStore } from '#web/lib/store.ts';
import { writingPreferences } from '#web/scriptEditor/preferences.ts';
import { useUser } from '#web/session/auth.ts';

const sender = createLazyModule(() => import('./sendPreferences.ts').then((file) => file.sendPreferences));

/**
 * Keep the preferences of this browser and those of the user on the server the same: a choice that
 * was made here is sent, otherwise the server's hold. Return whether the user is still to be asked
 * for the keys.
 */
export function usePersonalPreferences(): boolean {
  const client = useQueryClient();
  const user = useUser();
  useEffect(() => {
    if (!user) return;
    adoptPreferences(user);
    const send = () => {
      if (!writingPreferences.get().isUnsent || !navigator.onLine) return;
      sender.load().then(
        (sendPreferences) => sendPreferences(client),
        () => undefined,
      );
    };
    send();
    window.addEventListener('online', send);
    const stop = writingPreferences.watch(send);
    return () => {
      stop();
      window.removeEventListener('online', send);
    };
  }, [client, user]);
  const isUnsent = useStore(writingPreferences, (now) => now.isUnsent);
  // An offline copy of the user may be from before there was a question.
  return user?.elementKeys === null && !isUnsent;
}

/**
 * Take the user's preferences from the server, unless the user has made a choice in this browser
 * that the server lacks. A choice of another user of the browser ends.
 */
function adoptPreferences({ id: userId, elementKeys, afterDialogue }: User): void {
  const now = writingPreferences.get();
  const isOwn = now.userId === null || now.userId === userId;
  const next = { ...now, userId };
  if (!isOwn || (elementKeys && !now.isUnsent)) {
    next.isUnsent = false;
    next.elementKeys = elementKeys ?? defaultElementKeys;
    next.afterDialogue = afterDialogue ?? defaultAfterDialogue;
  }
  const isSame = now.elementKeys === next.elementKeys && now.afterDialogue === next.afterDialogue;
  if (!isSame || now.userId !== userId) writingPreferences.set(next);
}
