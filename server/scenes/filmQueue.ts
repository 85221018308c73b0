import type { Logger } from 'pino';
import type { Db } from '#server/db/client.ts';
import { settlesWithin } from '#server/db/within.ts';
import { type FilmJob, leaseDueJob, msUntilNextJob } from './filmJobs.queries.ts';

/**
 * Time after which another node takes the job of a dead one: longer than any poll with its writes.
 */
export const leaseMs = 300_000;
const sideBySide = 4;
/** Jobs are looked for this often where none is known: they may be those of a node that died. */
const idleMs = 30_000;
const closeMs = 1500;

interface FilmQueueDeps {
  db: Db;
  log: Logger;
  /** One look at a job; what it throws is logged, and the job comes again. */
  lookAt: (job: FilmJob) => Promise<void>;
}

/** Takes jobs when they are due, a few side by side, and sleeps until the next one is. */
export function filmQueue({ db, log, lookAt }: FilmQueueDeps) {
  const looks = new Set<Promise<void>>();
  let taking: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let isStarted = false;
  let isClosing = false;

  async function takeDue(): Promise<void> {
    while (!isClosing) {
      if (looks.size >= sideBySide) await Promise.race(looks);
      const job = await leaseDueJob(db, leaseMs);
      if (!job) return;
      const look = lookAt(job).catch((error) =>
        log.error({ err: error, jobId: job.id }, 'a film job has to wait'),
      );
      looks.add(look);
      void look.finally(() => {
        looks.delete(look);
        void schedule();
      });
    }
  }

  function take(): Promise<void> {
    taking = taking
      .then(takeDue)
      .catch((error) => log.error({ err: error }, 'film jobs could not be read'))
      .then(schedule);
    return taking;
  }

  async function schedule(): Promise<void> {
    if (!isStarted || isClosing) return;
    const dueMs = await msUntilNextJob(db).catch(() => null);
    clearTimeout(timer);
    if (isClosing) return;
    timer = setTimeout(take, Math.min(Math.max(dueMs ?? idleMs, 500), idleMs)).unref();
  }

  return {
    start(): void {
      isStarted = true;
      void take();
    },
    wake(): void {
      if (isStarted) void take();
    },
    /** One look at each job that is due; resolves when all have ended. */
    async look(): Promise<void> {
      await take();
      await Promise.all(looks);
    },
    /** Stop taking jobs; wait briefly for running polls, then abort them. */
    async close(stop: () => void): Promise<void> {
      isClosing = true;
      clearTimeout(timer);
      await settlesWithin(closeMs, Promise.all([taking, ...looks]));
      stop();
    },
    /** When all looks have ended. */
    async ended(): Promise<void> {
      await Promise.all([taking, ...looks]);
    },
  };
}
