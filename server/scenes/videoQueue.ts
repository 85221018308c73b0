import type { Logger } from 'pino';
import type { Db } from '#server/db/client.ts';
import { settlesWithin } from '#server/db/settlesWithin.ts';
import { leaseDueJob, msUntilNextJob, type VideoJob } from './videoJobs.queries.ts';

/** Lease of a job, longer than any step. Then another node may take the job. */
export const leaseMs = 300_000;
const maxParallel = 4;
/** Maximum time between two checks for due jobs, which may be those of a dead node. */
const idleMs = 30_000;
const closeMs = 1500;

interface VideoQueueDeps {
  db: Db;
  log: Logger;
  /** Run one step of a job. Errors are logged, and the job is retried after its lease. */
  runStep: (job: VideoJob) => Promise<void>;
}

/** Runs due jobs, several in parallel, and sleeps until the next one is due. */
export class VideoQueue {
  readonly #deps: VideoQueueDeps;
  readonly #steps = new Set<Promise<void>>();
  #taking: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #isStarted = false;
  #isClosing = false;

  constructor(deps: VideoQueueDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#isStarted = true;
    void this.#take();
  }

  wake(): void {
    if (this.#isStarted) void this.#take();
  }

  /** Run one step of each due job. Resolves when all steps have ended. */
  async runDue(): Promise<void> {
    await this.#take();
    await Promise.all(this.#steps);
  }

  /** Take no more jobs. Wait a short time for running steps, then abort them. */
  async close(stop: () => void): Promise<void> {
    this.#isClosing = true;
    clearTimeout(this.#timer);
    await settlesWithin(closeMs, this.ended());
    stop();
  }

  /** Resolve when all running steps have ended. */
  async ended(): Promise<void> {
    await Promise.all([this.#taking, ...this.#steps]);
  }

  #take(): Promise<void> {
    this.#taking = this.#taking
      .then(() => this.#takeDue())
      .catch((error) => this.#deps.log.error({ err: error }, 'failed to lease video jobs'))
      .then(() => this.#schedule());
    return this.#taking;
  }

  async #takeDue(): Promise<void> {
    while (!this.#isClosing) {
      if (this.#steps.size >= maxParallel) await Promise.race(this.#steps);
      const job = await leaseDueJob(this.#deps.db, leaseMs);
      if (!job) return;
      this.#startStep(job);
    }
  }

  #startStep(job: VideoJob): void {
    const { log, runStep } = this.#deps;
    const step = runStep(job).catch((error) =>
      log.error({ err: error, jobId: job.id }, 'a step of a video job failed, retrying after its lease'),
    );
    this.#steps.add(step);
    void step.finally(() => {
      this.#steps.delete(step);
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
