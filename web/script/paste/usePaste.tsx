import { useState } from 'react';
import { parseEmphasis } from '#screenplay/emphasis.ts';
import { type Fragment, isPartOfText, wholeElements } from '#screenplay/fragment.ts';
import type { PastedElement } from '#screenplay/pastedElement.ts';
import { sliceStyled, trimStyled, unstyled } from '#screenplay/styled.ts';
import { Button } from '#web/ui/Button.tsx';
import type { BasedEdit } from '../changes/change.ts';
import { withLocalId } from '../changes/localIds.ts';
import type { ScriptDesk } from '../desk/useScriptDesk.ts';
import { editsOf, isBlank } from '../editing/live.ts';
import { Notice } from '../editing/Notice.tsx';
import type { Clipboard } from '../field/liveText.ts';
import { commandKeys } from '../keys/keys.ts';
import { shortcutLabel } from '../keys/shortcut.ts';
import { copiedIn } from '../selection/copied.ts';
import { clip } from './clipboard.ts';
import { elementsIn } from './elementsIn.ts';
import { inlineOf } from './inline.ts';

const clipKeys = (['cut', 'copy', 'paste'] as const)
  .map((does) => shortcutLabel(commandKeys[does].keys[0]))
  .join(', ');

/** Paragraphs that are pasted become elements, behind what stands before the caret; one step to undo. */
export function usePaste(script: ScriptDesk) {
  const { writing, field, changes, selecting } = script;
  const [count, setCount] = useState<number | null>(null);
  const [isRefused, setIsRefused] = useState(false);

  const put = (fragment: Fragment): boolean => {
    const isPut = selecting.insert(fragment, 'Paste');
    if (isPut && fragment.elements.length > 1) setCount(fragment.elements.length);
    return isPut;
  };

  /** In the place of what is selected of several elements. */
  const onPasteOver = (clipboard: Clipboard): void => {
    const copied = copiedIn(clipboard.html);
    const made = copied ? null : elementsIn(clipboard);
    if (copied) put(copied);
    else if (made) put(wholeElements(made));
    else {
      const text = inlineOf(clipboard, unstyled(''));
      if (text.text !== '') selecting.typeOver(text, 'Paste');
    }
  };

  const onPaste = ({ text, html }: Clipboard): boolean => {
    const live = writing.present();
    const copied = copiedIn(html);
    if (copied && live && !isPartOfText(copied))
      return put(isBlank(live) ? wholeElements(copied.elements) : copied);
    const made = copied ? null : elementsIn({ text, html });
    if (!live || !made || made.length === 0) return false;
    const { start, end } = field.current?.selection() ?? { start: 0, end: 0 };
    const head = { ...live, text: trimStyled(sliceStyled(live.text, 0, start)) };
    const tail = trimStyled(sliceStyled(live.text, end));
    const list = changes.elements();
    const edits: BasedEdit[] = isBlank(head) ? [] : editsOf(head, list);
    // An element whose text begins with what is pasted becomes the first of it.
    const isReplaced = isBlank(head) && live.base !== null;
    const afterId = isBlank(head) && live.base === null ? live.afterId : live.id;
    const elements = made.map(withLocalId);
    writing.close();
    edits.push({ does: 'insert', afterId, elements });
    if (isReplaced && live.base) edits.push({ does: 'delete', id: live.id, base: changes.baseOf(live.base) });
    changes.run(edits, 'Paste');
    const lastId = elements.at(-1)?.key ?? afterId;
    const last = changes.elements().find(({ id }) => id === lastId);
    if (tail.text !== '') writing.openNew(lastId, live.type, tail, 0);
    else if (last) writing.open(last, parseEmphasis(last.content).text.length);
    if (elements.length > 1) setCount(elements.length);
    return true;
  };

  /** Into the input below the script. */
  const onPasteBelow = (made: readonly PastedElement[]) => {
    script.adds.pasteAtEnd(made);
    if (made.length > 1) setCount(made.length);
  };

  return {
    onPaste,
    onPasteOver,
    onPasteBelow,
    /** Cut, copy or paste, chosen from a menu. */
    clip: (does: 'cut' | 'copy' | 'paste') => void clip(does).then((isDone) => setIsRefused(!isDone)),
    notice: isRefused ? (
      <Notice text={`The browser keeps the clipboard from menus. Use ${clipKeys}.`}>
        <Button size="small" kind="ghost" onClick={() => setIsRefused(false)}>
          Close
        </Button>
      </Notice>
    ) : (
      count !== null && (
        <Notice isGood text={`Pasted as ${count.toLocaleString('en-US')} elements.`}>
          <Button
            size="small"
            onClick={() => {
              setCount(null);
              script.undo();
            }}
          >
            Undo
          </Button>
          <Button size="small" kind="ghost" onClick={() => setCount(null)}>
            Close
          </Button>
        </Notice>
      )
    ),
  };
}
