import { useCallback, useLayoutEffect, useRef } from 'react';
import { type EditorViewport, viewStepOf } from '../pages/editorViewport.ts';
import type { ScriptEditor } from '../scriptEditor.ts';
import { phonePx } from '../sheet/measures.ts';

/**
 * Follow the size and the scrolling of the editor, which opens at the first page, below the title
 * sheets. Returns a function to call when it scrolls.
 */
export function useEditorViewport(
  { nodes: { desk }, view, scrollPx }: Pick<ScriptEditor, 'nodes' | 'view' | 'scrollPx'>,
  titlePx: number,
): () => void {
  // Where it will open; null once it has.
  const start = useRef<number | null>(titlePx);
  const follow = useCallback(
    (size: Partial<EditorViewport> = {}) => {
      const element = desk.current;
      if (!element) return;
      const topPx = start.current ?? element.scrollTop;
      scrollPx.set(topPx);
      const next = { ...view.get(), ...size, scrollPx: viewStepOf(topPx) };
      if (!isSame(view.get(), next)) view.set(next);
    },
    [desk, view, scrollPx],
  );
  const read = useCallback(() => {
    const { clientWidth: widthPx = 0, clientHeight: heightPx = 0 } = desk.current ?? {};
    if (widthPx > 0) follow({ widthPx, heightPx, isPhone: window.innerWidth < phonePx });
  }, [desk, follow]);

  // The measures, and with them the title's height, are known after the first reading.
  useLayoutEffect(() => {
    const element = desk.current;
    if (!element || start.current === null || element.clientWidth !== view.get().widthPx) return;
    start.current = null;
    if (element.scrollTop === 0) element.scrollTop = titlePx;
    read();
  });

  useLayoutEffect(() => {
    read();
    const element = desk.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    let frame = 0;
    // In the next frame: a change of the layout during the notification would notify again.
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(read);
    });
    observer.observe(element);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, [desk, read]);

  // The size has not changed, and reading it would force a layout.
  return useCallback(() => follow(), [follow]);
}

function isSame(a: EditorViewport, b: EditorViewport): boolean {
  return (
    a.widthPx === b.widthPx &&
    a.heightPx === b.heightPx &&
    a.scrollPx === b.scrollPx &&
    a.isPhone === b.isPhone
  );
}
