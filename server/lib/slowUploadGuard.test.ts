import type { IncomingMessage } from 'node:http';
import net from 'node:net';
import { setImmediate } from 'node:timers/promises';
import Fastify, { type FastifyRequest } from 'fastify';
import { expect } from 'vitest';
import { defaultClientTimeouts } from '#server/lib/clientTimeouts.ts';
import { signIn, type TestApp } from '#test/app.ts';
import { portOf } from '#test/rawHttp.ts';
import { test as serverTest } from '#test/serverTest.ts';
import { uploadRequest } from '#test/upload.ts';
import type { World } from '#test/world.ts';
import { SlowUploadGuard } from './slowUploadGuard.ts';

let port: number;
/** An upload of an archive of Night Ferry, as it goes over the wire. */
let upload: Buffer;
/** Happens whenever the server asks how much must have come since it looked last. */
let onLook: () => void;

/** Number of pieces of the upload: more than fit into the time of one request, or of two. */
const pieces = 4;

const clientPatience = {
  ...defaultClientTimeouts,
  // More than a busy machine leaves a process without a turn.
  headersMs: 1000,
  requestMs: 1000,
  checkIntervalMs: 10,
  get steadyBytes() {
    onLook();
    return 500;
  },
};

const test = serverTest.extend(
  'settings',
  { scope: 'file' },
  { overrides: { clientTimeouts: clientPatience } },
);

test.beforeAll(async ({ server, world }) => {
  port = await portOf(server.app);
  const archive = await server.as(world.olive).get(`/api/projects/${world.project.id}/export/archive`);
  const { headers, payload } = uploadRequest('ferry.zip', archive.rawPayload);
  const body = payload as Buffer;
  const head = [
    'POST /api/projects/import-file HTTP/1.1',
    'Host: x',
    `Cookie: sid=${await signIn(server.db, world.olive.id)}`,
    `Content-Type: ${headers?.['content-type']}`,
    `Content-Length: ${body.length}`,
    'Connection: close',
  ];
  upload = Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]);
  expect(upload.length).toBeGreaterThan(pieces * 500);
});

/**
 * Send one piece at once and another at each check; return the status that the server answers with,
 * if any.
 */
async function statusOf(pieceAt: (look: number) => Buffer, at: number = port): Promise<string | undefined> {
  const socket = net.connect(at, '127.0.0.1').on('error', () => undefined);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  let look = 0;
  onLook = () => socket.write(pieceAt(look++));
  onLook();
  await new Promise((resolve) => socket.once('close', resolve));
  return answer.match(/^HTTP\/1\.1 (\d{3})/)?.[1];
}

function pieceOf(look: number): Buffer {
  const length = Math.ceil(upload.length / pieces);
  return upload.subarray(look * length, (look + 1) * length);
}

const countProjects = async (server: TestApp, world: World) =>
  (await server.as(world.olive).get('/api/projects')).json().length;

test('SlowUploadGuard accepts an archive that arrives slowly but steadily', async ({ server, world }) => {
  expect(await statusOf(pieceOf)).toBe('201');
  expect(await countProjects(server, world)).toBe(2);
});

test('SlowUploadGuard aborts an upload that slows down after a fast start', async ({ server, world }) => {
  const before = await countProjects(server, world);
  // A client that still sends when the connection closes may miss the reason.
  expect([undefined, '408']).toContain(
    await statusOf((look) => (look < 2 ? pieceOf(look) : Buffer.from('Rain. '))),
  );
  expect(await countProjects(server, world)).toBe(before);
});

test('SlowUploadGuard aborts an endless upload, however steady', async () => {
  const uploads = new SlowUploadGuard(clientPatience);
  const app = Fastify({
    requestTimeout: clientPatience.requestMs,
    clientErrorHandler: uploads.onClientError,
    http: {
      headersTimeout: clientPatience.headersMs,
      connectionsCheckingInterval: clientPatience.checkIntervalMs,
    },
  });
  app.addContentTypeParser('*', async (request: FastifyRequest, body: IncomingMessage) => {
    await setImmediate(); // a session is looked up in that time
    uploads.watch(request, 2000);
    for await (const _ of body);
  });
  app.post('/', async () => 'whole');
  const head = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: x/y\r\nTransfer-Encoding: chunked\r\n\r\n';
  const chunk = `${(600).toString(16)}\r\n${'x'.repeat(600)}\r\n`;
  const looks: number[] = [];
  const pieceAt = (look: number) => {
    looks.push(look);
    return Buffer.from(look === 0 ? head + chunk : chunk);
  };
  expect([undefined, '408']).toContain(await statusOf(pieceAt, await portOf(app)));
  expect(looks).toEqual([0, 1, 2, 3]);
  await app.close();
});
