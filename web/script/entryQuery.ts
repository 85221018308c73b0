import { useEffect, useRef } from 'react';

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
