import { useEffect, useState } from 'react';

const events = ['keydown', 'beforeinput', 'compositionupdate'] as const;

/**
 * Return whether the user has stopped typing: whether `restMs` have passed without a key since the
 * component was mounted. Stays true then. For dialogs that open by themselves: their focus would
 * swallow the next letters.
 */
export function useTypingPause(restMs: number): boolean {
  const [isPaused, setIsPaused] = useState(false);
  useEffect(() => {
    if (isPaused) return;
    const wait = () => setTimeout(setIsPaused, restMs, true);
    let timer = wait();
    const restart = () => {
      clearTimeout(timer);
      timer = wait();
    };
    for (const event of events) document.addEventListener(event, restart, { capture: true });
    return () => {
      clearTimeout(timer);
      for (const event of events) document.removeEventListener(event, restart, { capture: true });
    };
  }, [isPaused, restMs]);
  return isPaused;
}
