import type { LiveServerMessage } from '#shared/contract/live.ts';
import { ownWindowId } from '#web/lib/revisions.ts';
import type { ReadableStore } from '#web/lib/store.ts';
import { ownLocation } from './collaborators.ts';

/** What tells that the script is another one. */
type Told = Extract<LiveServerMessage, { type: 'changed' | 'resync' }>;

/** Of a desk that is open. */
export interface PendingState {
  /** Changes of its own are on their way, or will be without anybody's doing. */
  isUnderWay(): boolean;
  /** The same, or its writer has to decide about one. */
  hasPending(): boolean;
  watch(listener: () => void): () => void;
}

/** Lets what others did in when it is time. */
export interface RemoteChangeGate {
  /** A desk says whether it waits for answers, as long as it is open. */
  handleScript(hand: PendingState): () => void;
  /**
   * Shows a change now, or once this window has had the answers to its own. A new element that is told of before its answer
   * has come would be seen twice, as the one that was typed and as the one that was stored; and an answer holds rows as they
   * were when it was made, which must not stand over what others have done to them since. What somebody has deleted stays
   * while it is being written here, and until its writer has decided about a change of it that was refused.
   */
  whenAnswered(message: Told, show: () => void): void;
}

/** Of a window whose caret is in that place. */
export function createRemoteChangeGate(place: ReadableStore<{ elementId: number | null }>): RemoteChangeGate {
  let inHand: PendingState | null = null;
  /** In the order in which they came: none may overtake another. */
  const waiting: { message: Told; show: () => void }[] = [];
  let stopWatching: (() => void) | null = null;

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
    const stops = [inHand?.watch(soon), place.watch(soon)];
    return () => {
      for (const stop of stops) stop?.();
    };
  }

  function hasToWait(message: Told): boolean {
    if (!inHand) return false;
    if (message.type === 'resync') return inHand.isUnderWay();
    const { entity, actorWindow, ids, elements = [] } = message;
    if (entity !== 'element' && entity !== 'scene') return false;
    if (inHand.isUnderWay()) return true;
    if (actorWindow === ownWindowId || entity === 'scene' || elements.length === ids.length) return false;
    const { elementId } = place.get();
    return inHand.hasPending() || (elementId !== null && ids.includes(elementId));
  }

  return {
    handleScript(hand) {
      inHand = hand;
      return () => {
        if (inHand === hand) inHand = null;
        showWaiting();
      };
    },
    whenAnswered(message, show) {
      waiting.push({ message, show });
      showWaiting();
    },
  };
}

/** Of this window. */
export const { handleScript, whenAnswered } = createRemoteChangeGate(ownLocation);
