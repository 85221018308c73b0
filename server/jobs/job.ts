import type { JobName } from '#shared/contract/serverHealth.ts';

/** Work that the server does by itself at intervals. */
export interface Job {
  name: JobName;
  everyMs: number;
  /**
   * `installation`: one node at a time runs it, as the table `scheduled_jobs` says. `node`: every
   * node runs it, because it concerns the node itself or leases its work row by row.
   */
  scope: 'installation' | 'node';
  /** Do the work. A rejected promise is a failure. */
  run(): Promise<unknown>;
}

/** State of a job, for administrators and monitors. */
export interface JobState {
  name: JobName;
  scope: Job['scope'];
  /** End of the last run that has ended. */
  endedAt: Date | null;
  /** Start of the present run. Null: it is not running. */
  runningSince: Date | null;
  /** Null: the last run succeeded. */
  error: string | null;
  /** Consecutive failures. */
  failures: number;
  nextRunAt: Date | null;
}
