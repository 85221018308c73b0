import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { anEmptyPostgres } from '#test/db.ts';
import { startServerProcess } from '#test/kills.ts';
import { seeded } from '#test/random.ts';
import { startPostgres } from '../scripts/postgres.ts';
import { startRedis } from '../scripts/redis.ts';
import { Cluster, type ClusterNode, nodeCount } from './nodes/cluster.ts';
import { findLostWritesAtNodes } from './nodes/comparing.ts';
import { setUpCompany } from './nodes/setup.ts';
import { type Writing, writeUntilStopped } from './nodes/writers.ts';

/*
 * Kills one of three nodes repeatedly while users write through all of them: node
 * bench/nodeKills.ts 1000 1 (rounds, seed). Writers of a killed node send their change again to the
 * next one. The next node is killed while the one before starts again, so that one or two nodes run
 * at any time. SIGINT ends it after the current 25 rounds. Exits with 1 if an acknowledged write is
 * lost or doubled, or a call is answered in another way than 503.
 */
const [rounds = '30', seed = '1'] = process.argv.slice(2);
const roundsPerComparison = 25;
const paceMs = 1000;
const maxStarts = 5;
/** Maximum number of nodes that start at the same time. The others answer. */
const maxStarting = nodeCount - 1;
const company = { writerCount: 12, projectCount: 4 };

const postgres = await startPostgres();
if (postgres === null) throw new Error('This needs a Postgres');
const redis = await startRedis();
const database = await anEmptyPostgres(postgres.url);
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'cold-open-node-kills-'));
const { projects, writers } = await setUpCompany(database.url, dataDir, company);
await compileServer();
const cluster = await Cluster.start(database.url, redis.url);
let isInterrupted = false;
process.on('SIGINT', () => {
  isInterrupted = true;
});
for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130));

const random = seeded(Number(seed));
const problems: string[] = [];
let killsWithWrites = 0;
let delayedChanges = 0;
let failedStarts = 0;
const start = performance.now();
let done = 0;
while (done < Number(rounds) && !isInterrupted) {
  const count = Math.min(roundsPerComparison, Number(rounds) - done);
  await killWhileWriting(count);
  problems.push(...(await findLostWritesAtNodes(cluster, projects, writers)));
  done += count;
  console.log(`${done} rounds, ${acknowledged()} acknowledged writes, ${problems.length} problems`);
}
console.log(
  `seed ${seed}: ${done} rounds on ${cluster.nodes.length} nodes, ${acknowledged()} acknowledged writes, ` +
    `${killsWithWrites} kills of a node with running writes, ${delayedChanges} changes sent again, ${failedStarts} failed starts, ` +
    `${problems.length} lost or doubled, ${Math.round((performance.now() - start) / 1000)} s`,
);
for (const problem of problems.slice(0, 20)) console.log(`  ${problem}`);
await cluster.stop();
await redis.stop();
await database.drop();
await postgres.stop();
fs.rmSync(dataDir, { recursive: true, force: true });
process.exit(problems.length > 0 ? 1 : 0);

function acknowledged(): number {
  return writers.reduce((sum, each) => sum + each.acknowledged, 0);
}

/**
 * Store compiled code for the nodes: start a server and end it in order, because killed ones store
 * none. Most of the time of a start is compilation.
 */
async function compileServer(): Promise<void> {
  process.env.NODE_COMPILE_CACHE ??= path.join(dataDir, 'compiled');
  const variables = { REDIS_URL: redis.url };
  const server = await startServerProcess({ dataDir, databaseUrl: database.url, variables });
  server.child.kill('SIGTERM');
  await server.ended;
}

/** Kill a node `count` times, each time one that is ready, while all write. */
async function killWhileWriting(count: number): Promise<void> {
  let isOver = false;
  const writing: Writing = { cluster, delayed: [], unexpected: [], isOver: () => isOver, paceMs };
  const allWriting = Promise.all(writers.map((writer) => writeUntilStopped(writer, writing)));
  const starting = new Map<ClusterNode, Promise<void>>();
  for (let round = 0; round < count; round += 1) {
    while (starting.size >= maxStarting) await Promise.race(starting.values());
    await pause(random.below(300)); // kills at different moments of the writes
    const node = random.pick(cluster.nodes.filter((each) => !starting.has(each)));
    await killDuringWrites(node);
    const restart = restartAsSupervisor(node).then(() => {
      starting.delete(node);
      for (const writer of writers) if (writer.homeNode === node.index) writer.node = node.index;
    });
    starting.set(node, restart);
  }
  await Promise.all(starting.values());
  isOver = true;
  await allWriting;
  await cluster.answered();
  cluster.calls.length = 0;
  delayedChanges += writing.delayed.length;
  problems.push(...writing.unexpected);
}

/** Start a node again. A start that fails, such as on a busy machine, is tried again. */
async function restartAsSupervisor(node: ClusterNode): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await cluster.restart(node);
    } catch (error) {
      failedStarts += 1;
      if (tries === maxStarts) throw error;
      console.log(`node ${node.index} did not start: ${String(error).slice(0, 300)}`);
    }
  }
}

/** Kill a node when it has running writes, or after a while without any. */
async function killDuringWrites(node: ClusterNode): Promise<void> {
  for (let looks = 0; looks < 500 && node.runningWrites === 0; looks += 1) await pause(2);
  if (node.runningWrites > 0) killsWithWrites += 1;
  node.process.child.kill('SIGKILL');
}
