import type { QueryClient } from '@tanstack/react-query';
import { createElement } from 'react';
import type { listChangesSinceVisit, storeScriptPlace } from '#shared/contract/scriptPlaces.ts';
import { type Address, call } from '#web/lib/api.ts';
import { isServerUnreached } from '#web/lib/needsConnection.ts';
import type { ScriptScreenState } from '../scriptScreen.ts';
import { currentPlaceOf, placeStores, storablePlaceOf } from './currentPlace.ts';
import { goToComment } from './goToComment.ts';
import type { LocalPlace } from './localPlace.ts';
import { PlaceSender } from './placeSender.ts';
import { VisitMarks } from './VisitMarks.tsx';

// Without the schemas, which the other code of the screen does not need.
const storing: Address<typeof storeScriptPlace> = { method: 'PUT', path: '/api/projects/:id/script-place' };
const listing: Address<typeof listChangesSinceVisit> = {
  method: 'GET',
  path: '/api/projects/:id/script-place/changes',
};

interface VisitInput {
  client: QueryClient;
  local: LocalPlace;
  /** The comment that the address names. */
  commentId: number | null;
}

/**
 * Store where the user is, load what others changed since the last visit, and go to the comment
 * that the address names. Returns a function that ends the visit. Failures are ignored: nothing
 * else depends on the place.
 */
export function recordVisit(screen: ScriptScreenState, { client, local, commentId }: VisitInput): () => void {
  const { project } = screen.given.get();
  const sender = new PlaceSender({
    current: () => {
      const place = currentPlaceOf(screen);
      return place && storablePlaceOf(screen, place);
    },
    send: (body, isLast) => {
      if (isServerUnreached.get()) return;
      local.noteOfServer(body);
      call(storing, { params: { id: project.id }, body }, { isLast }).catch(() => {});
    },
  });
  // A user who was never here has nothing to compare with.
  if (project.scriptPlace)
    call(listing, { params: { id: project.id } }).then(
      ({ elementIds }) => showChanges(screen, elementIds),
      () => {},
    );
  if (commentId !== null) goToComment(screen, client, commentId).catch(() => {});
  const stops = placeStores(screen).map((store) => store.watch(sender.note));
  // The caret may have moved before this code was loaded.
  sender.note();
  window.addEventListener('pagehide', sender.leave);
  return () => {
    for (const stop of stops) stop();
    window.removeEventListener('pagehide', sender.leave);
    sender.leave();
  };
}

function showChanges(screen: ScriptScreenState, ids: readonly number[]): void {
  if (ids.length === 0) return;
  const elementIds = new Set(ids);
  const goToNext = () => {
    const { current, going, pages } = screen;
    const rows = pages.rows.get();
    const from = current.index.get() + 1;
    const next = [...rows.slice(from), ...rows.slice(0, from)].find(({ id }) => elementIds.has(id));
    if (next) going.toElement(next.id);
  };
  screen.changesSinceVisit.set({
    marks: (pages) => createElement(VisitMarks, { ...pages, changedIds: elementIds }),
    goToNext,
  });
}
