import { type RefObject, useEffect } from 'react';

/** Return the element of a thread; null if it is not in the list. */
export function threadIn(list: HTMLElement | null, threadId: number | null): HTMLElement | null {
  if (list === null || threadId === null) return null;
  return list.querySelector<HTMLElement>(`[data-thread="${threadId}"]`);
}

/** Scroll a thread into view when it is chosen or appears; only the list scrolls. */
export function useShown(
  list: RefObject<HTMLElement | null>,
  threadId: number | null,
  isThere: boolean,
): void {
  useEffect(() => {
    const thread = isThere ? threadIn(list.current, threadId) : null;
    if (!list.current || !thread) return;
    const frame = list.current.getBoundingClientRect();
    const place = thread.getBoundingClientRect();
    const isAbove = place.top < frame.top || place.height > frame.height;
    if (isAbove) list.current.scrollTop += place.top - frame.top;
    else if (place.bottom > frame.bottom) list.current.scrollTop += place.bottom - frame.bottom;
  }, [list, threadId, isThere]);
}
