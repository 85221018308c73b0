import { useEffect } from 'react';
import { copiedTextOf } from '#screenplay/fountain/fragment.ts';
import { htmlOf } from '../clipboard/copied.ts';
import { selectedOnPages } from '../pages/selectedText.ts';
import type { ScriptEditor } from '../scriptEditor.ts';

/**
 * Adopt the browser's touch selection, with its handles, as the script's selection: every command
 * works on it, and copying gives the same result.
 */
export function useTouchSelection({ given, nodes, selecting }: ScriptEditor): void {
  useEffect(() => {
    let isTouch = false;
    const onPointerDown = ({ pointerType }: PointerEvent) => {
      isTouch = pointerType === 'touch';
    };
    const onSelectionChange = () => {
      const desk = nodes.desk.current;
      const isInField = document.activeElement?.matches('[contenteditable]') ?? false;
      if (isTouch && desk && !isInField) selecting.take(selectedOnPages(desk));
    };
    const onCopy = (event: ClipboardEvent) => {
      const selection = selecting.selection.get();
      const { project } = given.get();
      if (!selecting.isByTouch.get() || !selection || !event.clipboardData) return;
      const fragment = selecting.fragment(selection);
      event.clipboardData.setData('text/plain', copiedTextOf(fragment, project.format));
      event.clipboardData.setData('text/html', htmlOf(fragment, project.format));
      event.preventDefault();
    };
    document.addEventListener('pointerdown', onPointerDown, true);
    document.addEventListener('selectionchange', onSelectionChange);
    document.addEventListener('copy', onCopy);
    return () => {
      document.removeEventListener('pointerdown', onPointerDown, true);
      document.removeEventListener('selectionchange', onSelectionChange);
      document.removeEventListener('copy', onCopy);
    };
  }, [given, nodes, selecting]);
}
