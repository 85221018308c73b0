import type { LiveServerMessage } from '#shared/contract/live.ts';
import { ownWindowId } from '#web/lib/revisions.ts';

/** A message about a changed script. */
type ScriptMessage = Extract<LiveServerMessage, { type: 'changed' | 'resync' }>;
type ChangedMessage = ScriptMessage & { type: 'changed' };

/** Pending changes of an open script. */
export interface PendingState {
  /** Return whether own changes are being sent, or will be without an action of the user. */
  isUnderWay(): boolean;
  /** Return the elements of changes that are not stored. */
  undecidedIds(): ReadonlySet<number>;
  watch(listener: () => void): () => void;
}

/** Delays remote changes of the script while own changes are pending. */
export interface RemoteChangeGate {
  /** Register the pending state of an open script. Return a function that unregisters it. */
  handleScript(hand: PendingState): () => void;
  /**
   * Show a change now, or after the pending changes of this window were answered. A new element
   * that arrives before its answer would be shown twice, once as typed and once as stored; and an
   * answer contains rows of its time, which must not overwrite later changes of others. The element
   * of a rejected change stays until the change is decided; everything else goes on.
   */
  whenAnswered<Message extends ScriptMessage>(message: Message, show: (message: Message) => void): void;
}

/** Create the gate of a window. */
export function createRemoteChangeGate(): RemoteChangeGate {
  let inHand: PendingState | null = null;
  /** In the order in which they came: none may overtake another. */
  const waiting: { message: ScriptMessage; show: (message: ScriptMessage) => void }[] = [];
  /** Deletions of elements whose rejected change is undecided, by element. */
  const deletions = new Map<number, () => void>();
  let stopWatching: (() => void) | null = null;
  let shownRevision = 0;

  function showWaiting(): void {
    while (waiting[0] && !hasToWait(waiting[0].message)) {
      const { message, show } = waiting.shift() ?? waiting[0];
      if (message.type === 'resync') deletions.clear();
      shownRevision = message.rev;
      show(message.type === 'resync' ? message : withoutUndecided(message, show));
    }
    const undecided = inHand?.undecidedIds();
    for (const [id, show] of deletions) {
      if (undecided?.has(id)) continue;
      deletions.delete(id);
      show();
    }
    if (waiting.length + deletions.size > 0) stopWatching ??= watchHands();
    else {
      stopWatching?.();
      stopWatching = null;
    }
  }

  function watchHands(): (() => void) | null {
    // A left line becomes a pending change only a moment later.
    return inHand?.watch(() => void setTimeout(showWaiting)) ?? null;
  }

  function hasToWait(message: ScriptMessage): boolean {
    if (!inHand?.isUnderWay()) return false;
    return message.type === 'resync' || message.entity === 'element' || message.entity === 'scene';
  }

  /** Return the message without deletions that have to wait, which are kept. */
  function withoutUndecided(message: ChangedMessage, show: (message: ScriptMessage) => void): ChangedMessage {
    const { entity, actorWindow, ids, elements = [] } = message;
    if (entity !== 'element') return message;
    for (const { id } of elements) deletions.delete(id);
    const isOwn = actorWindow === ownWindowId;
    if (!inHand || isOwn || elements.length === ids.length) return message;
    const undecided = inHand.undecidedIds();
    const there = new Set(elements.map(({ id }) => id));
    const waitingIds = ids.filter((id) => undecided.has(id) && !there.has(id));
    for (const id of waitingIds)
      deletions.set(id, () => show({ ...message, rev: shownRevision, ids: [id], elements: [] }));
    return waitingIds.length === 0
      ? message
      : { ...message, ids: ids.filter((id) => !waitingIds.includes(id)) };
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
      waiting.push({ message, show: show as (message: ScriptMessage) => void });
      showWaiting();
    },
  };
}

/** The gate of this window. */
export const { handleScript, whenAnswered } = createRemoteChangeGate();
