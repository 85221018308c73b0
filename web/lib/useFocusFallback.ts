import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Focus the container when a focused button in it is removed, so that Tab reaches the next one. */
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
    // A removed button fires no blur event.
    onBlur: () => {
      had.current = false;
    },
  };
}
