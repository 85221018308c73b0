import type { Logger } from 'pino';
import type { Db } from '#server/db/client.ts';
import { settlesWithin } from '#server/db/settlesWithin.ts';
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
export class FilmQueue {
  readonly #deps: FilmQueueDeps;
  readonly #looks = new Set<Promise<void>>();
  #taking: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #isStarted = false;
  #isClosing = false;

  constructor(deps: FilmQueueDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#isStarted = true;
    void this.#take();
  }

  wake(): void {
    if (this.#isStarted) void this.#take();
  }

  /** One look at each job that is due; resolves when all have ended. */
  async look(): Promise<void> {
    await this.#take();
    await Promise.all(this.#looks);
  }

  /** Stop taking jobs; wait briefly for running polls, then abort them. */
  async close(stop: () => void): Promise<void> {
    this.#isClosing = true;
    clearTimeout(this.#timer);
    await settlesWithin(closeMs, this.ended());
    stop();
  }

  /** When all looks have ended. */
  async ended(): Promise<void> {
    await Promise.all([this.#taking, ...this.#looks]);
  }

  #take(): Promise<void> {
    this.#taking = this.#taking
      .then(() => this.#takeDue())
      .catch((error) => this.#deps.log.error({ err: error }, 'film jobs could not be read'))
      .then(() => this.#schedule());
    return this.#taking;
  }

  async #takeDue(): Promise<void> {
    while (!this.#isClosing) {
      if (this.#looks.size >= sideBySide) await Promise.race(this.#looks);
      const job = await leaseDueJob(this.#deps.db, leaseMs);
      if (!job) return;
      this.#startLook(job);
    }
  }

  #startLook(job: FilmJob): void {
    const { log, lookAt } = this.#deps;
    const look = lookAt(job).catch((error) =>
      log.error({ err: error, jobId: job.id }, 'a film job has to wait'),
    );
    this.#looks.add(look);
    void look.finally(() => {
      this.#looks.delete(look);
      void this.#schedule();
    });
  }

  async #schedule(): Promise<void> {
    if (!this.#isStarted || this.#isClosing) return;
    const dueMs = await msUntilNextJob(this.#deps.db).catch(() => null);
    clearTimeout(this.#timer);
    if (this.#isClosing) return;
    const waitMs = Math.min(Math.max(dueMs ?? idleMs, 500), idleMs);
    this.#timer = setTimeout(() => void this.#take(), waitMs).unref();
  }
}
