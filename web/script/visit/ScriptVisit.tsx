import { useEffect } from 'react';
import { hasBufferedClick } from '#web/lib/bufferedInput.ts';
import { readEntryQuery } from '../entryQuery.ts';
import { type ScriptScreenState, useScriptScreen } from '../scriptScreen.ts';

/**
 * Open the script where the user left it (decision OQ-124), store where the user is, and mark what
 * others changed since the last visit. Renders nothing.
 */
export function ScriptVisit() {
  const screen = useScriptScreen();
  useEffect(() => {
    if (isPlaceFree(screen)) screen.going.toPlace(screen.given.get().project.scriptPlace);
    let isOpen = true;
    let end: (() => void) | undefined;
    import('./recordVisit.ts').then(
      ({ recordVisit }) => {
        if (isOpen) end = recordVisit(screen);
      },
      // Without a connection nothing can be stored.
      () => {},
    );
    return () => {
      isOpen = false;
      end?.();
    };
  }, [screen]);
  return null;
}

/** Return whether neither the address nor the user has chosen another place. */
function isPlaceFree({ writing, filtering }: ScriptScreenState): boolean {
  const { sceneId, characterId, elementId, commentId } = readEntryQuery();
  const isNamed = [sceneId, characterId, elementId, commentId].some((id) => id !== null);
  if (isNamed || hasBufferedClick() || writing.any.get() || filtering.filter.get().characterId !== null)
    return false;
  const { activeElement } = document;
  return (
    !activeElement?.matches('input, textarea, [contenteditable]') && !activeElement?.closest('[aria-modal]')
  );
}
