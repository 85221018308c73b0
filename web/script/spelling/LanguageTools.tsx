import { useEffect, useState } from 'react';
import { afterOpening } from '#web/lib/afterOpening.ts';
import { createLazyModule } from '#web/lib/lazyModule.ts';
import { WhenLoaded } from '#web/lib/WhenLoaded.tsx';

const tools = createLazyModule(() =>
  import('./ScriptLanguageTools.tsx').then((file) => file.ScriptLanguageTools),
);

const delayMs = 3000;

/** Load typing rules and spelling with the first key, or some time after the screen. */
export function LanguageTools() {
  const [isNeeded, setIsNeeded] = useState(false);
  useEffect(() => afterOpening(delayMs, () => setIsNeeded(true), ['keydown']), []);
  if (!isNeeded) return null;
  // Without them the script can be written all the same.
  return (
    <WhenLoaded part={tools} onFailure={() => {}}>
      {(Tools) => <Tools />}
    </WhenLoaded>
  );
}
