import { useEffect } from 'react';
import { type Store, useStore } from '#web/lib/store.ts';
import { pressedTextKey } from '#web/scriptEditor/keys/keys.ts';
import './focusMode.css';
import { isComposingKey } from '#web/lib/composition.ts';

const open = '[aria-modal="true"], [role="menu"], [role="listbox"]';

/** Fade everything but the page; Escape also ends a focus mode that its key or a menu started. */
export function useFocusMode(focusMode: Store<boolean>): void {
  const isOn = useStore(focusMode);
  useEffect(() => {
    if (!isOn) return;
    document.documentElement.dataset.focusMode = '';
    const onKeyDown = (event: KeyboardEvent) => {
      // Escape first closes an open list, menu or dialog.
      if (pressedTextKey(event) !== 'escape' || isComposingKey(event) || document.querySelector(open)) return;
      event.preventDefault();
      event.stopPropagation();
      focusMode.set(false);
    };
    // Runs before the active line handles Escape, which would discard its text.
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => {
      delete document.documentElement.dataset.focusMode;
      window.removeEventListener('keydown', onKeyDown, { capture: true });
    };
  }, [isOn, focusMode]);
}
