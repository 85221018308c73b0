import { unavailable } from './errors.ts';
import type { PartStatus } from './partStatus.ts';

/** Calls a part outside the process that may be unavailable. */
export interface CircuitBreaker {
  /**
   * Throws `unavailable` with the part's text when it did not reply, and at once while the circuit
   * is open.
   */
  <T>(work: () => Promise<T>): Promise<T>;
  status(): PartStatus;
}

interface Part {
  /** Message for users who needed the part. */
  text: string;
  /**
   * Whether a failure means that the part is unavailable, rather than that it rejected the call.
   */
  isAway: (error: unknown) => boolean;
  /**
   * After a failure, one call in this many milliseconds tests whether the part is back; others do
   * not wait.
   */
  restMs?: number;
}

export function createCircuitBreaker(
  { text, isAway, restMs = 2000 }: Part,
  now: () => number = Date.now,
): CircuitBreaker {
  let restsUntil: number | null = null;
  let isTrying = false;

  async function reach<T>(work: () => Promise<T>): Promise<T> {
    const isTrial = restsUntil !== null;
    if (restsUntil !== null && (isTrying || now() < restsUntil)) throw unavailable(text);
    if (isTrial) isTrying = true;
    try {
      const result = await work();
      restsUntil = null;
      return result;
    } catch (error) {
      if (!isAway(error)) {
        restsUntil = null; // it replied
        throw error;
      }
      restsUntil = now() + restMs;
      throw unavailable(text, error);
    } finally {
      if (isTrial) isTrying = false;
    }
  }

  return Object.assign(reach, { status: (): PartStatus => (restsUntil === null ? 'ok' : 'away') });
}
