import { setTimeout as pause } from 'node:timers/promises';
import { isConflict, isLockTimeout } from './databaseErrors.ts';

/** How long a statement waits for a lock, and how long a call goes on trying for one. */
export const lockTimeoutMs = 2500;
const maxTries = 5;

/**
 * Runs `work`, and runs it again when Postgres ended it because of another transaction: up to five
 * times after a deadlock, and for `timeoutMs` after a lock timeout. `work` is one statement or one
 * whole transaction. It must be safe to run again, so it changes nothing but the database.
 */
export async function retryConflicts<T>(work: () => Promise<T>, timeoutMs = lockTimeoutMs): Promise<T> {
  const start = performance.now();
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const mayRetry = isConflict(error)
        ? tries < maxTries
        : isLockTimeout(error) && performance.now() - start < timeoutMs;
      if (!mayRetry) throw error;
      // A random pause, so that two that ended each other do not meet again.
      await pause(25 * 2 ** Math.min(tries, 4) * (1 + Math.random()));
    }
  }
}
