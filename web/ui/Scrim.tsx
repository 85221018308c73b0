import { useLayoutEffect } from 'react';
import styles from './Scrim.module.css';

/**
 * Show the backdrop of a modal dialog. It locks scrolling through base.css: Radix's own overlay
 * uses a style element, which the content policy blocks. The scroll bar's space is kept, so that
 * nothing moves.
 */
export function Scrim() {
  useLayoutEffect(lockScrolling, []);
  return <div className={styles.scrim} />;
}

/** Number of open backdrops: a dialog may open another one. */
let open = 0;

/**
 * Set an attribute of the root. A `:has()` selector for the backdrop would be matched again for the
 * whole document at every change, which was a tenth of the cost of an Enter in the script.
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
