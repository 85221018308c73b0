import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { afterOpening } from '#web/lib/afterOpening.ts';
import { hasBufferedClick } from '#web/lib/bufferedInput.ts';
import { readEntryQuery } from '../entryQuery.ts';
import { useScriptScreen } from '../scriptScreen.ts';

/** Delay before the visit is recorded, so that the screen loads first. */
const afterOpeningMs = 3000;

/**
 * Open the script where the user left it (decision OQ-124), store where the user is, and mark what
 * others changed since the last visit. Renders nothing.
 */
export function ScriptVisit() {
  const screen = useScriptScreen();
  const client = useQueryClient();
  useEffect(() => {
    const query = readEntryQuery();
    // A click on the server-rendered first sheet chooses a position, too.
    const isNamed = Object.values(query).some((id) => id !== null) || hasBufferedClick();
    const { scriptPlace } = screen.given.get().project;
    if (!isNamed && scriptPlace) screen.going.toPlace(scriptPlace);
    let isOpen = true;
    let end: (() => void) | undefined;
    const record = async () => {
      const { recordVisit } = await import('./recordVisit.ts');
      if (isOpen) end = recordVisit(screen, client, query.commentId);
    };
    // Failures are ignored.
    const delayMs = query.commentId === null ? afterOpeningMs : 0;
    const cancel = afterOpening(delayMs, () => void record().catch(() => {}));
    return () => {
      isOpen = false;
      cancel();
      end?.();
    };
  }, [screen, client]);
  return null;
}
