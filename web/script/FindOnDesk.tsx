import { useLayoutEffect } from 'react';
import { isComposingKey } from '#web/lib/composition.ts';
import { createLazyModule } from '#web/lib/lazyModule.ts';
import { useStore } from '#web/lib/store.ts';
import { toast } from '#web/lib/toast.ts';
import { toastTexts } from '#web/lib/toastTexts.ts';
import { WhenLoaded } from '#web/lib/WhenLoaded.tsx';
import { useScriptScreen } from './scriptScreen.ts';

export const findBar = createLazyModule(() =>
  import('#web/scriptEditor/find/EditorFind.tsx').then((file) => file.EditorFind),
);

/** The find bar while it is open. Its code is loaded with the first key or click. */
export function FindOnDesk() {
  const { finding } = useScriptScreen();
  const isAsked = useStore(finding.asked, (request) => request !== null);
  const fail = () => {
    toast(toastTexts.windowNotLoaded);
    finding.asked.set(null);
  };
  if (!isAsked) return null;
  return (
    <WhenLoaded part={findBar} onFailure={fail} fallback={<TypedQuery />}>
      {(EditorFind) => <EditorFind />}
    </WhenLoaded>
  );
}

/** Collects the letters after Ctrl+F until the bar is there; Escape ends that. Renders nothing. */
function TypedQuery() {
  const { finding } = useScriptScreen();
  useLayoutEffect(() => {
    let typed = '';
    const collect = (event: KeyboardEvent) => {
      if (isComposingKey(event) || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.key === 'Escape') {
        finding.asked.set(null);
        return;
      }
      if (event.key === 'Backspace') typed = [...typed].slice(0, -1).join('');
      else if ([...event.key].length === 1) typed += event.key;
      else return;
      finding.typeQuery(typed);
    };
    window.addEventListener('keydown', collect, { capture: true });
    return () => window.removeEventListener('keydown', collect, { capture: true });
  }, [finding]);
  return null;
}
