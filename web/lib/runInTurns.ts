import type { Steps } from '#screenplay/steps.ts';

/** Maximum time without a yield, apart from a single longer step. */
const turnMs = 8;

/**
 * Run work in steps, and let input and rendering run in between. Rejects when `signal` aborts.
 */
export async function runInTurns<Result>(steps: Steps<Result>, signal: AbortSignal): Promise<Result> {
  let until = performance.now() + turnMs;
  for (;;) {
    signal.throwIfAborted();
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() < until) continue;
    await new Promise((resolve) => setTimeout(resolve));
    until = performance.now() + turnMs;
  }
}
