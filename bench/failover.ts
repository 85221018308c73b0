import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { anEmptyPostgres } from '#test/db.ts';
import { startPostgres, startStandby } from '../scripts/postgres.ts';
import { startRedis } from '../scripts/redis.ts';
import { Cluster } from './nodes/cluster.ts';
import { findLostWritesAtNodes } from './nodes/comparing.ts';
import { seconds } from './nodes/report.ts';
import { setUpCompany } from './nodes/setup.ts';
import { startSwitchableProxy } from './nodes/switchableProxy.ts';
import { type Writing, writeUntilStopped } from './nodes/writers.ts';

/*
 * Kills the Postgres of three nodes while forty users write, promotes its standby, and moves the
 * address: node bench/failover.ts. Exits with 1 if an acknowledged write is lost, or if writes are
 * not stored again within 10 s after the promotion.
 */
const phaseMs = 10_000;
const maxOutageMs = 10_000;

const primary = await startPostgres();
if (primary === null) throw new Error('This needs a Postgres');
const redis = await startRedis();
const database = await anEmptyPostgres(primary.url);
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'cold-open-failover-'));
const { projects, writers } = await setUpCompany(database.url, dataDir);
fs.rmSync(dataDir, { recursive: true, force: true });
const standby = await startStandby(primary);
const proxy = await startSwitchableProxy(portOf(primary.url));
const address = new URL(database.url);
address.port = String(proxy.port);
const cluster = await Cluster.start(address.href, redis.url);

let isOver = false;
const writing: Writing = { cluster, delayed: [], unexpected: [], isOver: () => isOver };
const allWriting = Promise.all(writers.map((writer) => writeUntilStopped(writer, writing)));
await pause(phaseMs);

const killedAt = performance.now();
process.kill(primary.pid, 'SIGKILL');
proxy.cut();
const admin = new pg.Client({ connectionString: standby.url });
await admin.connect();
await admin.query("alter system set synchronous_standby_names = ''");
await admin.query('select pg_promote()');
await admin.query('select pg_reload_conf()');
await admin.end();
proxy.switchTo(portOf(standby.url));
const promotedAt = performance.now();
await pause(phaseMs + maxOutageMs);
isOver = true;
await allWriting;
await cluster.answered();

const stored = cluster.calls
  .filter(({ type, status }) => type === 'write' && status !== null && status < 300)
  .map(({ endedAt }) => endedAt);
const againAt = Math.min(...stored.filter((at) => at > promotedAt));
const lastDelayed = Math.max(killedAt, ...writing.delayed.map(({ storedAt }) => storedAt));
const problems = [...(await findLostWritesAtNodes(cluster, projects, writers)), ...writing.unexpected];
if (lastDelayed - promotedAt > maxOutageMs) problems.push('writes were not stored again within 10 s');
console.log(
  [
    `${stored.length} acknowledged writes, ${stored.filter((at) => at > promotedAt).length} after the promotion`,
    `promoted ${seconds(promotedAt - killedAt)} after the primary was killed`,
    `the first write is stored ${seconds(againAt - promotedAt)} after that, the last delayed one ${seconds(lastDelayed - promotedAt)}`,
    `${writing.delayed.length} changes were delayed`,
    `${problems.length} lost, doubled or answered in another way than 503`,
    ...problems.slice(0, 20),
  ].join('\n'),
);
await cluster.stop();
proxy.close();
await Promise.all([redis.stop(), primary.stop(), standby.stop()]);
process.exit(problems.length > 0 ? 1 : 0);

function portOf(url: string): number {
  return Number(new URL(url).port);
}
