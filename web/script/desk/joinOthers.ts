import { ownPlace } from '#web/lib/others.ts';
import { handleScript } from '#web/lib/scriptInHand.ts';
import type { ScriptDesk } from './scriptDesk.ts';

/** Tells the others which element is being written here, and lets their changes in between one's own; gives the way out. */
export function joinOthers({ changes, writing }: Pick<ScriptDesk, 'changes' | 'writing'>): () => void {
  const { outbox } = changes;
  const isWaiting = () => outbox.pending.length > 0;
  const leave = handleScript({ get: isWaiting, watch: changes.watch });
  const tellPlace = () => {
    const id = writing.line.get()?.id ?? null;
    // One that is not stored yet has no id that the others know.
    const elementId = id !== null && id > 0 ? id : null;
    const { view, elementId: before } = ownPlace.get();
    if (elementId !== before) ownPlace.set({ view, elementId });
  };
  const stop = writing.line.watch(tellPlace);
  tellPlace();
  return () => {
    stop();
    leave();
  };
}
