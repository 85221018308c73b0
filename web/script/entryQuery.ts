import { useEffect, useRef } from 'react';

/** What another view asks the script to show: ?scene=7 goes there, ?character=7 narrows it to that speaker. */
export interface EntryQuery {
  sceneId: number | null;
  characterId: number | null;
}

export function readEntryQuery(): EntryQuery {
  const query = new URLSearchParams(window.location.search);
  const id = (name: string) => (/^[1-9]\d*$/.test(query.get(name) ?? '') ? Number(query.get(name)) : null);
  return { sceneId: id('scene'), characterId: id('character') };
}

/** So that a reload shows the script as it was left. All else of the address stays. */
function forgetArrival(): void {
  const address = new URL(window.location.href);
  address.searchParams.delete('scene');
  address.searchParams.delete('character');
  if (address.href === window.location.href) return;
  // The router listens here, and keeps its own notes in the state.
  window.history.replaceState(
    window.history.state,
    '',
    `${address.pathname}${address.search}${address.hash}`,
  );
}

/** Goes to the scene that is asked for, once; the filter begins as it is asked for (desk/useScriptDesk.ts). */
export function useEntryQuery(goToScene: (sceneId: number) => void): void {
  const go = useRef(goToScene);
  go.current = goToScene;
  useEffect(() => {
    const { sceneId } = readEntryQuery();
    if (sceneId !== null) go.current(sceneId);
    forgetArrival();
  }, []);
}
