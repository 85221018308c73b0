/**
 * Call `check` in every interval. `isLate`: the browser has suspended the tab, so what is due may
 * have arrived and not been read.
 */
export function everyInterval(intervalMs: number, check: (isLate: boolean) => void): () => void {
  let dueAt = Date.now() + intervalMs;
  const timer = setInterval(() => {
    const isLate = Date.now() - dueAt > intervalMs / 2;
    dueAt = Date.now() + intervalMs;
    check(isLate);
  }, intervalMs);
  return () => clearInterval(timer);
}
