import { type RefObject, useLayoutEffect, useRef } from 'react';

/** When a button that had the focus goes away, what is around it has it: the next one is a Tab away. */
export function useFocusFallback(ref: RefObject<HTMLElement | null>) {
  const had = useRef(false);
  useLayoutEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (had.current && isLost) ref.current?.focus();
  });
  return {
    onFocus: () => {
      had.current = true;
    },
    // Not told of a button that goes away.
    onBlur: () => {
      had.current = false;
    },
  };
}
