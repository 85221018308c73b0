import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { LazyModule } from './lazyModule.ts';

interface WhenLoadedProps<T> {
  part: LazyModule<T>;
  /** The code did not come, for want of a connection for instance; what is on the screen stays. */
  onFailure: () => void;
  children: (loaded: T) => ReactNode;
}

/** Something whose code comes when it is first shown, beside a screen that must not go away meanwhile. */
export function WhenLoaded<T>({ part, onFailure, children }: WhenLoadedProps<T>) {
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
  return loaded ? children(loaded.value) : null;
}
