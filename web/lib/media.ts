import { useCallback, useSyncExternalStore } from 'react';

/** Spec platform §9. */
export const phoneBelowPx = 768;

/** Whether a media query holds, followed while it changes. */
export function useMedia(query: string): boolean {
  const watch = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(watch, () => window.matchMedia(query).matches);
}

export function useIsPhone(): boolean {
  return useMedia(`(max-width: ${phoneBelowPx - 0.02}px)`);
}
