import { useEffect, useRef } from 'react';
import { selectedOnPages } from '../desk/selectedText.ts';
import type { ScriptDesk } from '../desk/useScriptDesk.ts';
import { fountainOf, htmlOf } from './copied.ts';

/**
 * A finger selects by the browser's own means, with its handles, within what is drawn. What it has selected is the
 * script's selection, too: every command works on it, and what is copied is what copying gives anywhere.
 */
export function useTouchSelection(script: ScriptDesk): void {
  const latest = useRef(script);
  latest.current = script;
  useEffect(() => {
    let isTouch = false;
    const onPointerDown = ({ pointerType }: PointerEvent) => {
      isTouch = pointerType === 'touch';
    };
    const onSelectionChange = () => {
      const { desk, selecting } = latest.current;
      const isInField = document.activeElement?.matches('[contenteditable]') ?? false;
      if (isTouch && desk.current && !isInField) selecting.take(selectedOnPages(desk.current));
    };
    const onCopy = (event: ClipboardEvent) => {
      const { selecting, selection, project } = latest.current;
      if (!selecting.isByTouch || !selection || !event.clipboardData) return;
      const fragment = selecting.fragment(selection);
      event.clipboardData.setData('text/plain', fountainOf(fragment, project.format));
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
  }, []);
}
