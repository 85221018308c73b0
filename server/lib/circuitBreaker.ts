import { unavailable } from './errors.ts';
import type { PartStatus } from './partStatus.ts';

/** Asks a part outside the process that may be away. */
export interface CircuitBreaker {
  /** Throws `unavailable` with the part's text when it did not answer, and at once while it is known to be away. */
  <T>(work: () => Promise<T>): Promise<T>;
  status(): PartStatus;
}

interface Part {
  /** What people read who needed it. */
  text: string;
  /** Whether a failure means that the part is away, rather than that it refused. */
  isAway: (error: unknown) => boolean;
  /** After a failure, one call in so many milliseconds finds out whether it is back; the others do not wait for it. */
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
        restsUntil = null; // it answered
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
