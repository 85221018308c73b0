import { Counter, Histogram, type Metric } from 'prom-client';
import { onPartEnded, onRetry } from '#server/db/callTimes.ts';

/*
 * Metrics that features count themselves. There is one of each in a process, and each registry
 * (server/lib/metrics.ts) contains them all.
 */

const partDurations = new Histogram({
  name: 'call_part_duration_seconds',
  help: 'Time of calls and background work in each part: connection (waiting for one to the database), database, queue, thread, storage, model',
  labelNames: ['part', 'outcome'],
  buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30],
  registers: [],
});

const databaseRetries = new Counter({
  name: 'database_retries_total',
  help: 'Statements and transactions that were repeated after a conflict or a lock timeout',
  registers: [],
});

export const slowCalls = new Counter({
  name: 'http_slow_calls_total',
  help: 'Calls that took longer than SLOW_CALL_MS, by the part that took most of the time',
  labelNames: ['reason'],
  registers: [],
});

export const aiCalls = new Counter({
  name: 'ai_calls_total',
  help: 'Calls to models that have ended',
  labelNames: ['service', 'feature', 'outcome'],
  registers: [],
});

export const aiCost = new Counter({
  name: 'ai_cost_dollars_total',
  help: 'Cost of calls to models, in US dollars',
  labelNames: ['service', 'feature'],
  registers: [],
});

export const mails = new Counter({
  name: 'mails_total',
  help: 'Attempts to send a mail',
  labelNames: ['outcome'],
  registers: [],
});

export const jobRuns = new Counter({
  name: 'job_runs_total',
  help: 'Runs of jobs at intervals that have ended',
  labelNames: ['name', 'outcome'],
  registers: [],
});

onPartEnded(({ part, startedAt, endedAt, hasFailed }) =>
  partDurations.observe({ part, outcome: hasFailed ? 'failed' : 'ok' }, (endedAt - startedAt) / 1000),
);
onRetry(() => databaseRetries.inc());

export const appMetrics: readonly Metric[] = [
  ...[partDurations, databaseRetries, slowCalls],
  ...[aiCalls, aiCost, mails, jobRuns],
];
