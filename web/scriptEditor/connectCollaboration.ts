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
  const sendPlace = () => {
    const id = writing.line.get()?.id ?? null;
    // A new element has no id that others know.
    const elementId = id !== null && id > 0 ? id : null;
    const { view, elementId: before } = ownLocation.get();
    if (elementId !== before) ownLocation.set({ view, elementId });
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
    ownLiveDraft.set(null);
    leave();
  };
}

function wordsOf(live: ActiveLine | null, caret: number | null, isSent: boolean): LiveDraft | null {
  if (!live || isBlank(live)) return null;
  const { id, afterId, type, text } = live;
  const elementId = id > 0 ? id : null;
  const place = elementId === null ? afterId : null;
  // Others do not know the position after a new element.
  if (place !== null && place <= 0) return null;
  const words = { elementId, afterId: place, elementType: type, text: writeEmphasis(text), caret };
  return isUnsavedLine(live) || !isSent ? words : { ...words, isUnchanged: true };
}
