import type { LiveClientMessage, LiveServerMessage, Presence } from '#shared/contract/live.ts';
import { createStore, derived } from '#web/lib/store.ts';
import { throttle } from '#web/lib/throttle.ts';

/** Other users of the open project and their positions; empty while unknown. */
export const otherPresences = createStore<readonly Presence[]>([]);

/** View and element of this tab, as shared with the other users. */
export const ownLocation = createStore<{ view: string | null; elementId: number | null }>({
  view: null,
  elementId: null,
});

/** Position of a tab, as sent to the server. */
export type PresenceLocation = Pick<Extract<LiveClientMessage, { type: 'here' }>, 'view' | 'elementId'>;

type Said = Extract<LiveServerMessage, { type: 'draft' }>;

/** Unstored text of a collaborator: in an element, or a new line after one. */
export interface LiveDraft extends Omit<Said, 'type' | 'from' | 'text'> {
  text: string;
}

/** Live draft of another user; `from` is the id of their presence. */
export interface RemoteDraft extends LiveDraft {
  from: string;
}

export const remoteDrafts = createStore<readonly RemoteDraft[]>([]);

export const ownLiveDraft = createStore<LiveDraft | null>(null);

/** Messages since the last update, the last of each sender. */
const received = new Map<string, Said>();
/**
 * Interval of updates: with fifty users a message arrives every four milliseconds, too often for a
 * layout each.
 */
const showEveryMs = 50;
const showing = throttle(showEveryMs, () => {
  const rest = remoteDrafts.get().filter(({ from }) => !received.has(from));
  const fresh = [...received.values()].flatMap(({ type, text, ...said }) =>
    text === null ? [] : { ...said, text },
  );
  received.clear();
  remoteDrafts.set([...rest, ...fresh]);
});

/** Show a changed or ended live draft of another user. */
export function receiveDraft(said: Said): void {
  received.set(said.from, said);
  showing.call();
}

/** Remove live drafts that are now stored, and shown as elements. */
export function clearStoredDrafts(isStored: (words: RemoteDraft) => boolean): void {
  for (const [from, { text, ...said }] of received)
    if (text !== null && isStored({ ...said, text }))
      received.set(from, { ...said, text: null, caret: null });
  const words = remoteDrafts.get();
  const rest = words.filter((each) => !isStored(each));
  if (rest.length < words.length) remoteDrafts.set(rest);
}

/** Id of the user whom this tab follows through views and script. */
export const followedUserId = createStore<string | null>(null);

/** Presence of the followed user; null if nobody is followed or the user has left. */
export const followedPresence = derived([otherPresences, followedUserId], (people, userId) =>
  userId === null ? null : (people.findLast((person) => person.userId === userId) ?? null),
);
