import { errorTexts } from '#shared/errors.ts';
import { median, quantile } from '../measure.ts';
import type { Cluster, MeasuredCall } from './cluster.ts';
import type { DelayedChange } from './writers.ts';

export interface Phase {
  name: string;
  from: number;
  to: number;
  /** Events of the phase, in words. */
  notes: string[];
  /** How long changes took to live connections at other nodes, where that was measured. */
  seen: number[] | null;
}

const types = ['session', 'health', 'write'] as const;
/** Maximum time of an uninvolved call, and of a change until it is visible at another node. */
const limitMs = 3000;

/** Print the figures of a phase, and return the violations in words. */
export function reportPhase(phase: Phase, cluster: Cluster, delayed: readonly DelayedChange[]): string[] {
  const isInPhase = (at: number) => at >= phase.from && at < phase.to;
  const calls = cluster.calls.filter(({ startedAt }) => isInPhase(startedAt));
  const [involved, others] = [true, false].map((wanted) =>
    calls.filter((call) => cluster.isInvolved(call) === wanted),
  ) as [MeasuredCall[], MeasuredCall[]];
  console.log(`\n${phase.name} (${((phase.to - phase.from) / 1000).toFixed(1)} s)`);
  console.log(`  ${'uninvolved calls'.padEnd(18)}${row(['count', 'failed', 'p50', 'p99', 'max ms'])}`);
  const problems: string[] = [];
  for (const type of types) {
    const some = others.filter((call) => call.type === type);
    const times = some.map(({ startedAt, endedAt }) => endedAt - startedAt);
    const failed = some.filter(hasFailed);
    const figures = [median(times), quantile(times, 0.99), Math.max(0, ...times)].map((ms) => ms.toFixed(0));
    console.log(`  ${type.padEnd(18)}${row([`${some.length}`, `${failed.length}`, ...figures])}`);
    for (const [words, count] of countBy(failed.map(answerOf)))
      problems.push(`${phase.name}: ${count} uninvolved calls (${type}) failed: ${words}`);
    const late = times.filter((ms) => ms > limitMs).length;
    if (late > 0) problems.push(`${phase.name}: ${late} uninvolved calls (${type}) took over 3 s`);
  }
  const groups = Map.groupBy(involved, (call) => `${call.type}: ${answerOf(call)}`);
  for (const [words, some] of groups) {
    const times = some.map(({ startedAt, endedAt }) => endedAt - startedAt);
    console.log(
      `  involved ${words} (${some.length} times, p50 ${seconds(median(times))}, max ${seconds(Math.max(...times))})`,
    );
  }
  const waits = delayed
    .filter(({ startedAt }) => isInPhase(startedAt))
    .map(({ startedAt, storedAt, hasMovedOn }) => ({ ms: storedAt - startedAt, hasMovedOn }));
  for (const [words, hasMovedOn] of [
    ['stored at another node after no answer', true],
    ['stored later at the same node', false],
  ] as const) {
    const times = waits.filter((wait) => wait.hasMovedOn === hasMovedOn).map(({ ms }) => ms);
    if (times.length > 0)
      console.log(
        `  changes ${words}: ${times.length}, after ${seconds(median(times))}, at most ${seconds(Math.max(...times))}`,
      );
  }
  if (phase.seen) problems.push(...reportSeenChanges(phase.name, phase.seen));
  for (const note of phase.notes) console.log(`  ${note}`);
  const unexplained = involved.filter(
    ({ status, message }) => status !== null && status >= 500 && message !== errorTexts.databaseBusy,
  );
  for (const [words, count] of countBy(unexplained.map(answerOf)))
    problems.push(`${phase.name}: ${count} involved calls got an unexpected answer: ${words}`);
  return problems;
}

/** Print how long changes took to live connections at other nodes, and return what must not be. */
function reportSeenChanges(name: string, times: readonly number[]): string[] {
  const figures = [median(times), quantile(times, 0.99), Math.max(...times)].map((ms) => ms.toFixed(0));
  console.log(
    `  from the answer to a connection at another node: ${times.length} times, p50 ${figures[0]}, p99 ${figures[1]}, max ${figures[2]} ms`,
  );
  if (times.length === 0) return [`${name}: no change was watched`];
  const late = times.filter((ms) => ms > limitMs).length;
  return late > 0 ? [`${name}: ${late} changes took over 3 s to another node`] : [];
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function hasFailed({ status }: MeasuredCall): boolean {
  return status === null || status >= 300;
}

function answerOf({ status, message }: MeasuredCall): string {
  return status === null ? message : `${status} ${message}`.trim();
}

function row(cells: readonly string[]): string {
  return cells.map((cell) => cell.padStart(9)).join('');
}

function countBy(words: readonly string[]): [words: string, count: number][] {
  return [...Map.groupBy(words, (each) => each)].map(([each, all]) => [each, all.length]);
}
