import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import type { Store } from '#web/lib/store.ts';
import { type EditorViewport, viewStepOf } from '../pages/editorViewport.ts';
import { phonePx } from '../sheet/measures.ts';

/**
 * Follow the size and the scrolling of the editor, which opens at the first page, below the title
 * sheets. Returns a function to call when it scrolls.
 */
export function useEditorViewport(
  desk: RefObject<HTMLElement | null>,
  view: Store<EditorViewport>,
  titlePx: number,
): () => void {
  // Where it will open; null once it has.
  const start = useRef<number | null>(titlePx);
  const read = useCallback(() => {
    const element = desk.current;
    if (!element || element.clientWidth === 0) return;
    const next: EditorViewport = {
      widthPx: element.clientWidth,
      heightPx: element.clientHeight,
      scrollPx: viewStepOf(start.current ?? element.scrollTop),
      isPhone: window.innerWidth < phonePx,
    };
    if (!isSame(view.get(), next)) view.set(next);
  }, [desk, view]);

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

  return read;
}

function isSame(a: EditorViewport, b: EditorViewport): boolean {
  return (
    a.widthPx === b.widthPx &&
    a.heightPx === b.heightPx &&
    a.scrollPx === b.scrollPx &&
    a.isPhone === b.isPhone
  );
}
