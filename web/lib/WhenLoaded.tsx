import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { LazyModule } from './lazyModule.ts';

/** Delay before code that could not be loaded is requested again. */
const retryDelayMs = 10_000;

interface WhenLoadedProps<T> {
  part: LazyModule<T>;
  /**
   * The code could not be loaded, for example without a connection. The screen stays unchanged, and
   * the code is requested again while the content is to be shown.
   */
  onFailure: () => void;
  /** Content while the code is loading. */
  fallback?: ReactNode;
  children: (loaded: T) => ReactNode;
}

/**
 * Render content whose code is loaded when it is first shown, next to content that must stay
 * visible.
 */
export function WhenLoaded<T>({ part, onFailure, fallback = null, children }: WhenLoadedProps<T>) {
  const [loaded, setLoaded] = useState<{ value: T } | null>(() => {
    const value = part.loaded();
    return value === null ? null : { value };
  });
  const fail = useRef(onFailure);
  fail.current = onFailure;
  useEffect(() => {
    let isShown = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = (onError: () => void) => {
      clearTimeout(timer);
      part.load().then(
        (value) => isShown && setLoaded({ value }),
        () => {
          if (!isShown) return;
          timer = setTimeout(retry, retryDelayMs);
          onError();
        },
      );
    };
    const retry = () => {
      if (part.loaded() === null) load(() => {});
    };
    load(() => fail.current());
    window.addEventListener('online', retry);
    return () => {
      isShown = false;
      clearTimeout(timer);
      window.removeEventListener('online', retry);
    };
  }, [part]);
  return loaded ? children(loaded.value) : fallback;
}
