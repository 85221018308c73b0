import { setTimeout as pause } from 'node:timers/promises';
import { countRetry } from './callTimes.ts';
import { isConflict, isLockTimeout } from './databaseErrors.ts';

/** Lock timeout of a statement, and maximum time that a call retries after it. */
export const lockTimeoutMs = 2500;
const maxTries = 5;

/**
 * Run `work`, and repeat it when Postgres aborts it because of another transaction: up to five
 * times after a deadlock, and for `timeoutMs` after a lock timeout. `work` must be one statement or
 * one whole transaction and change only the database, so that it can be repeated.
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
      countRetry();
      // Pause for a random time, so that two transactions that aborted each other do not collide
      // again.
      await pause(25 * 2 ** Math.min(tries, 4) * (1 + Math.random()));
    }
  }
}
