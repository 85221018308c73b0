import { setImmediate } from 'node:timers/promises';

/** Maximum time that one call may block the event loop. */
const sliceMs = 10;

/**
 * Create a function to await between the pieces of long work. It yields when a time slice is used
 * up.
 */
export function createEventLoopYielder(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < sliceMs) return undefined;
    return setImmediate().then(() => {
      since = performance.now();
    });
  };
}
