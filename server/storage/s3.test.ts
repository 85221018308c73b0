import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import S3rver from 's3rver';
import { afterAll, expect } from 'vitest';
import { files } from '#server/db/schema/projects.ts';
import type { TestApp } from '#test/app.ts';
import { freePort } from '#test/ports.ts';
import { test as serverTest } from '#test/serverTest.ts';
import type { World } from '#test/world.ts';
import { bucketDisk } from './s3.ts';
import { attachFile, storageOn } from './storage.ts';

/** Runs the tests of files against a bucket. */
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cold-open-s3-'));
const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

const bucket = new S3rver({
  ...{ address: '127.0.0.1', port: 0, silent: true, directory: folder },
  configureBuckets: [{ name: 'cold-open', configs: [] }],
});
const { port } = await bucket.run();

const test = serverTest.extend(
  'settings',
  { scope: 'file' },
  {
    variables: {
      S3_BUCKET: 'cold-open',
      S3_REGION: 'us-east-1',
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_ACCESS_KEY_ID: keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
    },
  },
);
afterAll(async () => {
  await bucket.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

const wav = Buffer.from('RIFF\0\0\0\0WAVE0123456789');
const inBucket = () =>
  fs.readdirSync(path.join(folder, 'cold-open')).filter((name) => name.endsWith('_object'));

async function aFile(server: TestApp, world: World): Promise<string> {
  const url = await server.storage.put(wav, 'audio/wav');
  await attachFile(server.db, url, { projectId: world.project.id });
  return url;
}

test('bucketDisk serves a file whole and in ranges to members only, and stores nothing on the local disk', async ({
  server,
  world,
  olive,
}) => {
  const url = await aFile(server, world);
  const whole = await olive.get(url);
  expect([whole.statusCode, whole.rawPayload, whole.headers['content-type']]).toEqual([
    200,
    wav,
    'audio/wav',
  ]);
  const part = await olive.get(url, { range: 'bytes=12-15' });
  expect([part.statusCode, part.payload, part.headers['content-range']]).toEqual([
    206,
    '0123',
    'bytes 12-15/22',
  ]);
  expect((await server.as(world.sam).get(url)).statusCode).toBe(404);
  expect(inBucket()).toHaveLength(1);
  expect(fs.existsSync(path.join(server.env.dataDir, 'uploads'))).toBe(false);
});

test('bucketDisk returns 404 for a file that is missing in the bucket', async ({ server, world, olive }) => {
  const url = await aFile(server, world);
  for (const name of fs.readdirSync(path.join(folder, 'cold-open')))
    fs.rmSync(path.join(folder, 'cold-open', name));
  expect((await olive.get(url)).statusCode).toBe(404);
});

test('bucketDisk deletes the files of a deleted project', async ({ server, world, olive }) => {
  await aFile(server, world);
  expect(inBucket().length).toBeGreaterThan(0);
  expect((await olive.delete(world.projectUrl)).statusCode).toBe(204);
  expect([inBucket(), await server.db.select().from(files)]).toEqual([[], []]);
});

test('an unavailable bucket stores nothing, and deletes its files later', async ({ server }) => {
  const { db } = server;
  const endpoint = `http://127.0.0.1:${await freePort()}`;
  const away = storageOn(bucketDisk({ ...{ bucket: 'cold-open', region: 'us-east-1' }, ...keys, endpoint }), {
    db,
    log: pino({ level: 'silent' }),
  });
  await expect(away.put(wav, 'audio/wav')).rejects.toMatchObject({
    status: 503,
    message: 'The storage of pictures and files is unavailable. Please try again in a minute.',
  });
  expect(away.status()).toBe('away');
  away.close();
  // The row is still there, without an owner: the job tries again.
  expect(await db.select().from(files)).toEqual([expect.objectContaining({ projectId: null, userId: null })]);
  await db.update(files).set({ createdAt: new Date(0) });
  expect(await server.storage.sweep()).toBe(1);
  expect(await db.select().from(files)).toEqual([]);
});
