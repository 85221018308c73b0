import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { liveCloseCodes } from '#shared/contract/live.ts';
import { encodeProjectId } from '#shared/projectId.ts';
import { anEmptyPostgres } from '#test/db.ts';
import { eventually } from '#test/eventually.ts';
import { loginMails } from '#test/outbox.ts';
import { plainEnv } from '#test/plainEnv.ts';
import { freePort } from '#test/ports.ts';
import { copyPreparedData } from '#test/preparedData.ts';
import { aSilentSocket, handshake } from '#test/silentSocket.ts';

// Whole processes. The first of them begins without a database, as a first start does.
vi.setConfig({ testTimeout: 300_000 }); // up to four starts in a test

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cold-open-main-'));
const postgres = process.env.TEST_DATABASE_URL ? await anEmptyPostgres(process.env.TEST_DATABASE_URL) : null;
const running = new Set<ChildProcess>();

afterEach(async () => {
  for (const child of running) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
});
afterAll(async () => {
  await postgres?.drop();
  fs.rmSync(folder, { recursive: true, force: true });
});

interface Started {
  child: ChildProcess;
  output: () => string;
  errors: () => string;
  /** Code and signal. */
  ended: Promise<[number | null, NodeJS.Signals | null]>;
}

function start(variables: Record<string, string>): Started {
  const DATA_DIR = path.join(folder, 'data');
  const env = { ...plainEnv(), LOG_LEVEL: 'warn', DATA_DIR, ...database(), ...variables };
  const child = spawn(process.execPath, ['server/main.ts'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].on('data', (chunk: Buffer) => {
      output[stream] += chunk;
    });
  const ended = (once(child, 'close') as Started['ended']).finally(() => running.delete(child));
  return { child, output: () => output.stdout, errors: () => output.stderr, ended };
}

const database = (): Record<string, string> => (postgres ? { DATABASE_URL: postgres.url } : {});

/** Waits until the server has printed this. */
async function printed(
  { child, output, errors, ended }: Started,
  pattern: RegExp,
): Promise<RegExpMatchArray> {
  const ending = ended.then(() => 'gone' as const);
  for (;;) {
    const found = output().match(pattern);
    if (found) return found;
    if ((await Promise.race([once(child.stdout as NodeJS.EventEmitter, 'data'), ending])) === 'gone')
      throw new Error(`The server ended: ${output()}${errors()}`);
  }
}

/** A connection whose request has begun and does not end. */
async function unfinished(port: number): Promise<net.Socket> {
  const socket = net.connect(port, '127.0.0.1').on('error', () => undefined);
  await received(
    socket,
    'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
  );
  return socket;
}

/** Send the beginning of a request, and wait until the server has received it. */
async function received(socket: net.Socket, beginning: string): Promise<void> {
  await new Promise((sent) => socket.write(beginning, sent));
  await fetch(`http://127.0.0.1:${socket.remotePort}/api/health`);
}

function rejectedAt(port: number): Promise<boolean> {
  const socket = net.connect(port, '127.0.0.1');
  return new Promise((resolve) => {
    socket.once('error', () => resolve(true));
    socket.once('connect', () => {
      socket.destroy();
      resolve(false);
    });
  });
}

/** Signs the first administrator in by mail; the header of their session. */
async function signInWith(dataDir: string, url: string): Promise<string> {
  const email = 'writer@coldopen.local';
  const known = loginMails(dataDir, email).length;
  await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  const link = await eventually(
    () => {
      const mail = loginMails(dataDir, email)[known];
      if (!mail) throw new Error('No mail has come');
      return mail.link;
    },
    { timeout: 60_000 },
  );
  const answer = await pressButtonOf(link, 'elsewhere');
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

/** Post the form of a sign-in link's page, as its button does. */
function pressButtonOf(link: string, question: 'here' | 'elsewhere'): Promise<Response> {
  const token = new URL(link).searchParams.get('token') ?? '';
  return fetch(new URL('/api/login/link', link), {
    method: 'POST',
    body: new URLSearchParams({ token, question }),
    redirect: 'manual',
  });
}

async function expectRejectedToStart(started: Started, line: RegExp | string) {
  expect(await started.ended).toEqual([1, null]);
  expect(started.errors().trimEnd()).toMatch(line);
  expect(started.errors().trimEnd()).not.toContain('\n');
}

test('main prints a sign-in link for the administrator at the first start, and exits with 0 after a signal', async () => {
  const port = await freePort();
  const server = start({ PORT: String(port), ADMIN_EMAILS: 'Ada@example.com' });
  const [, link = ''] = await printed(server, /Sign in once as ada@example\.com:\n(http\S+)\n/);
  expect(server.output()).toContain(`Cold Open is ready at http://127.0.0.1:${port}\n`);
  const page = await fetch(link);
  expect([page.status, page.headers.getSetCookie()]).toEqual([200, []]);
  const answer = await pressButtonOf(link, 'here');
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/']);
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const url = `http://127.0.0.1:${port}`;
  const made = await fetch(`${url}/api/projects`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Night Ferry' }),
  });
  expect(made.status).toBe(201);

  // Killed at once: acknowledged data is stored, sessions are valid, and no link is printed.
  server.child.kill('SIGKILL');
  expect(await server.ended).toEqual([null, 'SIGKILL']);
  const again = start({ PORT: String(port), ADMIN_EMAILS: 'Ada@example.com' });
  await printed(again, /is ready/);
  const projects = await (await fetch(`${url}/api/projects`, { headers: { cookie } })).json();
  expect(projects).toMatchObject([{ name: 'Night Ferry' }]);

  // A request that has begun is finished before the end.
  const whole = JSON.stringify({ name: 'Day Ferry' });
  const socket = net.connect(port, '127.0.0.1');
  const replied = once(socket, 'data');
  await received(
    socket,
    `POST /api/projects HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\nContent-Length: ${whole.length}\r\n\r\n${whole.slice(0, 5)}`,
  );
  again.child.kill('SIGTERM');
  socket.write(whole.slice(5));
  expect(String((await replied)[0])).toMatch(/^HTTP\/1\.1 201 /);
  socket.end();
  expect(await again.ended).toEqual([0, null]);
  expect(again.output()).not.toContain('token=');
  expect(again.errors()).toBe('');
});

test('main exits at once after a second signal', async () => {
  const port = await freePort();
  const server = start({ PORT: String(port) });
  await printed(server, /is ready/);
  const socket = await unfinished(port);
  server.child.kill('SIGTERM');
  // The port is closed while it finishes.
  await eventually(() => expect(rejectedAt(port)).resolves.toBe(true), { timeout: 60_000 });
  expect(server.child.exitCode).toBe(null);
  server.child.kill('SIGTERM');
  expect(await server.ended).toEqual([143, null]);
  socket.destroy();
});

test('main notifies open tabs, ignores half-open connections, and exits with 0', async () => {
  const port = await freePort();
  const DATA_DIR = path.join(folder, 'silent');
  if (!postgres) await copyPreparedData(DATA_DIR);
  const server = start({ PORT: String(port), DATA_DIR });
  await printed(server, /is ready/);
  const url = `http://127.0.0.1:${port}`;
  const cookie = await signInWith(DATA_DIR, url);
  const made = await fetch(`${url}/api/projects`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Night Ferry' }),
  });
  const { id } = (await made.json()) as { id: number };
  const live = `/api/projects/${encodeProjectId(id)}/live`;
  const silent = [await aSilentSocket(port, live, cookie), await aSilentSocket(port, live, cookie)];
  for (const { answer } of silent) expect(answer).toMatch('HTTP/1.1 101 ');
  // One that has said nothing, one without the end of its heads, and one without its body.
  const idle = net.connect(port, '127.0.0.1').on('error', () => undefined);
  await once(idle, 'connect');
  const begun = net.connect(port, '127.0.0.1').on('error', () => undefined);
  await received(begun, handshake(live, cookie).trimEnd());
  const halfOpen = [idle, begun, await unfinished(port)];
  const ends = halfOpen.map((socket) => once(socket, 'close'));

  server.child.kill('SIGTERM');
  for (const socket of silent) {
    await socket.cut;
    expect(socket.closeCodes()).toEqual([liveCloseCodes.restart]);
  }
  await Promise.all(ends);
  expect(await server.ended).toEqual([0, null]);
  expect(server.errors()).not.toContain('did not end in time');
});

test('main serves metrics separately, and reports in one line what another program uses', async () => {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const embedded = { DATABASE_URL: '' };
  const server = start({ ...embedded, PORT: String(port), METRICS_PORT: String(metricsPort) });
  await printed(server, /is ready/);
  expect((await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).status).toBe(200);
  await expectRejectedToStart(start({ ...embedded, PORT: String(await freePort()) }), /DATA_DIR/);

  const beside = { DATA_DIR: path.join(folder, 'beside') };
  await copyPreparedData(beside.DATA_DIR);
  await expectRejectedToStart(
    start({ ...beside, PORT: String(await freePort()), METRICS_PORT: String(metricsPort) }),
    `METRICS_PORT ${metricsPort} is in use by another program.`,
  );
  // Nothing is left behind by the one before.
  await expectRejectedToStart(
    start({ ...beside, PORT: String(port) }),
    `PORT ${port} is in use by another program.`,
  );
});

// server/env.test.ts has the lines of all other variables.
test.each([
  [{ PORT: 'abc' }, /^PORT should be a whole number from 1 to 65535, not "abc"\.$/],
  [{ HOST: '203.0.113.1' }, /^HOST 203\.0\.113\.1 is no address of this machine\.$/],
])('main reports in one line: %j', async (variables, line) => {
  const PORT = String(await freePort());
  await expectRejectedToStart(start({ PORT, ...variables }), line);
});
