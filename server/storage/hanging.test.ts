import { once } from 'node:events';
import net from 'node:net';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, describe, expect } from 'vitest';
import { seedPrices } from '#server/ai/prices.ts';
import { files, projects } from '#server/db/schema/projects.ts';
import { type Caller, signIn, type TestApp } from '#test/app.ts';
import { aBucket } from '#test/bucket.ts';
import { eventually } from '#test/eventually.ts';
import { errorsInBooks } from '#test/ledger.ts';
import { portOf } from '#test/rawHttp.ts';
import { newWorldTest } from '#test/serverTest.ts';
import type { World } from '#test/world.ts';
import { bucketDisk } from './s3.ts';
import { attachFile, storageOn } from './storage.ts';

/**
 * Timeouts for a bucket that accepts connections and does not answer, as short as a test can wait.
 */
const timeouts = { connectMs: 1000, idleMs: 50, callMs: 150, probeIntervalMs: 10 };
const text = 'The storage of pictures and files is unavailable. Please try again in a minute.';
const away = [503, expect.objectContaining({ code: 'unavailable', message: text })];

const place = () => ({
  ...{ bucket: 'cold-open', region: 'us-east-1', endpoint: bucket.endpoint },
  ...{ accessKeyId: 'key', secretAccessKey: 'secret' },
});

const bucket = await aBucket();

const test = newWorldTest.extend(
  'settings',
  { scope: 'file' },
  { overrides: { disk: bucketDisk(place(), timeouts) } },
);

test.beforeEach(async ({ server }) => {
  bucket.behaviour = 'well';
  bucket.files.clear();
  await seedPrices(server.db, server.env);
});
afterAll(async () => {
  await bucket.close();
});

const log = pino({ level: 'silent' });
/** Long enough to come in more than one piece. */
const wav = Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE'), Buffer.alloc(200_000)]);
const idea = {
  title: 'Night Ferry',
  logline: 'A stowaway counts lights.',
  synopsis: '',
  aspectRatio: '16:9',
};
const draw = (world: World, olive: Caller) => olive.post(`${world.projectUrl}/generate-concept-image`, idea);
const health = async (server: TestApp) => (await server.visitor.get('/api/health')).json();
/** Where the bucket answers, however slow this machine is just now. */
const inTheEnd = <T>(work: () => Promise<T>) => eventually(work, { timeout: 30_000, interval: 5 });

/** A kept file of the project. */
async function aFile(server: TestApp, world: World): Promise<string> {
  const url = await inTheEnd(() => server.storage.put(wav, 'audio/wav'));
  await attachFile(server.db, url, { projectId: world.project.id });
  return url;
}

describe.each(['silent', 'stalls'] as const)('a bucket that hangs (%s)', (mood) => {
  test('unavailable bucket rejects a picture with a message and charges nothing; the picture is drawn later', async ({
    server,
    world,
    olive,
  }) => {
    bucket.behaviour = mood;
    const answer = await draw(world, olive);
    expect([answer.statusCode, answer.json()]).toEqual(away);
    expect((await olive.get(`${world.projectUrl}/ai`)).json().creditBalance).toBe(500);
    expect(await errorsInBooks(server.db)).toEqual([]);
    bucket.behaviour = 'well';
    await inTheEnd(async () => expect((await draw(world, olive)).statusCode).toBe(200));
  });

  test('unavailable bucket answers with a message; the file is sent when it is available again', async ({
    server,
    world,
    olive,
  }) => {
    const url = await aFile(server, world);
    bucket.behaviour = mood;
    const answer = await olive.get(url);
    expect([answer.statusCode, answer.json()]).toEqual(away);
    bucket.behaviour = 'well';
    await inTheEnd(async () => expect((await olive.get(url)).statusCode).toBe(200));
  });

  test('unavailable bucket does not block deletions; its files are deleted later', async ({
    server,
    world,
    olive,
  }) => {
    await aFile(server, world);
    bucket.behaviour = mood;
    expect((await olive.delete(world.projectUrl)).statusCode).toBe(204);
    expect(await server.db.$count(projects, eq(projects.id, world.project.id))).toBe(0);
    expect(bucket.files.size).toBeGreaterThan(0);
    await server.db.update(files).set({ createdAt: new Date(0) });
    bucket.behaviour = 'well';
    await inTheEnd(async () => {
      await server.storage.sweep();
      expect([bucket.files.size, await server.db.$count(files)]).toEqual([0, 0]);
    });
  });

  test('unavailable bucket is reported by health, and does not delay calls without files', async ({
    server,
    world,
    olive,
  }) => {
    bucket.behaviour = mood;
    const drawing = draw(world, olive);
    const project = await olive.get(world.projectUrl);
    expect([project.statusCode, (await drawing).statusCode]).toEqual([200, 503]);
    expect(await health(server)).toMatchObject({ status: 'degraded', storage: 'away', database: 'ok' });
    bucket.behaviour = 'well';
    await inTheEnd(async () => {
      await server.storage.put(wav, 'audio/wav');
      expect(await health(server)).toMatchObject({ storage: 'ok' });
    });
  });
});

test('bucketDisk times out a slow answer', async ({ server }) => {
  bucket.behaviour = 'dawdles';
  await expect(server.storage.put(wav, 'audio/wav')).rejects.toThrow(text);
});

test('bucketDisk retries on a dead connection', async ({ server, world, olive }) => {
  const url = await aFile(server, world);
  await inTheEnd(async () => {
    bucket.behaviour = 'silent once';
    expect((await olive.get(url)).statusCode).toBe(200);
  });
});

test('a pending upload keeps its row until the sweep has deleted it', async ({ server }) => {
  const { db } = server;
  const tireless = storageOn(bucketDisk(place(), { ...timeouts, probeIntervalMs: 0 }), { db, log });
  bucket.behaviour = 'late';
  await expect(tireless.put(wav, 'audio/wav')).rejects.toThrow(text);
  expect(await db.$count(files)).toBe(1);
  bucket.behaviour = 'well';
  await db.update(files).set({ createdAt: new Date(0) });
  await inTheEnd(async () => expect(await tireless.sweep()).toBe(1));
  tireless.close();
});

test('a file that breaks off is cut off for its reader too', async ({ server, world }) => {
  const url = await aFile(server, world);
  bucket.behaviour = 'breaks off';
  const cookie = `sid=${await signIn(server.db, world.olive.id)}`;
  // A slow machine may not have started when the bucket times out: such an answer contains no file.
  await inTheEnd(async () => {
    const received = await receivedOf(server, `GET ${url} HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\n\r\n`);
    expect(received).toBeGreaterThan(wav.length / 2);
    expect(received).toBeLessThan(wav.length);
  });
});

/** How many bytes come until the connection is closed. */
async function receivedOf(server: TestApp, request: string): Promise<number> {
  const socket = net.connect(await portOf(server.app), '127.0.0.1');
  socket.write(request);
  let received = 0;
  socket.on('data', (chunk) => {
    received += chunk.length;
  });
  await once(socket, 'close');
  return received;
}
