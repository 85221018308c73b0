import { writeEmphasis } from '#screenplay/emphasis.ts';
import { type LiveDraft, ownLiveDraft, ownLocation } from '#web/presence/collaborators.ts';
import { handleScript } from '#web/presence/remoteChangeGate.ts';
import { isBlank, isUnsavedLine } from '#web/scriptSync/lineEdits.ts';
import { pendingStateOf } from '#web/scriptSync/scriptSync.ts';
import type { ActiveLine } from './line/activeLine.ts';
import type { ScriptEditor } from './scriptEditor.ts';

/**
 * Share position and text of the active line with collaborators, and protect it from remote
 * changes and conflicts. Returns a function that stops it.
 */
export function connectCollaboration({
  sync,
  writing,
  caretOffset,
}: Pick<ScriptEditor, 'sync' | 'writing' | 'caretOffset'>): () => void {
  const { outbox } = sync;
  const leave = handleScript(pendingStateOf(sync));
  const setPlace = (elementId: number | null) => {
    const { view, elementId: before } = ownLocation.get();
    if (elementId !== before) ownLocation.set({ view, elementId });
  };
  const sendPlace = () => {
    const live = writing.line.get();
    setPlace(live && knownIdOf(live));
  };
  const sendWords = () => {
    const live = writing.line.get();
    // Stored text comes from the server. Until then the others see the draft.
    const isSent = !live?.base || typeof sync.baseOf({ ...live.base, id: live.id }) === 'number';
    const words = wordsOf(live, caretOffset.get(), isSent);
    // The draft of a line that was left stays visible until it is stored or rejected.
    if (words || !outbox.isActive) ownLiveDraft.set(words);
  };
  sync.onTypingConflict = writing.continueInConflict;
  sync.onTypingInDeleted = writing.continueRemoved;
  const stops = [
    writing.line.watch(sendPlace),
    writing.line.watch(sendWords),
    caretOffset.watch(sendWords),
    sync.watch(sendWords),
  ];
  sendPlace();
  return () => {
    for (const stop of stops) stop();
    sync.onTypingConflict = () => false;
    sync.onTypingInDeleted = () => false;
    ownLiveDraft.set(null);
    setPlace(null);
    leave();
  };
}

/** Return the id of a line's element; null if others do not have it. */
function knownIdOf({ id, removed }: ActiveLine): number | null {
  return id > 0 && !removed ? id : null;
}

function wordsOf(live: ActiveLine | null, caret: number | null, isSent: boolean): LiveDraft | null {
  if (!live || isBlank(live)) return null;
  const { afterId, type, text } = live;
  const elementId = knownIdOf(live);
  const place = elementId === null ? afterId : null;
  // Others do not know the position after a new element.
  if (place !== null && place <= 0) return null;
  const words = { elementId, afterId: place, elementType: type, text: writeEmphasis(text), caret };
  return isUnsavedLine(live) || !isSent ? words : { ...words, isUnchanged: true };
}
