import { AsyncLocalStorage } from 'node:async_hooks';
import { type FilmDeps, FilmOutcomes } from './filmOutcomes.ts';
import { FilmQueue } from './filmQueue.ts';
import { FilmSteps } from './filmSteps.ts';
import { frameStudio } from './firstFrame.ts';

/**
 * Runs the film jobs (docs/decisions/0048): starts and polls them, stores the films, and ends
 * failures. All state is in the rows of film_jobs, so that jobs continue after a restart, and with
 * several nodes one node makes each poll.
 */
export interface FilmJobs {
  /** From now on by itself. */
  start(): void;
  /** There is a new job, or one to be cancelled. */
  wake(): void;
  /** One look at each job that is due; resolves when all have ended. */
  look(): Promise<void>;
  close(): Promise<void>;
}

export function startFilmJobs(deps: FilmDeps): FilmJobs {
  const studio = frameStudio(deps.storage);
  const stopping = new AbortController();
  const steps = new FilmSteps({ ...deps, studio, outcomes: new FilmOutcomes(deps), stop: stopping.signal });
  const queue = new FilmQueue({ db: deps.db, log: deps.log, lookAt: (job) => steps.lookAt(job) });
  // Changes of a job are not part of the call that woke us: that call's window has to be notified
  // too.
  const outsideOfCalls = AsyncLocalStorage.snapshot();
  return {
    start: () => queue.start(),
    wake: () => outsideOfCalls(() => queue.wake()),
    look: () => queue.look(),
    async close() {
      await queue.close(() => stopping.abort());
      // Wait for a picture that is still being scaled.
      await studio.close();
      await queue.ended();
    },
  };
}
