import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { aBucket } from '#test/bucket.ts';
import { anEmptyPostgres } from '#test/db.ts';
import { startPostgres } from '../scripts/postgres.ts';
import { startRedis } from '../scripts/redis.ts';
import { smallDisk } from '../scripts/smallDisk.ts';
import { quantile } from './measure.ts';
import { startBalancer } from './nodes/balancer.ts';
import { type ChaosFault, chaosFaults, faultVariables } from './nodes/chaosFaults.ts';
import { ask, Cluster, type ClusterNode, type MeasuredCall } from './nodes/cluster.ts';
import { findLostWritesAtNodes } from './nodes/comparing.ts';
import { seconds } from './nodes/report.ts';
import { setUpCompany } from './nodes/setup.ts';
import { startSwitchableProxy } from './nodes/switchableProxy.ts';
import { type Writing, writeUntilStopped } from './nodes/writers.ts';

/*
 * A hundred users write in twenty scripts through a balancer in front of three nodes, while one of
 * them is killed, paused, cut off, and so on: node bench/chaos.ts [PACE_MS] [FAULTS]. PACE_MS: mean
 * pause of a writer, longer on a busy machine. FAULTS: pattern of the names of the faults to run.
 * Exits with 1 if an acknowledged write is lost or doubled, if a call at another node fails or the
 * 99th percentile of those is over a second, or if the node needs more than 10 s after the fault.
 */
const [paceMs = '4000', only = ''] = process.argv.slice(2);
const company = { writerCount: 100, projectCount: 20 };
const quietSeconds = 12;
const afterMs = 2000;
const probeMs = 400;
const maxP99Ms = 1000;
const maxBackMs = 10_000;
const abandonedMs = 60_000;
const diskMb = 128;
const bucketName = 'cold-open';
const fileName = `${'n'.repeat(32)}.png`;

const postgres = await startPostgres();
if (postgres === null) throw new Error('This needs a Postgres');
const redis = await startRedis();
const bucket = await aBucket();
const database = await anEmptyPostgres(postgres.url);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cold-open-chaos-'));
const { projects, projectsById, writers } = await setUpCompany(database.url, folder, company);
await storePicture();
const proxies = {
  redis: await startSwitchableProxy(portOf(redis.url)),
  postgres: await startSwitchableProxy(portOf(database.url)),
  bucket: await startSwitchableProxy(portOf(bucket.endpoint)),
};
const disk = smallDisk(diskMb);
const faultsFile = path.join(folder, 'faults.json');
const cluster = await startNodes();
const balancer = await startBalancer(cluster.nodes.map(({ address }) => address));
cluster.balancer = balancer.address;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130));
process.on('exit', () => disk?.remove());

const node = cluster.nodes[0] as ClusterNode;
const problems: string[] = [];
const nothing = () => undefined;
const quiet: ChaosFault = { name: 'nothing', seconds: quietSeconds, begin: nothing, end: nothing };
const faults = chaosFaults({ node, cluster, proxies, disk, faultsFile });
await runFault({ ...quiet, seconds: 5 }, true); // code is compiled and caches are filled
await runFault(quiet);
for (const fault of faults.filter(({ name }) => new RegExp(only).test(name))) await runFault(fault);
const acknowledged = writers.reduce((sum, each) => sum + each.acknowledged, 0);
console.log(`${acknowledged} acknowledged writes, ${problems.length} problems`);
for (const problem of problems.slice(0, 30)) console.log(`  ${problem}`);
await cluster.stop();
balancer.close();
for (const proxy of Object.values(proxies)) proxy.close();
await bucket.close();
await Promise.all([redis.stop(), postgres.stop()]);
fs.rmSync(folder, { recursive: true, force: true });
process.exit(problems.length > 0 ? 1 : 0);

function portOf(url: string): number {
  return Number(new URL(url).port);
}

/** Start the nodes: the first one behind the proxies, with the small disk. */
function startNodes(): Promise<Cluster> {
  const through = (url: string, port: number) => Object.assign(new URL(url), { port: String(port) }).href;
  const bucketAt = (port: number) => ({
    S3_BUCKET: bucketName,
    S3_REGION: 'us-east-1',
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  });
  const usual = { variables: bucketAt(portOf(bucket.endpoint)) };
  const victim = {
    databaseUrl: through(database.url, proxies.postgres.port),
    ...(disk && { dataDir: disk.folder }),
    variables: {
      ...bucketAt(proxies.bucket.port),
      REDIS_URL: `redis://127.0.0.1:${proxies.redis.port}`,
      ...faultVariables(faultsFile),
    },
  };
  return Cluster.start(database.url, redis.url, [victim, usual, usual]);
}

/** Store a picture that all writers of the first project may see. */
async function storePicture(): Promise<void> {
  const bytes = Buffer.alloc(20_000, 1);
  bucket.files.set(`/${bucketName}/${fileName}`, bytes);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    `insert into files (name, project_id, content_type, size_bytes) values ($1, $2, 'image/png', $3)`,
    [fileName, [...projectsById.keys()][0], bytes.length],
  );
  await client.end();
}

/** Let all write during a fault and until everything is well again, and print the figures. */
async function runFault(fault: ChaosFault, isWarmUp = false): Promise<void> {
  let isOver = false;
  const isPhaseOver = () => isOver;
  const writing: Writing = {
    ...{ cluster, delayed: [], unexpected: [], isOver: isPhaseOver, paceMs: Number(paceMs) },
  };
  const all = [...writers.map((writer) => writeUntilStopped(writer, writing)), probeCalls(isPhaseOver)];
  const startedAt = performance.now();
  await fault.begin();
  await pause(fault.seconds * 1000);
  const endedAt = performance.now();
  await fault.end();
  await settle();
  const backMs = performance.now() - endedAt;
  await pause(afterMs);
  isOver = true;
  await Promise.all(all);
  await cluster.answered();
  const lost = await findLostWritesAtNodes(cluster, projects, writers);
  const calls = cluster.calls.splice(0).filter((call) => call.startedAt >= startedAt);
  if (!isWarmUp) report(fault, { calls, writing, lost, backMs, endedAt });
}

interface Observed {
  calls: readonly MeasuredCall[];
  writing: Writing;
  lost: readonly string[];
  backMs: number;
  endedAt: number;
}

function report({ name }: ChaosFault, { calls, writing, lost, backMs, endedAt }: Observed): void {
  const isFailed = ({ status }: MeasuredCall) => status === null || status >= 400;
  const timesOf = (some: readonly MeasuredCall[]) => some.map((call) => call.endedAt - call.startedAt);
  const others = calls.filter((call) => name === 'nothing' || call.node !== node.index);
  const own = calls.filter((call) => !others.includes(call));
  const failed = others.filter(isFailed);
  const p99 = quantile(timesOf(others), 0.99);
  const waits = writing.delayed.map((change) => change.storedAt - change.startedAt);
  const lastStored = Math.max(endedAt, ...writing.delayed.map(({ storedAt }) => storedAt)) - endedAt;
  const answers = Map.groupBy(own.filter(isFailed), ({ status, type }) => `${type} ${status}`);
  console.log(
    `${name}: ${others.length} calls at other nodes, ${failed.length} failed, ` +
      `p50 ${quantile(timesOf(others), 0.5).toFixed(0)}, p99 ${p99.toFixed(0)}, max ${Math.max(...timesOf(others)).toFixed(0)} ms; ` +
      `${own.length} at the node, failed: ${[...answers].map(([words, some]) => `${some.length} × ${words}`).join(', ') || 'none'}; ` +
      `${waits.length} changes sent again, stored after at most ${seconds(Math.max(0, ...waits))}, ` +
      `the last ${seconds(lastStored)} after the fault; all well ${seconds(backMs)} after it; ${lost.length} lost or doubled`,
  );
  problems.push(...lost, ...writing.unexpected);
  for (const { type, status, message } of failed)
    problems.push(`${name}: ${type} at another node: ${status} ${message}`);
  if (p99 > maxP99Ms) problems.push(`${name}: p99 of the others is ${seconds(p99)}`);
  if (Math.max(backMs, lastStored) > maxBackMs) problems.push(`${name}: not well again within 10 s`);
}

/** Ask for sessions and a picture all the time. */
async function probeCalls(isPhaseOver: () => boolean): Promise<void> {
  const readers = writers.filter(({ project }) => project === projects[0]);
  for (let count = 0; !isPhaseOver(); count += 1) {
    const session = writers[count % writers.length]?.session ?? '';
    const reader = readers[count % readers.length]?.session ?? '';
    void cluster.call(node, { type: 'session', session, path: '/api/auth/user' });
    void cluster.call(node, { type: 'file', session: reader, path: `/uploads/${fileName}` });
    await pause(probeMs);
  }
}

/** Wait until the balancer uses all nodes, and each reaches its parts. */
async function settle(): Promise<void> {
  const limit = performance.now() + abandonedMs;
  for (;;) {
    const unwell = (await Promise.all(cluster.nodes.map(partsAway))).flat();
    for (const { index } of cluster.nodes)
      if (!balancer.healthy().includes(index)) unwell.push(`node ${index} is not used`);
    if (unwell.length === 0) return;
    if (performance.now() > limit) throw new Error(`Not well after a minute: ${unwell.join(', ')}`);
    await pause(50);
  }
}

/** Return the parts that a node does not reach. */
async function partsAway({ address, index }: ClusterNode): Promise<string[]> {
  const { body, message } = await ask(`${address}/api/health`, { signal: AbortSignal.timeout(2000) });
  const health = (body ?? {}) as Record<string, unknown>;
  const away = ['database', 'redis', 'live', 'storage'].filter((part) => health[part] !== 'ok');
  return away.map((part) => `node ${index}: ${part} ${health[part] ?? message}`);
}
