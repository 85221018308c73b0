import { useCallback, useMemo, useSyncExternalStore } from 'react';

/** Narrower viewports have the phone layout (docs/spec/application.md). */
export const phoneBelowPx = 768;

/** Return whether a media query matches, and re-render when that changes. */
export function useMedia(query: string): boolean {
  // Created once, because matchMedia is slow.
  const media = useMemo(() => window.matchMedia(query), [query]);
  const watch = useCallback(
    (listener: () => void) => {
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [media],
  );
  return useSyncExternalStore(watch, () => media.matches);
}

export function useIsPhone(): boolean {
  return useMedia(`(max-width: ${phoneBelowPx - 0.02}px)`);
}

/** Return whether the main pointer is a finger, for which a focused field opens a keyboard. */
export function isTouchScreen(): boolean {
  return window.matchMedia('(pointer: coarse)').matches;
}
