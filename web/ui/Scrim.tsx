import { useState } from 'react';
import styles from './Scrim.module.css';

/**
 * The shade behind what is modal. It locks scrolling through base.css: Radix's own overlay does so with a style
 * element, which the content policy refuses. Where the page had a scroll bar its place stays, so that nothing moves.
 */
export function Scrim() {
  const [hasScrollBar] = useState(() => window.innerWidth > document.documentElement.clientWidth);
  return <div className={styles.scrim} data-scroll-lock={hasScrollBar ? 'gutter' : ''} />;
}
