import { ModelFailure } from './failure.ts';

/**
 * Timeout that is renewed by `beat`. Its signal aborts with the outer one, or with ModelFailure
 * 'slow' on timeout.
 */
export interface Watchdog {
  signal: AbortSignal;
  /** Renew the timeout: the next beat is due within `ms` milliseconds. */
  beat(ms: number): void;
  stop(): void;
}

export function watchdog(outer: AbortSignal, ms: number): Watchdog {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const beat = (next: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => controller.abort(new ModelFailure('slow')), next);
  };
  beat(ms);
  return { signal: AbortSignal.any([outer, controller.signal]), beat, stop: () => clearTimeout(timer) };
}

/** Return the failure for an aborted signal: 'slow' after a timeout, otherwise 'stopped'. */
export function failureFor(signal: AbortSignal): ModelFailure {
  return signal.reason instanceof ModelFailure ? signal.reason : new ModelFailure('stopped');
}
