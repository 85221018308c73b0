import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { shutDownGracefully } from './shutdown.ts';

/** A server with one request that has begun and does not end. */
async function aBusyServer() {
  const app = Fastify();
  app.post('/', async () => 'done');
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = net.connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  const received = once(app.server, 'request');
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 4\r\n\r\n{');
  await received;
  return { app, socket: socket.on('error', () => undefined), gone: once(socket, 'close') };
}

test('shutDownGracefully aborts an endless request at the deadline and closes everything in order', async () => {
  const { app, gone } = await aBusyServer();
  const closed: string[] = [];
  const close = ['mail', 'database'].map((name) => async () => closed.push(name));
  expect(await shutDownGracefully({ app, close }, { finishMs: 20, closeMs: 5000 })).toBe(true);
  await gone;
  expect(closed).toEqual(['mail', 'database']);
});

test('shutDownGracefully waits for a request that ends in time', async () => {
  const { app, socket } = await aBusyServer();
  const answer = once(socket, 'data');
  const ended = shutDownGracefully({ app, close: [] }, { finishMs: 30_000, closeMs: 5000 });
  socket.write('}  ');
  expect(String(await answer)).toContain('200 OK');
  socket.end();
  expect(await ended).toBe(true);
});

test('shutDownGracefully does not wait for parts that fail to close', async () => {
  const { app } = await aBusyServer();
  const never = () => new Promise(() => undefined);
  expect(await shutDownGracefully({ app, close: [never] }, { finishMs: 20, closeMs: 20 })).toBe(false);
});
