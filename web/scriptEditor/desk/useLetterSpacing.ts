import { type RefObject, useEffect } from 'react';
import styles from './Desk.module.css';

const sampleLetters = 100;
/** Smaller differences do not add up to a letter within a line. */
const minDifferencePx = 0.005;

/**
 * Give letters on the pages the width that the layout counts with. Some browsers round it to whole
 * pixels (WebKit on Linux); the active line would then break inside of words.
 */
export function useLetterSpacing(desk: RefObject<HTMLElement | null>, charPx: number): void {
  useEffect(() => {
    let isOver = false;
    const set = () => {
      const stack = desk.current?.firstElementChild;
      if (!stack || isOver) return;
      const differencePx = charPx - measuredPx(stack, charPx);
      const value = Math.abs(differencePx) < minDifferencePx ? 'normal' : `${differencePx}px`;
      desk.current?.style.setProperty('--letter-spacing', value);
    };
    void document.fonts?.ready.then(set);
    return () => {
      isOver = true;
    };
  }, [desk, charPx]);
}

/** Return the width of a letter as the browser draws it; `charPx` without a layout. */
function measuredPx(stack: Element, charPx: number): number {
  const sample = document.createElement('span');
  sample.textContent = 'n'.repeat(sampleLetters);
  sample.className = styles.sample ?? '';
  stack.append(sample);
  const { width } = sample.getBoundingClientRect();
  sample.remove();
  return width === 0 ? charPx : width / sampleLetters;
}
