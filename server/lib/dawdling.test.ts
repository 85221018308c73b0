import net from 'node:net';
import { expect } from 'vitest';
import { defaultClientTimeouts } from '#server/lib/clientTimeouts.ts';
import { signIn } from '#test/app.ts';
import { portOf } from '#test/rawHttp.ts';
import { test as serverTest } from '#test/serverTest.ts';
import { uploadRequest } from '#test/upload.ts';

let port: number;
let cookie: string;

const clientPatience = { ...defaultClientTimeouts, headersMs: 60, requestMs: 120, checkIntervalMs: 10 };

const test = serverTest.extend(
  'settings',
  { scope: 'file' },
  { overrides: { clientTimeouts: clientPatience } },
);

test.beforeAll(async ({ server, world }) => {
  cookie = `sid=${await signIn(server.db, world.olive.id)}`;
  port = await portOf(server.app);
});

/**
 * Return the server's answer to a client that sends `beginning`, and then endlessly pieces of
 * `dribble`.
 */
async function saidTo(beginning: string, dribble: string): Promise<string> {
  const socket = net.connect(port, '127.0.0.1').on('error', () => undefined);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.write(beginning);
  const sending = setInterval(() => socket.write(dribble), 5);
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(sending);
  return answer;
}

/** A client that still sends when the connection closes may miss the reason. */
const cut = /^(HTTP\/1\.1 408 |$)/;
const head = (method: string, url: string) => `${method} ${url} HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\n`;

test('server times out slow headers', async () => {
  expect(await saidTo(head('GET', '/api/projects'), 'x-more: 1\r\n')).toMatch(cut);
});

test('server times out slow bodies, also of visitors', async ({ server, world }) => {
  const body = 'Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n{';
  for (const beginning of [head('POST', '/api/projects'), 'POST /api/login HTTP/1.1\r\nHost: x\r\n'])
    expect(await saidTo(beginning + body, ' ')).toMatch(cut);
  expect((await server.as(world.olive).get('/api/projects')).json()).toHaveLength(1);
});

test('server times out slow uploads, which then no longer count for their user', async ({
  server,
  world,
}) => {
  const form = 'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 5000000\r\n\r\n';
  const part = '--b\r\nContent-Disposition: form-data; name="scriptFile"; filename="a.fountain"\r\n\r\n';
  const dawdle = () => saidTo(head('POST', '/api/projects/import-file') + form + part, 'Rain. ');
  // More than a user may have in parallel.
  for (const answer of await Promise.all(Array.from({ length: 10 }, dawdle)))
    expect(answer).toMatch(/^(HTTP\/1\.1 4(08|29) |$)/);
  const answer = await server
    .as(world.olive)
    .inject(uploadRequest('ferry.fountain', 'INT. DECK - NIGHT\n\nRain.\n'));
  expect(answer.statusCode).toBe(201);
});

test('server times out a connection that sends nothing', async () => {
  expect(await saidTo('', '')).toMatch(cut);
});
