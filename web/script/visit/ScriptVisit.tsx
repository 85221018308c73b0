import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { afterOpening } from '#web/lib/afterOpening.ts';
import { hasBufferedClick } from '#web/lib/bufferedInput.ts';
import { throttle } from '#web/lib/throttle.ts';
import { useUser } from '#web/session/auth.ts';
import { readEntryQuery } from '../entryQuery.ts';
import { type ScriptScreenState, useScriptScreen } from '../scriptScreen.ts';
import { arrive } from './arrival.ts';
import { currentPlaceOf, placeStores, storablePlaceOf } from './currentPlace.ts';
import { LocalPlace } from './localPlace.ts';

/** Minimum time between two writes of the place in this browser. */
const persistMs = 1000;
/** Delay before the visit is recorded, so that the screen loads first. */
const afterOpeningMs = 3000;

/**
 * Open the script where the user left it (decision OQ-124), store where the user is, and mark what
 * others changed since the last visit. Renders nothing.
 */
export function ScriptVisit() {
  const screen = useScriptScreen();
  const client = useQueryClient();
  const userId = useUser()?.id;
  // It is removed from the address soon.
  const [query] = useState(readEntryQuery);
  useEffect(() => {
    if (userId === undefined) return;
    const { project } = screen.given.get();
    const local = new LocalPlace(userId, project.id);
    // A click on the server-rendered first sheet chooses a position, too.
    const isNamed = Object.values(query).some((id) => id !== null) || hasBufferedClick();
    if (!isNamed) screen.arrival.current = arrive(screen, local);
    if (project.scriptPlace) local.noteOfServer(project.scriptPlace);
    const stopPersisting = persistPlace(screen, local);
    let isOpen = true;
    let end: (() => void) | undefined;
    const record = async () => {
      const { recordVisit } = await import('./recordVisit.ts');
      if (isOpen) end ??= recordVisit(screen, { client, local, commentId: query.commentId });
    };
    // Failures are ignored.
    const cancel = afterOpening(
      query.commentId === null ? afterOpeningMs : 0,
      () => record().catch(() => {}),
      ['keydown', 'pointerdown'],
    );
    return () => {
      isOpen = false;
      stopPersisting();
      cancel();
      end?.();
    };
  }, [screen, client, userId, query]);
  return null;
}

/** Store the place in this browser while the caret moves, and when page or screen are left. */
function persistPlace(screen: ScriptScreenState, local: LocalPlace): () => void {
  const persist = () => {
    const place = currentPlaceOf(screen);
    if (place) local.store(place, storablePlaceOf(screen, place));
  };
  const persisting = throttle(persistMs, persist);
  const stops = placeStores(screen).map((store) => store.watch(persisting.call));
  const hide = () => document.visibilityState === 'hidden' && persist();
  window.addEventListener('pagehide', persist);
  document.addEventListener('visibilitychange', hide);
  return () => {
    for (const stop of stops) stop();
    persisting.stop();
    window.removeEventListener('pagehide', persist);
    document.removeEventListener('visibilitychange', hide);
    persist();
  };
}
