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
    <WhenLoaded part={findBar} onFailure={fail}>
      {(EditorFind) => <EditorFind />}
    </WhenLoaded>
  );
}
