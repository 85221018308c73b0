import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { anEmptyPostgres } from '#test/db.ts';
import type { Writer } from '#test/kills.ts';
import { startPostgres } from '../scripts/postgres.ts';
import { hasRedis, startRedis } from '../scripts/redis.ts';
import { ask, Cluster, type ClusterNode } from './nodes/cluster.ts';
import { findLostWritesAtNodes } from './nodes/comparing.ts';
import { pauseWhileHolding } from './nodes/pausing.ts';
import { type Phase, reportPhase, seconds } from './nodes/report.ts';
import { setUpCompany } from './nodes/setup.ts';
import { watchChanges } from './nodes/watching.ts';
import { type NodesProject, type Writing, writeUntilStopped } from './nodes/writers.ts';

/*
 * Runs three nodes on one Postgres and one Redis, while forty users write in eight projects through
 * all of them: node bench/nodes.ts. One node is paused while it holds a project, one is killed, and
 * Redis stops answering and is killed. Prints the times of other calls, and exits with 1 if one of
 * them failed or took over 3 s, or if an acknowledged write is lost; with 2 if the machine is too
 * busy for such limits.
 */
const phaseMs = 15_000;
const probeMs = 150;
const settleMs = 30_000;
const wholeRunMs = 8 * 60_000;

const postgres = await startPostgres();
if (postgres === null || !hasRedis()) throw new Error('This needs a Postgres and a redis-server');
let redis = await startRedis();
const database = await anEmptyPostgres(postgres.url);
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'cold-open-nodes-'));
const { projects, projectsById, writers, watchedWriter } = await setUpCompany(database.url, dataDir);
fs.rmSync(dataDir, { recursive: true, force: true });
const observer = new pg.Client({ connectionString: database.url });
await observer.connect();
const cluster = await Cluster.start(database.url, redis.url);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130));
setTimeout(() => {
  console.log(`The run was not over after ${wholeRunMs / 60_000} minutes.`);
  process.exit(2);
}, wholeRunMs).unref();

const nodeAt = (index: number): ClusterNode => {
  const node = cluster.nodes[index];
  if (!node) throw new Error(`There is no node ${index}`);
  return node;
};
const [first, second] = [nodeAt(0), nodeAt(1)];
const heldProject = projects[0] as NodesProject;

let isOver = false;
const writing: Writing = { cluster, delayed: [], unexpected: [], isOver: () => isOver };
const bulkWriter: Writer = { expected: new Map(), deleted: new Set(), unanswered: null };
const problems: string[] = [];
const allWriting = Promise.all([
  ...writers.map((writer) => writeUntilStopped(writer, writing)),
  probeNodes(),
]);

await pause(4000); // code is compiled and caches are filled
let lastPhaseEnd = performance.now();
await runPhase('Baseline', watch);
if (problems.length > 0) {
  console.log(`  Nothing was stopped yet, so this machine is too busy to tell: ${problems[0]}`);
  process.exit(2);
}
await runPhase('A node is paused while it holds a project', pauseFirst);
await runPhase('A node is killed', killSecond);
await runPhase('Redis does not answer, then is gone', loseRedis);
await runPhase('Afterwards', watch);
isOver = true;
await allWriting;
await cluster.answered();

const authors = [...writers, watchedWriter];
const bulkWriters = new Map([[heldProject, bulkWriter]]);
const lost = await findLostWritesAtNodes(cluster, projects, authors, bulkWriters);
const acknowledged = authors.reduce((sum, each) => sum + each.acknowledged, 0);
console.log(
  `\n${acknowledged} acknowledged writes and ${bulkWriter.expected.size} lines in bulk, ` +
    `${lost.length} lost, as read from each of ${cluster.nodes.length} nodes`,
);
problems.push(...lost, ...writing.unexpected);
for (const problem of problems.slice(0, 20)) console.log(`  ${problem}`);
await cluster.stop();
await observer.end();
await redis.stop();
await database.drop();
await postgres.stop();
process.exit(problems.length > 0 ? 1 : 0);

/** Run a phase until its time is over and all nodes answer again, and print its figures. */
async function runPhase(name: string, work: (phase: Phase) => Promise<void>): Promise<void> {
  const from = lastPhaseEnd;
  const phase: Phase = { name, from, to: performance.now() + phaseMs, notes: [], seen: null };
  await work(phase);
  await pause(Math.max(0, phase.to - performance.now()));
  await settle();
  for (const writer of writers) writer.node = writer.homeNode;
  phase.to = performance.now();
  lastPhaseEnd = phase.to;
  await cluster.answered();
  problems.push(...reportPhase(phase, cluster, writing.delayed));
}

/** Watch changes go from node to node while nothing is wrong. */
async function watch(phase: Phase): Promise<void> {
  phase.seen = await watchChanges(watchedWriter, writing, () => performance.now() > phase.to);
}

/** Wait until every node answers and passes live messages on. */
async function settle(): Promise<void> {
  const limit = performance.now() + settleMs;
  for (const { address, index } of cluster.nodes) {
    let words = '';
    while (words !== 'ok') {
      const signal = AbortSignal.timeout(2000);
      const { body, message } = await ask(`${address}/api/health`, { signal });
      words = (body as { live?: string } | null)?.live ?? message;
      if (performance.now() > limit) throw new Error(`Node ${index} is not well after 30 s: ${words}`);
      if (words !== 'ok') await pause(50);
    }
  }
}

/** Pause the first node in the middle of a bulk change of one project, and resume it at the end. */
async function pauseFirst(phase: Phase): Promise<void> {
  const { index } = heldProject;
  const from = performance.now();
  const outages = [
    { project: index, from, to: Number.POSITIVE_INFINITY },
    { node: first.index, from, to: Number.POSITIVE_INFINITY },
  ];
  cluster.outages.push(...outages);
  const session = writers.find(({ project }) => project === heldProject)?.session ?? '';
  const pausing = { node: first, project: heldProject, session, bulkWriter, observer, projectsById };
  const { pausedAt, bulkCalls, resume } = await pauseWhileHolding(pausing);
  phase.to = pausedAt + phaseMs;
  await pause(phase.to - performance.now());
  const resumedAt = performance.now();
  const failures = await resume();
  const answeredAt = performance.now();
  await settle();
  for (const outage of outages) outage.to = performance.now();
  const stored = cluster.calls.filter(
    ({ project, status, endedAt }) => project === index && (status ?? 500) < 300 && endedAt > pausedAt,
  );
  const againAt = Math.min(...stored.map(({ endedAt }) => endedAt));
  phase.notes.push(
    `paused in bulk change ${bulkCalls}; the project takes changes again after ${seconds(againAt - pausedAt)}`,
    `the bulk change is stored ${seconds(answeredAt - resumedAt)} after the node is resumed`,
    ...failures.map((words) => `it was first answered ${words}`),
  );
}

/** Kill the second node during its writes, and start it again at the end. */
async function killSecond(phase: Phase): Promise<void> {
  for (let looks = 0; looks < 1000 && second.runningWrites === 0; looks += 1) await pause(2);
  second.process.child.kill('SIGKILL');
  const killed = { node: second.index, from: performance.now(), to: Number.POSITIVE_INFINITY };
  cluster.outages.push(killed);
  phase.notes.push(`killed with ${second.runningWrites} running writes`);
  await pause(phase.to - performance.now());
  const startedAt = performance.now();
  await cluster.restart(second);
  killed.to = performance.now();
  phase.notes.push(`ready ${seconds(killed.to - startedAt)} after it is started again`);
}

/** Stop Redis, kill it after half of the time, and start it again at the end. */
async function loseRedis(phase: Phase): Promise<void> {
  let isEnough = false;
  const watching = watchChanges(watchedWriter, writing, () => isEnough);
  watching.catch(() => undefined); // awaited below
  redis.freeze();
  const noticed = noticeRedis('away', performance.now());
  await pause(phaseMs / 2);
  process.kill(redis.pid, 'SIGKILL');
  await redis.stop();
  await pause(phase.to - performance.now());
  const { port } = redis;
  const startedAt = performance.now();
  redis = await startRedis(port);
  const back = await noticeRedis('ok', startedAt);
  isEnough = true;
  phase.seen = await watching;
  phase.notes.push(`all nodes say that Redis is away after ${seconds(await noticed)}`);
  phase.notes.push(`and that it is back ${seconds(back)} after it is started again`);
}

/** Return how long it takes until all nodes say so of the live channel. */
async function noticeRedis(live: string, from: number): Promise<number> {
  for (const { address } of cluster.nodes) {
    for (;;) {
      const { body } = await ask(`${address}/api/health`, { signal: AbortSignal.timeout(2000) });
      if ((body as { live?: string } | null)?.live === live) break;
      if (performance.now() > from + settleMs) throw new Error(`Redis is not "${live}" at ${address}`);
      await pause(50);
    }
  }
  return performance.now() - from;
}

/** Ask every node for a session and its health at fixed times, whether or not it answers. */
async function probeNodes(): Promise<void> {
  for (let count = 0; !isOver; count += 1) {
    const { session } = writers[count % writers.length] ?? watchedWriter;
    for (const node of cluster.nodes) {
      void cluster.call(node, { type: 'session', session, path: '/api/auth/user' });
      void cluster.call(node, { type: 'health', path: '/api/health' });
    }
    await pause(probeMs);
  }
}
