import { useStore } from '#web/lib/store.ts';
import { commandKeys } from '#web/scriptEditor/keys/keys.ts';
import { shortcutLabel } from '#web/scriptEditor/keys/shortcut.ts';
import { Button } from '#web/ui/Button.tsx';
import { useScriptScreen } from '../scriptScreen.ts';
import { Notice } from './Notice.tsx';

const clipKeys = (['cut', 'copy', 'paste'] as const)
  .map((command) => shortcutLabel(commandKeys[command].keys[0]))
  .join(', ');

/** Number of pasted elements with Undo; or how to paste if the browser denies it in menus. */
export function PasteNotice() {
  const { pasting, editing } = useScriptScreen();
  const count = useStore(pasting.count);
  const isRejected = useStore(pasting.isRejected);
  if (isRejected)
    return (
      <Notice text={`Your browser blocks clipboard access from menus. Use ${clipKeys}.`}>
        <Button size="small" kind="ghost" onClick={() => pasting.isRejected.set(false)}>
          Close
        </Button>
      </Notice>
    );
  if (count === null) return null;
  return (
    <Notice isGood text={`Pasted as ${count.toLocaleString('en-US')} elements.`}>
      <Button
        size="small"
        onClick={() => {
          pasting.count.set(null);
          editing.undo();
        }}
      >
        Undo
      </Button>
      <Button size="small" kind="ghost" onClick={() => pasting.count.set(null)}>
        Close
      </Button>
    </Notice>
  );
}
