import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';
import { phonePx } from '../sheet/measures.ts';

/** The part of the desk that is seen. */
export interface DeskView {
  widthPx: number;
  heightPx: number;
  scrollPx: number;
  isPhone: boolean;
}

// Before the first layout, and where there is none: pages are then drawn as on a usual screen.
const unmeasured: DeskView = { widthPx: 1200, heightPx: 900, scrollPx: 0, isPhone: false };

/** A new view only every so many pixels: pages are drawn well ahead of the window. */
const stepPx = 120;

/** Follows the size and the scrolling of the desk. */
export function useDeskView(desk: RefObject<HTMLElement | null>): { view: DeskView; onScroll: () => void } {
  const [view, setView] = useState(unmeasured);
  const read = useCallback(() => {
    const element = desk.current;
    if (!element || element.clientWidth === 0) return;
    const next: DeskView = {
      widthPx: element.clientWidth,
      heightPx: element.clientHeight,
      scrollPx: Math.floor(element.scrollTop / stepPx) * stepPx,
      isPhone: window.innerWidth < phonePx,
    };
    setView((view) => (isSame(view, next) ? view : next));
  }, [desk]);

  useLayoutEffect(() => {
    read();
    const element = desk.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, [desk, read]);

  return { view, onScroll: read };
}

function isSame(a: DeskView, b: DeskView): boolean {
  return (
    a.widthPx === b.widthPx &&
    a.heightPx === b.heightPx &&
    a.scrollPx === b.scrollPx &&
    a.isPhone === b.isPhone
  );
}
