import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
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
export async function startRedis(port?: number): Promise<ThrowawayRedis> {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'cold-open-redis-'));
  const at = port ?? (await freePort());
  const settings = ['--port', String(at), '--bind', '127.0.0.1', '--dir', dir, '--save', ''];
  const server = await guarded(['redis-server', ...settings], dir, { cwd: dir });
  for (let tries = 0; tries < 600; tries += 1) {
    if (server.hasEnded()) throw new Error(`redis-server ended: ${server.words()}`);
    if (await answers(at)) return { ...server, url: `redis://127.0.0.1:${at}`, port: at };
    await pause(50);
  }
  await server.stop();
  throw new Error(`redis-server did not answer within 30 s: ${server.words()}`);
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
