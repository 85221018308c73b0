import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePort } from '#test/ports.ts';
import { type Guarded, guarded } from './guarded.ts';

/** A temporary Redis for one test: empty, on 127.0.0.1, deleted after stop. */
export interface ThrowawayRedis extends Guarded {
  url: string;
  port: number;
}

/** Return whether Redis is installed. */
export function hasRedis(): boolean {
  return spawnSync('redis-server', ['--version']).status === 0;
}

/**
 * Start a Redis. Throws with the server's message if it fails to start. `port`: the port of a
 * previous one.
 */
export async function startRedis(
  port?: number,
  moreSettings: readonly string[] = [],
): Promise<ThrowawayRedis> {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'cold-open-redis-'));
  const at = port ?? (await freePort());
  const settings = ['--port', String(at), '--bind', '127.0.0.1', '--dir', dir, '--save', '', ...moreSettings];
  const server = await guarded(['redis-server', ...settings], dir, { cwd: dir });
  for (let tries = 0; tries < 600; tries += 1) {
    if (server.hasEnded()) throw new Error(`redis-server ended: ${server.words()}`);
    if (await answers(at)) return { ...server, url: `redis://127.0.0.1:${at}`, port: at };
    await pause(50);
  }
  await server.stop();
  throw new Error(`redis-server did not answer within 30 s: ${server.words()}`);
}

const slotCount = 16_384;
const mastersOfCluster = 3;

/** A temporary Redis cluster of three masters. */
export interface ThrowawayRedisCluster {
  /** Addresses of two of the masters, as in REDIS_URL. */
  url: string;
  masters: readonly ThrowawayRedis[];
  stop: () => Promise<void>;
}

/** Start a cluster without replicas, and wait until its masters know each other. */
export async function startRedisCluster(): Promise<ThrowawayRedisCluster> {
  const masters: ThrowawayRedis[] = [];
  for (let index = 0; index < mastersOfCluster; index += 1) {
    const settings = ['--cluster-enabled', 'yes', '--cluster-port', String(await freePort())];
    masters.push(await startRedis(undefined, settings));
  }
  const clients = masters.map(({ url }) => new Redis(url));
  const [first] = clients;
  for (const [index, client] of clients.entries()) {
    const from = Math.ceil((index * slotCount) / mastersOfCluster);
    const to = Math.ceil(((index + 1) * slotCount) / mastersOfCluster) - 1;
    await client.cluster('ADDSLOTSRANGE', from, to);
    const { port } = masters[index] as ThrowawayRedis;
    const busPort = Number(((await client.config('GET', 'cluster-port')) as string[])[1]);
    if (client !== first) await first?.call('CLUSTER', 'MEET', '127.0.0.1', port, busPort);
  }
  for (const client of clients) while (!(await isWholeCluster(client))) await pause(50);
  for (const client of clients) client.disconnect();
  return {
    url: masters
      .slice(0, 2)
      .map(({ url }) => url)
      .join(','),
    masters,
    stop: async () => {
      await Promise.all(masters.map((each) => each.stop()));
    },
  };
}

async function isWholeCluster(client: Redis): Promise<boolean> {
  const info = String(await client.cluster('INFO'));
  return info.includes('cluster_state:ok') && info.includes(`cluster_known_nodes:${mastersOfCluster}`);
}

async function answers(port: number): Promise<boolean> {
  const socket = net.connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    socket.write('PING\r\n');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    return answer.toString().startsWith('+PONG');
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
