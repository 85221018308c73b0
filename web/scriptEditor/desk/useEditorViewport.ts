import { type RefObject, useCallback, useLayoutEffect } from 'react';
import type { Store } from '#web/lib/store.ts';
import { phonePx } from '../sheet/measures.ts';

/** The part of the desk that is seen. */
export interface EditorViewport {
  widthPx: number;
  heightPx: number;
  scrollPx: number;
  isPhone: boolean;
}

// Before the first layout, and where there is none: pages are then drawn as on a usual screen.
export const unmeasuredView: EditorViewport = { widthPx: 1200, heightPx: 900, scrollPx: 0, isPhone: false };

/** A new view only every so many pixels: pages are drawn well ahead of the window. */
export const viewStepPx = 120;

/**
 * Whether a stretch of the desk is in the window wherever the window begins within the step. Where it is not sure the desk
 * itself has to be asked, and to answer, the browser lays out the page in the middle of drawing it.
 */
export function isCertainlyVisible(
  { scrollPx, heightPx }: EditorViewport,
  topPx: number,
  endPx: number,
): boolean {
  return topPx >= scrollPx + viewStepPx && endPx <= scrollPx + heightPx;
}

/** Follows the size and the scrolling of the desk; gives what is to be called when it scrolls. */
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
