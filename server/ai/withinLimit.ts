import { ModelFailure } from './failure.ts';

export interface Limits {
  /** After this a call is given up, whatever its engine does. */
  callMs: number;
  /** For an engine to hand over what it has, once it was told to stop. */
  graceMs: number;
}

/**
 * Runs `work` with a signal that is aborted when the caller stops or the time is over. Always ends, even if the work
 * does not listen: then it throws that the call was stopped, or was too slow.
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
    // However it says so, work that ends because it was told to has not failed by itself.
    throw signal.aborted && !(error instanceof ModelFailure) ? reasonOf(limit.signal) : error;
  } finally {
    clearTimeout(limitTimer);
    clearTimeout(graceTimer);
  }
}

const reasonOf = (limit: AbortSignal) => new ModelFailure(limit.aborted ? 'slow' : 'stopped');
