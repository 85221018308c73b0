import { AsyncLocalStorage } from 'node:async_hooks';
import { createFrameWorker } from './firstFrame.ts';
import { type VideoDeps, VideoOutcomes } from './videoOutcomes.ts';
import { VideoQueue } from './videoQueue.ts';
import { VideoSteps } from './videoSteps.ts';

/**
 * Runs the jobs of scene videos (docs/decisions/0048): starts and polls them, stores the videos,
 * and ends failed jobs. All state is in film_jobs, so that jobs continue after a restart, and of
 * several nodes only one polls a job at a time.
 */
export interface VideoJobs {
  /** Start to run jobs when they are due. */
  start(): void;
  /** Check for due jobs at once, after one was ordered or cancelled. */
  wake(): void;
  /** Run one step of each due job. Resolves when all steps have ended. */
  runDue(): Promise<void>;
  close(): Promise<void>;
}

export function startVideoJobs(deps: VideoDeps): VideoJobs {
  const frameWorker = createFrameWorker(deps.storage);
  const stopping = new AbortController();
  const steps = new VideoSteps({
    ...deps,
    frameWorker,
    outcomes: new VideoOutcomes(deps),
    stop: stopping.signal,
  });
  const queue = new VideoQueue({ db: deps.db, log: deps.log, runStep: (job) => steps.run(job) });
  // Leave the context of the current call, because the tab that made the call must be notified of
  // the job's changes too.
  const outsideOfCalls = AsyncLocalStorage.snapshot();
  return {
    start: () => queue.start(),
    wake: () => outsideOfCalls(() => queue.wake()),
    runDue: () => queue.runDue(),
    async close() {
      await queue.close(() => stopping.abort());
      // Wait for a first frame that is being scaled.
      await frameWorker.close();
      await queue.ended();
    },
  };
}
