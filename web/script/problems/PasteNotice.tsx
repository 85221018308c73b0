import { useStore } from '#web/lib/store.ts';
import { commandKeys } from '#web/scriptEditor/keys/keys.ts';
import { shortcutLabel } from '#web/scriptEditor/keys/shortcut.ts';
import type { PasteReceipt } from '#web/scriptEditor/verbs/pasting.ts';
import { Button } from '#web/ui/Button.tsx';
import { useScriptScreen } from '../scriptScreen.ts';
import { Notice } from './Notice.tsx';

const clipKeys = (['cut', 'copy', 'paste'] as const)
  .map((command) => shortcutLabel(commandKeys[command].keys[0]))
  .join(', ');

/** Number of pasted elements with Undo; or how to paste if the browser denies it in menus. */
export function PasteNotice() {
  const { pasting, editing } = useScriptScreen();
  const receipt = useStore(pasting.receipt);
  const isRejected = useStore(pasting.isRejected);
  if (isRejected)
    return (
      <Notice text={`Your browser blocks clipboard access from menus. Use ${clipKeys}.`}>
        <Button size="small" kind="ghost" onClick={() => pasting.isRejected.set(false)}>
          Close
        </Button>
      </Notice>
    );
  if (receipt === null) return null;
  return (
    <Notice isGood text={receiptText(receipt)}>
      <Button
        size="small"
        onClick={() => {
          pasting.receipt.set(null);
          editing.undo();
        }}
      >
        Undo
      </Button>
      <Button size="small" kind="ghost" onClick={() => pasting.receipt.set(null)}>
        Close
      </Button>
    </Notice>
  );
}

function receiptText({ count, leftOut, uncertain }: PasteReceipt): string {
  const number = (value: number) => value.toLocaleString('en-US');
  const texts = [`Pasted as ${number(count)} elements.`];
  if (leftOut > 0) texts.push(`Page numbers, (MORE) and the like were left out: ${number(leftOut)}.`);
  if (uncertain > 0) texts.push(`Check these elements: their type is a guess: ${number(uncertain)}.`);
  return texts.join(' ');
}
