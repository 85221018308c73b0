import { unavailable } from './errors.ts';
import type { PartStatus } from './partStatus.ts';

/** Wrapper for calls to an external service that may be unavailable. */
export interface CircuitBreaker {
  /**
   * Call the service. Throws `unavailable` with the service's message when the service does not
   * answer, and at once while the circuit is open.
   */
  <T>(work: () => Promise<T>): Promise<T>;
  status(): PartStatus;
}

interface Part {
  /** Message for the user whose call failed. */
  text: string;
  /**
   * Return whether an error means that the service is unavailable, rather than that it rejected the
   * call.
   */
  isUnavailable: (error: unknown) => boolean;
  /**
   * Interval of probes while the circuit is open, in milliseconds. One call probes the service, the
   * others fail at once.
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
        openUntil = null; // the service has answered
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
