import { useEffect, useRef } from 'react';

/** Query of the address: ?scene=7 goes there, ?character=7 filters by that speaker. */
export interface EntryQuery {
  sceneId: number | null;
  characterId: number | null;
}

export function readEntryQuery(): EntryQuery {
  const query = new URLSearchParams(window.location.search);
  const id = (name: string) => (/^[1-9]\d*$/.test(query.get(name) ?? '') ? Number(query.get(name)) : null);
  return { sceneId: id('scene'), characterId: id('character') };
}

/**
 * Remove the query, so that a reload shows the script as it was left. The rest of the address
 * stays.
 */
function clearEntry(): void {
  const address = new URL(window.location.href);
  address.searchParams.delete('scene');
  address.searchParams.delete('character');
  if (address.href === window.location.href) return;
  // The router subscribes to this call and stores its data in the state.
  window.history.replaceState(
    window.history.state,
    '',
    `${address.pathname}${address.search}${address.hash}`,
  );
}

/** Go to the requested scene, once. */
export function useEntryQuery(goToScene: (sceneId: number) => void): void {
  const go = useRef(goToScene);
  go.current = goToScene;
  useEffect(() => {
    const { sceneId } = readEntryQuery();
    if (sceneId !== null) go.current(sceneId);
    clearEntry();
  }, []);
}
