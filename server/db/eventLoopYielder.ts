import { setImmediate } from 'node:timers/promises';

/** So long may one call keep the event loop to itself. */
const sliceMs = 10;

/** For long work in many pieces: awaited between them, it lets other calls in whenever a slice of time is used up. */
export function createEventLoopYielder(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < sliceMs) return undefined;
    return setImmediate().then(() => {
      since = performance.now();
    });
  };
}
