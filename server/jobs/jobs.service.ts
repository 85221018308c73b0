import type { Logger } from 'pino';
import type { Db } from '#server/db/client.ts';
import { settlesWithin } from '#server/db/settlesWithin.ts';
import { jobRuns } from '#server/lib/appMetrics.ts';
import type { JobName } from '#shared/contract/serverHealth.ts';
import type { Job, JobState } from './job.ts';
import {
  addMissingJobs,
  leaseScheduledJob,
  msUntilNextRun,
  readScheduledJobs,
  recordEnd,
  type ScheduledJobRow,
} from './jobs.queries.ts';

/** Lease of a job. If its node dies, another one runs the job after this time. */
const leaseMs = 900_000;
/** Maximum time between two looks for due jobs, which may be those of a dead node. */
const maxWaitMs = 60_000;
/** Maximum time for running jobs when the server stops. */
const closeMs = 1500;
/** Minutes until the next attempt after the first, second, … failure, if the job is due later. */
const retryMinutes = [1, 5, 30];

interface JobRunnerDeps {
  db: Db;
  log: Logger;
  jobs: readonly Job[];
}

/**
 * Runs the jobs of a list at their intervals (docs/decisions/0102). Jobs run in parallel, because
 * any of them may wait for a provider that does not answer. One that is still running is not
 * started again.
 */
export class JobRunner {
  readonly #deps: JobRunnerDeps;
  readonly #running = new Map<JobName, Promise<void>>();
  readonly #nodeStates = new Map<JobName, JobState>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #next: NodeJS.Timeout | undefined;
  #isClosing = false;

  constructor(deps: JobRunnerDeps) {
    this.#deps = deps;
    for (const { name, scope } of this.#of('node')) this.#nodeStates.set(name, neverRun(name, scope));
  }

  /** Run all jobs that are due, then at their intervals. */
  start(): void {
    for (const job of this.#of('node')) {
      const run = () => void this.#runHere(job);
      run();
      this.#timers.add(setInterval(run, job.everyMs).unref());
    }
    void this.#takeAndSchedule();
  }

  /** Run the jobs of the installation that are due. Resolves when they have ended. */
  async runDue(): Promise<void> {
    const names = this.#of('installation').map(({ name }) => name);
    await addMissingJobs(this.#deps.db, names);
    await this.#startDue();
    await Promise.all(this.#running.values());
  }

  async read(): Promise<JobState[]> {
    const { db, jobs } = this.#deps;
    const names = this.#of('installation').map(({ name }) => name);
    const stored = new Map((await readScheduledJobs(db, names)).map((row) => [row.name, row]));
    return jobs.map(({ name, scope }) => {
      const row = stored.get(name);
      return this.#nodeStates.get(name) ?? (row ? stateOf(name, row) : neverRun(name, scope));
    });
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    for (const timer of this.#timers) clearInterval(timer);
    clearTimeout(this.#next);
    await settlesWithin(closeMs, Promise.all(this.#running.values()));
  }

  #of(scope: Job['scope']): Job[] {
    return this.#deps.jobs.filter((job) => job.scope === scope);
  }

  async #takeAndSchedule(): Promise<void> {
    const { db, log } = this.#deps;
    const names = this.#of('installation').map(({ name }) => name);
    let waitMs = maxWaitMs;
    try {
      await addMissingJobs(db, names);
      await this.#startDue();
      waitMs = Math.min(Math.max((await msUntilNextRun(db, names)) ?? maxWaitMs, 1000), maxWaitMs);
    } catch (error) {
      log.error({ err: error }, 'failed to lease jobs');
    }
    if (this.#isClosing) return;
    this.#next = setTimeout(() => void this.#takeAndSchedule(), waitMs).unref();
  }

  /** Lease and start due jobs, except those that still run here after the end of their lease. */
  async #startDue(): Promise<void> {
    while (!this.#isClosing) {
      const free = this.#of('installation').filter(({ name }) => !this.#running.has(name));
      const leased = await leaseScheduledJob(
        this.#deps.db,
        free.map(({ name }) => name),
        leaseMs,
      );
      const job = free.find(({ name }) => name === leased?.name);
      if (!leased || !job) return;
      this.#track(
        job,
        this.#attempt(job).then((error) =>
          recordEnd(this.#deps.db, leased, { error, nextMs: (failures) => nextMsOf(job, failures) }),
        ),
      );
    }
  }

  /** Run a job of this node, unless it is running. */
  async #runHere(job: Job): Promise<void> {
    const { name } = job;
    if (this.#running.has(name)) return;
    const before = this.#nodeStates.get(name) ?? neverRun(name, job.scope);
    this.#nodeStates.set(name, { ...before, runningSince: new Date() });
    const ended = this.#attempt(job).then((error) => {
      const failures = error === null ? 0 : before.failures + 1;
      const [endedAt, nextRunAt] = [new Date(), new Date(Date.now() + job.everyMs)];
      this.#nodeStates.set(name, { ...before, endedAt, runningSince: null, error, failures, nextRunAt });
    });
    await this.#track(job, ended);
  }

  /** Run a job. Returns the reason of a failure. */
  async #attempt({ name, run }: Job): Promise<string | null> {
    try {
      await run();
      jobRuns.inc({ name, outcome: 'ok' });
      return null;
    } catch (error) {
      jobRuns.inc({ name, outcome: 'failed' });
      this.#deps.log.error({ err: error, job: name }, 'a job failed, retrying later');
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** Remember a run until it has ended. */
  #track({ name }: Job, run: Promise<void>): Promise<void> {
    const ended = run
      .catch((error) => this.#deps.log.error({ err: error, job: name }, 'failed to record the end of a job'))
      .finally(() => this.#running.delete(name));
    this.#running.set(name, ended);
    return ended;
  }
}

/** Return the milliseconds until the next run of a job: sooner after its first failures. */
function nextMsOf({ everyMs }: Job, failures: number): number {
  const minutes = retryMinutes[failures - 1];
  return minutes === undefined ? everyMs : Math.min(everyMs, minutes * 60_000);
}

function neverRun(name: JobName, scope: Job['scope']): JobState {
  return { name, scope, endedAt: null, runningSince: null, error: null, failures: 0, nextRunAt: null };
}

function stateOf(
  name: JobName,
  { endedAt, leasedUntil, startedAt, lastError, failures, nextRunAt }: ScheduledJobRow,
): JobState {
  const runningSince = leasedUntil === null ? null : startedAt;
  return { name, scope: 'installation', endedAt, runningSince, error: lastError, failures, nextRunAt };
}
