import { vi } from 'vitest';

/**
 * Call `work` until it passes, as `vi.waitFor` does. When the wait times out, the error says so.
 * `npm test` accepts a second try after a time-out only (scripts/timeOuts.ts), and the last error
 * of an asynchronous `work` does not show that it was waited for.
 */
export async function eventually<T>(
  work: () => T | Promise<T>,
  options: { timeout: number; interval?: number } = { timeout: 1_000 },
): Promise<T> {
  try {
    return await vi.waitFor(work, options);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(`Timed out after ${options.timeout} ms: ${message}`, { cause: error });
  }
}
