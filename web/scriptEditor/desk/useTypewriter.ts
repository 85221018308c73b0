import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { scrollToTypewriterHeight } from '../pages/writingHeight.ts';
import { liveFieldId } from '../sheet/liveFieldId.ts';

/** Scroll the bottom input to the same height; lines on the pages scroll by themselves. */
export function useTypewriter(desk: RefObject<HTMLElement | null>, isOn: boolean, roomAbovePx: number): void {
  // The visible text stays in place when space is added or removed above it. While typewriter
  // scrolling is on, the active line has scrolled to its height already.
  const before = useRef(0);
  useLayoutEffect(() => {
    const isLineScrolled = isOn && document.getElementById(liveFieldId) !== null;
    if (desk.current && !isLineScrolled) desk.current.scrollTop += roomAbovePx - before.current;
    before.current = roomAbovePx;
  }, [desk, isOn, roomAbovePx]);
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
