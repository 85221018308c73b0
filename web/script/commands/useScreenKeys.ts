import { useEffect } from 'react';
import { isComposingKey } from '#web/lib/composition.ts';
import type { ScriptScreenState } from '../scriptScreen.ts';
import { commandOf, type KeyboardPlace } from './commands.ts';

/** Handle keys that work anywhere on the screen. A modal dialog receives all keys itself. */
export function useScreenKeys({ commands }: ScriptScreenState): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isComposingKey(event)) return;
      const command = commandOf(event, commands.get(), placeOf(event.target));
      // Look for a dialog last: most keys are letters, and the page is large.
      if (!command || document.querySelector('[aria-modal="true"]')) return;
      // The browser must not handle the key, whose digits would switch tabs.
      event.preventDefault();
      if (command.isEnabled !== false) command.run();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [commands]);
}

function placeOf(target: EventTarget | null): KeyboardPlace {
  if (!(target instanceof HTMLElement)) return 'page';
  // The bottom input handles its own keys.
  if (target.closest('[data-below]')) return 'field';
  if (target.isContentEditable || target.matches('[data-selection-sink]')) return 'line';
  return target.matches('input, textarea, select') ? 'field' : 'page';
}
