/**
 * Do something now, or when the connection returns: code of later use cannot be loaded without one.
 * Returns a function that stops waiting.
 */
export function whenOnline(work: () => void): () => void {
  if (navigator.onLine) {
    work();
    return () => {};
  }
  window.addEventListener('online', work, { once: true });
  return () => window.removeEventListener('online', work);
}
