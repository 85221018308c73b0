import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Font sizes of the banner as shares of the largest; CSS keeps them readable. */
const shares = [1, 0.9, 0.8, 0.72, 0.64, 0.56, 0.48, 0.4, 0.33];

/**
 * Set `--share` to the largest size at which the text fits its frame, after every rendering and
 * resize. `isOverfull`: it does not fit at the smallest size, and scrolls.
 */
export function useFit() {
  const frame = useRef<HTMLDivElement>(null);
  const words = useRef<HTMLDivElement>(null);
  const [isOverfull, setOverfull] = useState(false);
  useLayoutEffect(() => {
    if (words.current) setOverfull(!fits(words.current));
  });
  useLayoutEffect(() => {
    if (!frame.current) return;
    let isThere = true;
    const fit = () => {
      if (isThere && words.current) setOverfull(!fits(words.current));
    };
    const watcher = new ResizeObserver(fit);
    watcher.observe(frame.current);
    // Measure again when the web font is loaded; some browsers do not list their fonts.
    void document.fonts?.ready.then(fit);
    return () => {
      isThere = false;
      watcher.disconnect();
    };
  }, []);
  return { frame, words, isOverfull } satisfies Record<string, RefObject<HTMLDivElement | null> | boolean>;
}

function fits(words: HTMLElement): boolean {
  return shares.some((share) => {
    words.style.setProperty('--share', String(share));
    return words.scrollHeight <= words.clientHeight;
  });
}
