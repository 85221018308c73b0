import { writeEmphasis } from '#screenplay/emphasis.ts';
import { type LiveDraft, ownLiveDraft, ownLocation } from '#web/presence/collaborators.ts';
import { handleScript } from '#web/presence/remoteChangeGate.ts';
import { pendingStateOf } from '#web/scriptSync/scriptSync.ts';
import { type ActiveLine, isBlank, isUnsavedLine } from './line/activeLine.ts';
import type { ScriptEditor } from './scriptEditor.ts';

/**
 * Tells the others which element is being written here and what, and lets their changes in between one's own; gives the
 * way out.
 */
export function connectCollaboration({
  sync,
  writing,
  caretOffset,
}: Pick<ScriptEditor, 'sync' | 'writing' | 'caretOffset'>): () => void {
  const { outbox } = sync;
  const leave = handleScript(pendingStateOf(sync));
  const tellPlace = () => {
    const id = writing.line.get()?.id ?? null;
    // One that is not stored yet has no id that the others know.
    const elementId = id !== null && id > 0 ? id : null;
    const { view, elementId: before } = ownLocation.get();
    if (elementId !== before) ownLocation.set({ view, elementId });
  };
  const tellWords = () => {
    const words = wordsOf(writing.line.get(), caretOffset.get());
    // Those of a line that is left are seen until they are stored, or refused.
    if (words || !outbox.isActive) ownLiveDraft.set(words);
  };
  const stops = [
    writing.line.watch(tellPlace),
    writing.line.watch(tellWords),
    caretOffset.watch(tellWords),
    sync.watch(tellWords),
  ];
  tellPlace();
  return () => {
    for (const stop of stops) stop();
    ownLiveDraft.set(null);
    leave();
  };
}

function wordsOf(live: ActiveLine | null, caret: number | null): LiveDraft | null {
  if (!live || isBlank(live)) return null;
  const { id, afterId, type, text } = live;
  const elementId = id > 0 ? id : null;
  const place = elementId === null ? afterId : null;
  // After one that is new itself nobody else knows the place.
  if (place !== null && place <= 0) return null;
  const words = { elementId, afterId: place, elementType: type, text: writeEmphasis(text), caret };
  return isUnsavedLine(live) ? words : { ...words, isUnchanged: true };
}
