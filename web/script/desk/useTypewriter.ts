import { type RefObject, useEffect } from 'react';

/** Of the desk's height, where the line that is written stands. */
const heightShare = 0.45;

/** Scrolls a stretch of the desk to where a typewriter would have it. */
export function atWritingHeight(desk: HTMLElement, topPx: number, endPx: number): void {
  desk.scrollTop = (topPx + endPx) / 2 - desk.clientHeight * heightShare;
}

/** The line below the script comes to the same height; those on the pages do so by themselves. */
export function useTypewriter(desk: RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(() => {
    const node = desk.current;
    if (!node || !isOn) return;
    const follow = ({ target }: Event) => {
      const isBelow = target instanceof HTMLElement && target.closest('section') !== null;
      if (!isBelow || !target.matches('textarea, [contenteditable]')) return;
      const { top, bottom } = target.getBoundingClientRect();
      const deskTop = node.getBoundingClientRect().top - node.scrollTop;
      atWritingHeight(node, top - deskTop, bottom - deskTop);
    };
    node.addEventListener('focusin', follow);
    node.addEventListener('input', follow);
    return () => {
      node.removeEventListener('focusin', follow);
      node.removeEventListener('input', follow);
    };
  }, [desk, isOn]);
}
