import { useEffect } from 'react';
import type { ScriptScreenState } from '../scriptScreen.ts';
import { commandOf, type KeyboardPlace } from './commands.ts';

/** Keys that work wherever the focus is on the screen. A dialog has the keyboard to itself. */
export function useScreenKeys({ commands }: ScriptScreenState): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const command = commandOf(event, commands.get(), placeOf(event.target));
      // Looked for last: most keys are letters, and the page is large.
      if (!command || document.querySelector('[aria-modal="true"]')) return;
      // A key of ours is the browser's in no case: its digits would lead to another tab.
      event.preventDefault();
      if (command.isEnabled !== false) command.run();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [commands]);
}

function placeOf(target: EventTarget | null): KeyboardPlace {
  if (!(target instanceof HTMLElement)) return 'page';
  // The line below the script has keys of its own.
  if (target.closest('[data-below]')) return 'field';
  if (target.isContentEditable || target.matches('[data-selection-sink]')) return 'line';
  return target.matches('input, textarea, select') ? 'field' : 'page';
}
