import { once } from 'node:events';
import net from 'node:net';
import path from 'node:path';
import { expect } from 'vitest';
import { defaultClientTimeouts } from '#server/lib/clientTimeouts.ts';
import { signIn, type TestApp } from '#test/app.ts';
import { eventually } from '#test/eventually.ts';
import { seeded } from '#test/random.ts';
import { test } from '#test/serverTest.ts';
import { statementsOf } from '#test/statements.ts';
import { uploadRequest } from '#test/upload.ts';
import type { World } from '#test/world.ts';

/* Tests clients that request a PDF and do not read the answer. */

let address: string;
let url: string;
/** The server's sockets. */
const ends: net.Socket[] = [];

test.beforeAll(async ({ server, olive }) => {
  // A Unix socket, because the system buffers only a fraction of a megabyte of it.
  address = path.join(server.env.dataDir, 'socket');
  server.app.server.on('connection', (socket) => {
    Object.defineProperty(socket, 'remoteAddress', { value: '127.0.0.1' });
    ends.push(socket);
  });
  await server.app.listen({ path: address });
  const { project } = (await olive.inject(uploadRequest('long.fountain', longScript()))).json();
  url = `/api/projects/${project.id}/export/pdf`;
});

/** Create random text that does not compress. */
function longScript(): string {
  const random = seeded(1);
  const word = () => Array.from({ length: 8 }, () => String.fromCharCode(97 + random.below(26))).join('');
  return Array.from({ length: 1000 }, () => Array.from({ length: 100 }, word).join(' ')).join('\n\n');
}

/** Return a socket on which the answer has begun and which reads no further. */
async function stalledReader(server: TestApp, world: World): Promise<net.Socket> {
  const socket = net.connect(address).on('error', () => undefined);
  const cookie = `sid=${await signIn(server.db, world.olive.id)}`;
  socket.write(`GET ${url} HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\n\r\n`);
  const [first] = await once(socket, 'data');
  socket.pause();
  expect(String(first)).toMatch(/^HTTP\/1\.1 200 /);
  return socket;
}

test('PDF export disconnects stalled readers and releases their place and the file', async ({
  server,
  world,
  olive,
}) => {
  const exportStatements = () =>
    statementsOf(async () => expect((await olive.get(url)).statusCode).toBe(200));
  // Count the statements of an export that reads the script.
  const { length: alone } = await exportStatements();
  const readers = await Promise.all(Array.from({ length: 4 }, () => stalledReader(server, world)));
  expect((await olive.get(url)).statusCode).toBe(429);
  expect(ends.map(({ timeout }) => timeout)).toEqual(Array(4).fill(defaultClientTimeouts.stalledMs));
  // Shorten the timeout.
  for (const end of ends) end.setTimeout(50);
  // When the script is read again, no reader holds the file any more.
  await eventually(async () => expect(await exportStatements()).toHaveLength(alone), {
    timeout: 30_000,
    interval: 10,
  });
  for (const reader of readers) reader.destroy();
});
