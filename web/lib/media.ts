import { useCallback, useMemo, useSyncExternalStore } from 'react';

/** Narrower windows have the layout for phones (docs/spec/application.md). */
export const phoneBelowPx = 768;

/** Whether a media query holds, followed while it changes. */
export function useMedia(query: string): boolean {
  // Asked once: a browser takes its time over each.
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
