import { writeEmphasis } from '#screenplay/emphasis.ts';
import { ownPlace, ownWords, type WrittenWords } from '#web/lib/others.ts';
import { handleScript } from '#web/lib/scriptInHand.ts';
import { handOf } from '../changes/scriptChanges.ts';
import { isBlank, isUnsavedLine, type Live } from '../editing/live.ts';
import type { ScriptDesk } from './scriptDesk.ts';

/**
 * Tells the others which element is being written here and what, and lets their changes in between one's own; gives the
 * way out.
 */
export function joinOthers({
  changes,
  writing,
  caretOffset,
}: Pick<ScriptDesk, 'changes' | 'writing' | 'caretOffset'>): () => void {
  const { outbox } = changes;
  const leave = handleScript(handOf(changes));
  const tellPlace = () => {
    const id = writing.line.get()?.id ?? null;
    // One that is not stored yet has no id that the others know.
    const elementId = id !== null && id > 0 ? id : null;
    const { view, elementId: before } = ownPlace.get();
    if (elementId !== before) ownPlace.set({ view, elementId });
  };
  const tellWords = () => {
    const words = wordsOf(writing.line.get(), caretOffset.get());
    // Those of a line that is left are seen until they are stored, or refused.
    if (words || !outbox.isUnderWay) ownWords.set(words);
  };
  const stops = [
    writing.line.watch(tellPlace),
    writing.line.watch(tellWords),
    caretOffset.watch(tellWords),
    changes.watch(tellWords),
  ];
  tellPlace();
  return () => {
    for (const stop of stops) stop();
    ownWords.set(null);
    leave();
  };
}

function wordsOf(live: Live | null, caret: number | null): WrittenWords | null {
  if (!live || isBlank(live)) return null;
  const { id, afterId, type, text } = live;
  const elementId = id > 0 ? id : null;
  const place = elementId === null ? afterId : null;
  // After one that is new itself nobody else knows the place.
  if (place !== null && place <= 0) return null;
  const words = { elementId, afterId: place, elementType: type, text: writeEmphasis(text), caret };
  return isUnsavedLine(live) ? words : { ...words, isUnchanged: true };
}
