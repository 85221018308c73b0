import { useEffect } from 'react';
import { afterOpening } from '#web/lib/afterOpening.ts';
import { matches } from '#web/scriptEditor/keys/shortcut.ts';
import { useScriptScreen } from '../scriptScreen.ts';

const delayMs = 1000;
const printKeys = ['Mod', 'P'];

/** Print the pages of the script instead of the screen. Renders nothing. */
export function ScriptPrint() {
  const screen = useScriptScreen();
  useEffect(() => {
    let isOpen = true;
    let end: (() => void) | undefined;
    let loading: Promise<void> | undefined;
    const load = async () => {
      const { printPages } = await import('./printPages.ts');
      if (isOpen) end = printPages(screen);
    };
    // Without the code the browser prints the screen.
    const loadOnce = () => {
      loading ??= load().catch(() => {});
      return loading;
    };
    const cancel = afterOpening(delayMs, loadOnce);
    // The browser would print before the code is loaded.
    const handleKey = (event: KeyboardEvent) => {
      if (!matches(event, printKeys)) return;
      event.preventDefault();
      void loadOnce().then(() => window.print());
    };
    window.addEventListener('keydown', handleKey);
    return () => {
      isOpen = false;
      cancel();
      window.removeEventListener('keydown', handleKey);
      end?.();
    };
  }, [screen]);
  return null;
}
