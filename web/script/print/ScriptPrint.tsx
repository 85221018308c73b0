import { useEffect } from 'react';
import { whenOnline } from '#web/lib/whenOnline.ts';
import { useScriptScreen } from '../scriptScreen.ts';

/** Delay of the code that prints, so that the screen loads before it. */
const afterOpeningMs = 1000;

/** Print the pages of the script instead of the screen. Renders nothing. */
export function ScriptPrint() {
  const screen = useScriptScreen();
  useEffect(() => {
    let isOpen = true;
    let end: (() => void) | undefined;
    const begin = async () => {
      const { printPages } = await import('./printPages.ts');
      if (isOpen) end = printPages(screen);
    };
    // Without the code the browser prints the screen.
    let stopWaiting = () => {};
    const timer = setTimeout(() => {
      stopWaiting = whenOnline(() => void begin().catch(() => {}));
    }, afterOpeningMs);
    return () => {
      isOpen = false;
      clearTimeout(timer);
      stopWaiting();
      end?.();
    };
  }, [screen]);
  return null;
}
