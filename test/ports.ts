import { once } from 'node:events';
import net from 'node:net';

/*
 * These ports are below the range from which an operating system assigns ports to servers and
 * clients. So no process gets one between the check that it is free and its use. Each process has
 * its own range.
 */
const first = 11_000;
const count = 21_000;
const range = 50;

let next = (process.pid * range) % count;

/** Return a port that is free now and that no other call of this function returns. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < count; tries++) {
    const port = first + next;
    next = (next + 1) % count;
    if (await isFree(port)) return port;
  }
  throw new Error('No port is free');
}

async function isFree(port: number): Promise<boolean> {
  const probe = net.createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch {
    return false;
  }
  probe.close();
  await once(probe, 'close');
  return true;
}
