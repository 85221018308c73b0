import type { LiveServerMessage } from '#shared/contract/live.ts';
import { ownWindowId } from '#web/lib/revisions.ts';
import type { ReadableStore } from '#web/lib/store.ts';
import { ownLocation } from './collaborators.ts';

/** A message about a changed script. */
type ScriptMessage = Extract<LiveServerMessage, { type: 'changed' | 'resync' }>;

/** Pending changes of an open script. */
export interface PendingState {
  /** Return whether own changes are being sent, or will be without an action of the user. */
  isUnderWay(): boolean;
  /** Return whether changes are being sent or await the user's decision. */
  hasPending(): boolean;
  watch(listener: () => void): () => void;
}

/** Delays remote changes of the script while own changes are pending. */
export interface RemoteChangeGate {
  /** Register the pending state of an open script. Return a function that unregisters it. */
  handleScript(hand: PendingState): () => void;
  /**
   * Show a change now, or after the pending changes of this tab were answered. A new element that
   * arrives before its answer would be shown twice, once as typed and once as stored; and an answer
   * contains rows of its time, which must not overwrite later changes of others. A deleted element
   * stays while it is being written here, and until its rejected change is decided.
   */
  whenAnswered(message: ScriptMessage, show: () => void): void;
}

/** Create the gate of a tab. `place`: the position of its caret. */
export function createRemoteChangeGate(place: ReadableStore<{ elementId: number | null }>): RemoteChangeGate {
  let inHand: PendingState | null = null;
  /** Delayed messages in order of arrival; none may overtake another. */
  const waiting: { message: ScriptMessage; show: () => void }[] = [];
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
    // A line that was just left becomes a pending change a moment later.
    const soon = () => void setTimeout(showWaiting);
    const stops = [inHand?.watch(soon), place.watch(soon)];
    return () => {
      for (const stop of stops) stop?.();
    };
  }

  function hasToWait(message: ScriptMessage): boolean {
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

/** The gate of this tab. */
export const { handleScript, whenAnswered } = createRemoteChangeGate(ownLocation);
