import { type RefObject, useCallback, useLayoutEffect } from 'react';
import type { Store } from '#web/lib/store.ts';
import { type EditorViewport, viewStepPx } from '../pages/editorViewport.ts';
import { phonePx } from '../sheet/measures.ts';

/** Follow the size and the scrolling of the editor. Returns a function to call when it scrolls. */
export function useEditorViewport(
  desk: RefObject<HTMLElement | null>,
  view: Store<EditorViewport>,
): () => void {
  const read = useCallback(() => {
    const element = desk.current;
    if (!element || element.clientWidth === 0) return;
    const next: EditorViewport = {
      widthPx: element.clientWidth,
      heightPx: element.clientHeight,
      scrollPx: Math.floor(element.scrollTop / viewStepPx) * viewStepPx,
      isPhone: window.innerWidth < phonePx,
    };
    if (!isSame(view.get(), next)) view.set(next);
  }, [desk, view]);

  useLayoutEffect(() => {
    read();
    const element = desk.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
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
