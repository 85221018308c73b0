import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { LazyModule } from './lazyModule.ts';

interface WhenLoadedProps<T> {
  part: LazyModule<T>;
  /** The code could not be loaded, for example without a connection. The screen stays unchanged. */
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
    part.load().then(
      (value) => isShown && setLoaded({ value }),
      () => isShown && fail.current(),
    );
    return () => {
      isShown = false;
    };
  }, [part]);
  return loaded ? children(loaded.value) : fallback;
}
