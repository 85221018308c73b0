import { useEffect, useRef, useState } from 'react';
import type { Comment } from '#shared/contract/comments.ts';

/**
 * Query of the address: ?scene=7, ?element=7 and ?comment=7 go there, ?character=7 filters by that
 * speaker.
 */
export interface EntryQuery {
  sceneId: number | null;
  elementId: number | null;
  commentId: number | null;
  characterId: number | null;
}

export function readEntryQuery(): EntryQuery {
  const query = new URLSearchParams(window.location.search);
  const id = (name: string) => (/^[1-9]\d*$/.test(query.get(name) ?? '') ? Number(query.get(name)) : null);
  return {
    sceneId: id('scene'),
    elementId: id('element'),
    commentId: id('comment'),
    characterId: id('character'),
  };
}

/**
 * Remove the query, so that a reload shows the script as it was left. The rest of the address
 * stays.
 */
function clearEntry(): void {
  const address = new URL(window.location.href);
  for (const name of ['scene', 'element', 'comment', 'character']) address.searchParams.delete(name);
  if (address.href === window.location.href) return;
  // The router subscribes to this call and stores its data in the state.
  window.history.replaceState(
    window.history.state,
    '',
    `${address.pathname}${address.search}${address.hash}`,
  );
}

/** Go to the requested scene or element, once. */
interface EntryNavigation {
  toScene: (sceneId: number) => void;
  toElement: (elementId: number) => void;
}

export function useEntryQuery(going: EntryNavigation): void {
  const go = useRef(going);
  go.current = going;
  useEffect(() => {
    const { sceneId, elementId } = readEntryQuery();
    if (sceneId !== null) go.current.toScene(sceneId);
    else if (elementId !== null) go.current.toElement(elementId);
    clearEntry();
  }, []);
}

/** Go to the element of the requested comment and show its thread, once the comments are loaded. */
export function useEntryComment(
  screen: { going: EntryNavigation; panels: { thread: (threadId: number) => void } },
  comments: readonly Comment[] | undefined,
): void {
  const [requested] = useState(() => readEntryQuery().commentId);
  const isDone = useRef(requested === null);
  useEffect(() => {
    if (isDone.current || !comments) return;
    isDone.current = true;
    const comment = comments.find(({ id }) => id === requested);
    if (!comment) return;
    const { id, parentCommentId, scriptElementId } = comment;
    const threadId = parentCommentId ?? id;
    const on = scriptElementId ?? comments.find((each) => each.id === threadId)?.scriptElementId ?? null;
    if (on !== null) screen.going.toElement(on);
    screen.panels.thread(threadId);
  }, [screen, comments, requested]);
}
