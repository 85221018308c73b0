import { ModelFailure } from './failure.ts';

export interface Limits {
  /** Timeout of a call, whatever its engine does. */
  callMs: number;
  /** Time for an engine to return a partial answer after it was aborted. */
  graceMs: number;
}

/**
 * Run `work` with a signal that aborts when the caller cancels or the time is over. Always settles,
 * even if `work` ignores the signal: then it throws the failure 'stopped' or 'slow'.
 */
export async function withinLimit<T>(
  { callMs, graceMs }: Limits,
  stop: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const limitTimer = setTimeout(() => limit.abort(new ModelFailure('slow')), callMs);
  const signal = AbortSignal.any(stop ? [stop, limit.signal] : [limit.signal]);
  let graceTimer: NodeJS.Timeout | undefined;
  const givenUp = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => {
    graceTimer = setTimeout(() => givenUp.reject(reasonOf(limit.signal)), graceMs);
  });
  try {
    if (signal.aborted) throw reasonOf(limit.signal);
    return await Promise.race([work(signal), givenUp.promise]);
  } catch (error) {
    // An aborted call has been cancelled or timed out, whatever error the work throws.
    throw signal.aborted && !(error instanceof ModelFailure) ? reasonOf(limit.signal) : error;
  } finally {
    clearTimeout(limitTimer);
    clearTimeout(graceTimer);
  }
}

const reasonOf = (limit: AbortSignal) => new ModelFailure(limit.aborted ? 'slow' : 'stopped');
