import { setImmediate } from 'node:timers/promises';
import type { Steps } from '#screenplay/steps.ts';

/** As long as other requests wait at most, but for the longest step. */
const turnMs = 20;

/** Does work in steps and lets other requests have their turn in between. */
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
