import type { LiveClientMessage } from '#shared/contract/live.ts';
import { throttle } from '#web/lib/throttle.ts';
import { type LiveDraft, otherPresences, ownLiveDraft } from '#web/presence/collaborators.ts';

const sendIntervalMs = 50;
/**
 * Delay before the end of a stored draft is sent, so that it does not flicker before the change
 * arrives.
 */
const endAfterMs = 300;

/**
 * Send the live draft while others are present: at most twenty times a second, always the last
 * state, and to newcomers at once. `repeat` sends it again, over a new connection.
 */
export function broadcastLiveDraft(say: (word: LiveClientMessage) => void): {
  repeat: () => void;
  stop: () => void;
} {
  let sentDraft: LiveDraft | null = null;
  let ending: ReturnType<typeof setTimeout> | undefined;
  const sendEnd = () => {
    if (sentDraft) say({ type: 'draft', ...sentDraft, text: null, caret: null });
    sentDraft = null;
  };
  const sending = throttle(sendIntervalMs, () => {
    const words = ownLiveDraft.get();
    clearTimeout(ending);
    if (words) say({ type: 'draft', ...words });
    else ending = setTimeout(sendEnd, endAfterMs);
    sentDraft = words ?? sentDraft;
  });
  const sendSoon = () => {
    if (otherPresences.get().length > 0) sending.call();
  };
  const known = new Set<string>();
  const meet = () => {
    const people = otherPresences.get();
    const isSomebodyNew = people.some(({ id }) => !known.has(id));
    known.clear();
    for (const { id } of people) known.add(id);
    if (isSomebodyNew && ownLiveDraft.get()) sendSoon();
  };
  const stops = [ownLiveDraft.watch(sendSoon), otherPresences.watch(meet)];
  return {
    repeat: sendSoon,
    stop() {
      for (const stop of stops) stop();
      sending.stop();
      clearTimeout(ending);
    },
  };
}
