import { useCallback, useEffect, useState } from 'react';
import './focusMode.css';

const open = '[aria-modal="true"], [role="menu"], [role="listbox"]';

/** Everything but the page fades; what was said with its key or in a menu is taken back by Escape, too. */
export function useFocusMode() {
  const [isOn, setIsOn] = useState(false);
  useEffect(() => {
    if (!isOn) return;
    document.documentElement.dataset.focusMode = '';
    const onKeyDown = (event: KeyboardEvent) => {
      // A list, a menu or a dialog that is open closes first.
      if (event.key !== 'Escape' || event.isComposing || document.querySelector(open)) return;
      event.preventDefault();
      event.stopPropagation();
      setIsOn(false);
    };
    // Before the line that is written has the key, which would take its words back.
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => {
      delete document.documentElement.dataset.focusMode;
      window.removeEventListener('keydown', onKeyDown, { capture: true });
    };
  }, [isOn]);
  return { isOn, toggle: useCallback(() => setIsOn((now) => !now), []) };
}
