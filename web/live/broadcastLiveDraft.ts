import type { LiveClientMessage } from '#shared/contract/live.ts';
import { throttle } from '#web/lib/throttle.ts';
import { type LiveDraft, otherPresences, ownLiveDraft } from '#web/presence/collaborators.ts';

const sayEveryMs = 50;
/** Words that are stored are still seen as they were written until the change has come to the others, so that nothing flickers. */
const endAfterMs = 300;

/**
 * Says what is being written here while somebody else is there to read it, at most twenty times a second and the last
 * always; whoever comes later is told then. Gives the way to stop.
 */
export function broadcastLiveDraft(say: (word: LiveClientMessage) => void): () => void {
  let said: LiveDraft | null = null;
  let ending: ReturnType<typeof setTimeout> | undefined;
  const sayEnd = () => {
    if (said) say({ type: 'draft', ...said, text: null, caret: null });
    said = null;
  };
  const saying = throttle(sayEveryMs, () => {
    const words = ownLiveDraft.get();
    clearTimeout(ending);
    if (words) say({ type: 'draft', ...words });
    else ending = setTimeout(sayEnd, endAfterMs);
    said = words ?? said;
  });
  const saySoon = () => {
    if (otherPresences.get().length > 0) saying.call();
  };
  const known = new Set<string>();
  const meet = () => {
    const people = otherPresences.get();
    const isSomebodyNew = people.some(({ id }) => !known.has(id));
    known.clear();
    for (const { id } of people) known.add(id);
    if (isSomebodyNew && ownLiveDraft.get()) saySoon();
  };
  const stops = [ownLiveDraft.watch(saySoon), otherPresences.watch(meet)];
  return () => {
    for (const stop of stops) stop();
    saying.stop();
    clearTimeout(ending);
  };
}
