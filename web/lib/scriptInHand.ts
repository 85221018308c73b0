import type { LiveMessage } from '#shared/contract/live.ts';
import { ownPlace } from './others.ts';
import { ownWindow } from './revisions.ts';
import type { Watched } from './store.ts';

type Changed = Extract<LiveMessage, { type: 'changed' }>;

/** Of the desk that is open: whether changes of its own are on their way. */
let inHand: Watched<boolean> | null = null;
/** In the order in which they came: none may overtake another. */
const waiting: { message: Changed; show: () => void }[] = [];
let stopWatching: (() => void) | null = null;

/** A desk says whether it waits for answers, as long as it is open. */
export function handleScript(isWaiting: Watched<boolean>): () => void {
  inHand = isWaiting;
  return () => {
    if (inHand === isWaiting) inHand = null;
    showWaiting();
  };
}

/**
 * Shows a change now, or once this window has had the answers to its own: a new element that is told of before its answer
 * has come would be seen twice, as the one that was typed and as the one that was stored. What somebody has deleted stays
 * while it is being written here, and until its writer has decided about a change of it that is on its way.
 */
export function whenAnswered(message: Changed, show: () => void): void {
  waiting.push({ message, show });
  showWaiting();
}

function showWaiting(): void {
  while (waiting[0] && !hasToWait(waiting[0].message)) waiting.shift()?.show();
  if (waiting.length > 0) stopWatching ??= watchHands();
  else {
    stopWatching?.();
    stopWatching = null;
  }
}

function watchHands(): () => void {
  // A line that is left is on its way only a moment later.
  const soon = () => void setTimeout(showWaiting);
  const stops = [inHand?.watch(soon), ownPlace.watch(soon)];
  return () => {
    for (const stop of stops) stop?.();
  };
}

function hasToWait({ entity, actorWindow, ids, elements = [] }: Changed): boolean {
  if ((entity !== 'element' && entity !== 'scene') || !inHand) return false;
  if (actorWindow === ownWindow) return inHand.get();
  if (entity === 'scene' || elements.length === ids.length) return false;
  const { elementId } = ownPlace.get();
  return inHand.get() || (elementId !== null && ids.includes(elementId));
}
