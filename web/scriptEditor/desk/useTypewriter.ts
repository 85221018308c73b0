import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** Of the desk's height, where the line that is written stands. */
const heightShare = 0.45;

/** Scrolls a stretch of the desk to where a typewriter would have it. */
export function scrollToTypewriterHeight(desk: HTMLElement, topPx: number, endPx: number): void {
  desk.scrollTop = (topPx + endPx) / 2 - desk.clientHeight * heightShare;
}

/** Above the first sheet, so that its first lines can stand at that height, too. */
export function roomAboveFor(isTypewriter: boolean, heightPx: number): number {
  return isTypewriter ? Math.round(heightPx * heightShare) : 0;
}

/** The line below the script comes to the same height; those on the pages do so by themselves. */
export function useTypewriter(desk: RefObject<HTMLElement | null>, isOn: boolean, roomAbovePx: number): void {
  // What is looked at stays where it is when room comes or goes above it.
  const before = useRef(0);
  useLayoutEffect(() => {
    if (desk.current) desk.current.scrollTop += roomAbovePx - before.current;
    before.current = roomAbovePx;
  }, [desk, roomAbovePx]);
  useEffect(() => {
    const node = desk.current;
    if (!node || !isOn) return;
    const follow = ({ target }: Event) => {
      const isBelow = target instanceof HTMLElement && target.closest('section') !== null;
      if (!isBelow || !target.matches('textarea, [contenteditable]')) return;
      const { top, bottom } = target.getBoundingClientRect();
      const deskTop = node.getBoundingClientRect().top - node.scrollTop;
      scrollToTypewriterHeight(node, top - deskTop, bottom - deskTop);
    };
    node.addEventListener('focusin', follow);
    node.addEventListener('input', follow);
    return () => {
      node.removeEventListener('focusin', follow);
      node.removeEventListener('input', follow);
    };
  }, [desk, isOn]);
}
