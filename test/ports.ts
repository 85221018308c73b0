import { once } from 'node:events';
import net from 'node:net';

/*
 * Below those that an operating system gives to whoever asks for any port, or calls from one: between the moment in which a
 * port is found free and the one in which a server takes it, nobody is given it. Each process has a stretch of its own.
 */
const first = 11_000;
const count = 21_000;
const stretch = 50;

let next = (process.pid * stretch) % count;

/** A port that nothing listens on just now, and that no other call gives. */
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
