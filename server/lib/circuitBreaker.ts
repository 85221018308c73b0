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
  isUnavailable: (error: unknown) => boolean;
  /**
   * After a failure, one call in this many milliseconds tests whether the part is back; others do
   * not wait.
   */
  probeIntervalMs?: number;
}

export function createCircuitBreaker(
  { text, isUnavailable, probeIntervalMs = 2000 }: Part,
  now: () => number = Date.now,
): CircuitBreaker {
  let openUntil: number | null = null;
  let isProbing = false;

  async function call<T>(work: () => Promise<T>): Promise<T> {
    const isProbe = openUntil !== null;
    if (openUntil !== null && (isProbing || now() < openUntil)) throw unavailable(text);
    if (isProbe) isProbing = true;
    try {
      const result = await work();
      openUntil = null;
      return result;
    } catch (error) {
      if (!isUnavailable(error)) {
        openUntil = null; // it replied
        throw error;
      }
      openUntil = now() + probeIntervalMs;
      throw unavailable(text, error);
    } finally {
      if (isProbe) isProbing = false;
    }
  }

  return Object.assign(call, { status: (): PartStatus => (openUntil === null ? 'ok' : 'away') });
}
