import { listChangesSinceVisit, storeScriptPlace } from '#shared/contract/scriptPlaces.ts';
import { call } from '#web/lib/api.ts';
import { isServerUnreached } from '#web/lib/needsConnection.ts';
import type { ScriptScreenState } from '../scriptScreen.ts';
import { currentPlaceOf } from './currentPlace.ts';
import { PlaceSender } from './placeSender.ts';

/**
 * Store where the user is, and load what others changed since the last visit. Returns a function
 * that ends the visit. Failures are ignored: nothing else depends on the place.
 */
export function recordVisit(screen: ScriptScreenState): () => void {
  const { caretOffset, changedSinceVisit, given, lineBelow, selecting, view, writing } = screen;
  const { project } = given.get();
  const sender = new PlaceSender({
    current: () => currentPlaceOf(screen),
    send: (body, isLast) => {
      if (isServerUnreached.get()) return;
      call(storeScriptPlace, { params: { id: project.id }, body }, { isLast }).catch(() => {});
    },
  });
  // A user who was never here has nothing to compare with.
  if (project.scriptPlace)
    call(listChangesSinceVisit, { params: { id: project.id } }).then(
      ({ elementIds }) => changedSinceVisit.set(new Set(elementIds)),
      () => {},
    );
  const stores = [caretOffset, writing.line, selecting.selection, lineBelow, view];
  const stops = stores.map((store) => store.watch(sender.note));
  const leave = () => sender.leave();
  window.addEventListener('pagehide', leave);
  return () => {
    for (const stop of stops) stop();
    window.removeEventListener('pagehide', leave);
    leave();
    const place = sender.last;
    if (place) screen.calls.current?.rememberPlace(place);
  };
}
