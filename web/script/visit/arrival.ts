import { shownFromCopy } from '#web/offlineCopy/withOfflineFallback.ts';
import { insertedIds } from '#web/scriptSync/localIds.ts';
import type { ScriptScreenState } from '../scriptScreen.ts';
import type { LocalPlace } from './localPlace.ts';

/**
 * Go where the user left the script: in this browser, or in another one if that was later. Text
 * that the page before could not store is in the script by then. Ends without a move if the user
 * has put the caret elsewhere since then.
 */
export async function arrive(screen: ScriptScreenState, local: LocalPlace): Promise<void> {
  const { given, going, pages, sync } = screen;
  const { id, scriptPlace } = given.get().project;
  // An offline copy has a place of any age.
  const left = local.newerThan(shownFromCopy.has(id) ? null : scriptPlace);
  await sync.takenOver;
  if (left?.place) await untilShown(screen, left.place.id);
  if (hasCaret(screen)) return;
  const { place, storable } = left ?? {};
  const here =
    place && pages.indexOf(place.id) >= 0 ? { elementId: place.id, offset: place.offset } : storable;
  going.toPlace(here ?? scriptPlace);
}

const hasCaret = ({ lineBelow, selecting, writing }: ScriptScreenState) =>
  writing.any.get() !== null || selecting.selection.get() !== null || lineBelow.get() !== null;

/**
 * Wait for a new element that the server may have already, and which is hidden until it answers.
 */
function untilShown(screen: ScriptScreenState, elementId: number): Promise<void> {
  const { lineBelow, pages, selecting, sync, writing } = screen;
  const isAwaited = () =>
    pages.indexOf(elementId) < 0 &&
    sync.outbox.pending.some(({ edits }) => edits.flatMap(insertedIds).includes(elementId));
  return new Promise((resolve) => {
    const look = () => {
      if (isAwaited() && !hasCaret(screen)) return;
      for (const stop of stops) stop();
      resolve();
    };
    const stops = [sync, writing.any, selecting.selection, lineBelow].map((store) => store.watch(look));
    look();
  });
}
