import type { LiveClientMessage, LiveServerMessage, Presence } from '#shared/contract/live.ts';
import { createStore, derived } from '#web/lib/store.ts';
import { throttle } from '#web/lib/throttle.ts';

/** Other users of the open project and their places; empty while unknown. */
export const otherPresences = createStore<readonly Presence[]>([]);

/** Where this window is, for the others to see. */
export const ownLocation = createStore<{ view: string | null; elementId: number | null }>({
  view: null,
  elementId: null,
});

/** Place of a window in words. */
export type PresenceLocation = Omit<Extract<LiveClientMessage, { type: 'here' }>, 'type'>;

type Said = Extract<LiveServerMessage, { type: 'draft' }>;

/** Unstored text of a collaborator: in an element, or a new line after one. */
export interface LiveDraft extends Omit<Said, 'type' | 'from' | 'text'> {
  text: string;
}

/** Somebody else's; `from` is the id of their presence. */
export interface RemoteDraft extends LiveDraft {
  from: string;
}

export const remoteDrafts = createStore<readonly RemoteDraft[]>([]);

export const ownLiveDraft = createStore<LiveDraft | null>(null);

/** Messages since the last update, the last of each sender. */
const received = new Map<string, Said>();
/** With fifty users a message arrives every four milliseconds: pages are not laid out for each. */
const showEveryMs = 50;
const showing = throttle(showEveryMs, () => {
  const rest = remoteDrafts.get().filter(({ from }) => !received.has(from));
  const fresh = [...received.values()].flatMap(({ type, text, ...said }) =>
    text === null ? [] : { ...said, text },
  );
  received.clear();
  remoteDrafts.set([...rest, ...fresh]);
});

/** Somebody writes on, or has stopped. */
export function receiveDraft(said: Said): void {
  received.set(said.from, said);
  showing.call();
}

/** Their words are stored, and seen as the element that they became. */
export function clearStoredDrafts(isStored: (words: RemoteDraft) => boolean): void {
  for (const [from, { text, ...said }] of received)
    if (text !== null && isStored({ ...said, text }))
      received.set(from, { ...said, text: null, caret: null });
  const words = remoteDrafts.get();
  const rest = words.filter((each) => !isStored(each));
  if (rest.length < words.length) remoteDrafts.set(rest);
}

/** The user whose steps this window follows, from view to view and through the script. */
export const followedUserId = createStore<string | null>(null);

/** Where that user is; null while nobody is followed, or they are not here. */
export const followedPresence = derived([otherPresences, followedUserId], (people, userId) =>
  userId === null ? null : (people.findLast((person) => person.userId === userId) ?? null),
);
