import { setImmediate } from 'node:timers/promises';
import type { Steps } from '#screenplay/steps.ts';

/** Maximum time without a yield, apart from a single longer step. */
const turnMs = 20;

/** Run work in steps and yield to other requests in between. */
export async function runInSlices<Result>(steps: Steps<Result>): Promise<Result> {
  let until = performance.now() + turnMs;
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() < until) continue;
    await setImmediate();
    until = performance.now() + turnMs;
  }
}
