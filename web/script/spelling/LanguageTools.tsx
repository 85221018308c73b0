import { useEffect, useState } from 'react';
import { createLazyModule } from '#web/lib/lazyModule.ts';
import { WhenLoaded } from '#web/lib/WhenLoaded.tsx';
import { whenOnline } from '#web/lib/whenOnline.ts';

const tools = createLazyModule(() =>
  import('./ScriptLanguageTools.tsx').then((file) => file.ScriptLanguageTools),
);

/** Delay of what is not needed to write, so that the screen loads before it. */
const afterOpeningMs = 3000;

/** Load typing rules and spelling with the first key, or some time after the screen. */
export function LanguageTools() {
  const [isNeeded, setIsNeeded] = useState(false);
  useEffect(() => {
    let stopWaiting = () => {};
    const load = () => {
      stopWaiting();
      stopWaiting = whenOnline(() => setIsNeeded(true));
    };
    const timer = setTimeout(load, afterOpeningMs);
    window.addEventListener('keydown', load, { once: true, capture: true });
    return () => {
      clearTimeout(timer);
      stopWaiting();
      window.removeEventListener('keydown', load, { capture: true });
    };
  }, []);
  if (!isNeeded) return null;
  // Without them the script can be written all the same.
  return (
    <WhenLoaded part={tools} onFailure={() => {}}>
      {(Tools) => <Tools />}
    </WhenLoaded>
  );
}
