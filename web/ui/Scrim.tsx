import { useLayoutEffect } from 'react';
import styles from './Scrim.module.css';

/**
 * The shade behind what is modal. It locks scrolling through base.css: Radix's own overlay does so with a style
 * element, which the content policy refuses. Where the page had a scroll bar its place stays, so that nothing moves.
 */
export function Scrim() {
  useLayoutEffect(lockScrolling, []);
  return <div className={styles.scrim} />;
}

/** How many are open: a window may open another one. */
let open = 0;

/**
 * An attribute of the root, and no `:has()` that looks for the shade: the browser would judge that anew for the whole
 * document with every change of it, which was a tenth of what an Enter in the script costs.
 */
function lockScrolling(): () => void {
  const root = document.documentElement;
  const hasScrollBar = window.innerWidth > root.clientWidth;
  if (open === 0) root.setAttribute('data-scroll-lock', hasScrollBar ? 'gutter' : '');
  open += 1;
  return () => {
    open -= 1;
    if (open === 0) root.removeAttribute('data-scroll-lock');
  };
}
