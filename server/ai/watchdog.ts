import { ModelFailure } from './failure.ts';

/** Aborts its signal with the outer one, and with ModelFailure 'slow' when it was not told of life in time. */
export interface Watchdog {
  signal: AbortSignal;
  /** There is life; the next sign of it is due in so many milliseconds. */
  beat(ms: number): void;
  stop(): void;
}

export function watchdog(outer: AbortSignal, ms: number): Watchdog {
  const own = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const beat = (next: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => own.abort(new ModelFailure('slow')), next);
  };
  beat(ms);
  return { signal: AbortSignal.any([outer, own.signal]), beat, stop: () => clearTimeout(timer) };
}

/** Why a signal was aborted: time was over, or the writer wanted it. */
export function failureFor(signal: AbortSignal): ModelFailure {
  return signal.reason instanceof ModelFailure ? signal.reason : new ModelFailure('stopped');
}
