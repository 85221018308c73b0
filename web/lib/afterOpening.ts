/**
 * Do something that loads code which is not needed at first: `delayMs` after the screen has opened,
 * so that the screen loads first, or with the first of these events, and only with a connection.
 * Returns a function that cancels it.
 */
export function afterOpening(
  delayMs: number,
  work: () => unknown,
  events: readonly (keyof WindowEventMap)[] = [],
): () => void {
  const occasions = [...events, 'online'];
  const attempt = () => {
    if (!navigator.onLine) return;
    cancel();
    work();
  };
  const timer = setTimeout(attempt, delayMs);
  for (const occasion of occasions) window.addEventListener(occasion, attempt, { capture: true });
  const cancel = () => {
    clearTimeout(timer);
    for (const occasion of occasions) window.removeEventListener(occasion, attempt, { capture: true });
  };
  return cancel;
}
