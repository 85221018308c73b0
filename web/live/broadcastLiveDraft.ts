import type { LiveClientMessage } from '#shared/contract/live.ts';
import { throttle } from '#web/lib/throttle.ts';
import { type LiveDraft, otherPresences, ownLiveDraft } from '#web/presence/collaborators.ts';

const sayEveryMs = 50;
/**
 * Delay before the end of a stored draft is sent, so that it does not flicker before the change
 * arrives.
 */
const endAfterMs = 300;

/**
 * Send the live draft while others are present: at most twenty times a second, always the last
 * state, and to newcomers at once. Return a function that stops it.
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
