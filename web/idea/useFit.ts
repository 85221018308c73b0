import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Sizes of the words on the banner, as shares of the largest; CSS holds them at what still reads. */
const shares = [1, 0.9, 0.8, 0.72, 0.64, 0.56, 0.48, 0.4, 0.33];

/**
 * Sets `--share` on the words to the largest at which they are no higher than their frame, after every rendering and
 * whenever the frame changes its size. `isOverfull`: they are not even at the smallest, and scroll.
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
    // Text is measured anew once it is set in its own face; not every browser lists its faces.
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
