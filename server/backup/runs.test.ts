import fs from 'node:fs';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { pino } from 'pino';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { finishRun, runsState, startRun } from '#server/db/backupRuns.ts';
import { backupRuns } from '#server/db/schema/backup.ts';
import { files } from '#server/db/schema/projects.ts';
import { attachFile, detachFile } from '#server/storage/storage.ts';
import type { TestApp } from '#test/app.ts';
import { aPlace, type Place, serverAt, storeBackup } from '#test/backups.ts';
import { eventually } from '#test/eventually.ts';
import { aWorld, type World } from '#test/world.ts';
import { manifestFile } from './backupManifest.ts';
import { folderStore } from './backupStore.ts';
import { createBackups } from './backups.service.ts';
import { bucketStore } from './bucketStore.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

let place: Place;
let server: TestApp;
let world: World;

beforeAll(async () => {
  place = await aPlace();
  server = await serverAt(place);
  world = await aWorld(server.db);
});
afterAll(async () => {
  await server.close();
  await place.remove();
});

const list = async () => (await server.as(world.ada).get('/api/admin/backups')).json();

describe('POST /api/admin/backups', () => {
  test('makes a backup while the server runs; a second one is rejected until it is done', async () => {
    expect(await list()).toMatchObject({ place: place.variables.BACKUP_TO, keep: 14, backups: [] });
    const ada = server.as(world.ada);
    expect((await ada.post('/api/admin/backups')).statusCode).toBe(202);
    const second = await ada.post('/api/admin/backups');
    expect([second.statusCode, second.json().message]).toEqual([
      409,
      'A backup is being made already. Wait until it is done.',
    ]);
    await eventually(async () => expect(await list()).toMatchObject({ runningSince: null }), {
      timeout: 240_000,
    });
    expect(await list()).toMatchObject({
      lastFailure: null,
      backups: [{ type: 'manual', verification: 'passed', isEncrypted: false, differences: [] }],
    });
  });
});

describe('POST /api/admin/backups/:name/restore', () => {
  const restore = async (name: string) => {
    const { statusCode, json } = await server.as(world.ada).post(`/api/admin/backups/${name}/restore`);
    return [statusCode, json().message];
  };
  const name = 'cold-open-20261128-204012-a1b2c3';
  const store = () => folderStore(place.variables.BACKUP_TO ?? '');

  test('rejects a backup that does not exist, is of another installation or has a hole', async () => {
    expect(await restore('../../etc')).toEqual([404, 'Not found']);
    expect(await restore('latest')).toEqual([409, expect.stringContaining('There is no backup latest')]);
    await storeBackup(store(), name, { installationId: 'of somebody else' });
    expect(await restore(name)).toEqual([409, expect.stringContaining('is of another installation')]);
    await storeBackup(store(), name);
    const [part = ''] = fs
      .readdirSync(path.join(store().place, name))
      .filter((each) => each !== manifestFile);
    fs.rmSync(path.join(store().place, name, part));
    expect(await restore(name)).toEqual([409, expect.stringContaining('has a hole')]);
    await store().remove(name);
  });

  test('rejects a restore while a backup is made', async () => {
    const id = await startRun(server.db, 'manual');
    expect(await restore(name)).toEqual([
      409,
      'A backup is being made. Wait until it is done, then restore.',
    ]);
    await finishRun(server.db, id ?? 0, null);
  });
});

describe('startRun', () => {
  const night = '2026-11-28';

  test('gives a night to one node, and again after a failure or a death', async () => {
    const claims = await Promise.all([1, 2, 3].map(() => startRun(server.db, 'nightly', night)));
    const [id, ...others] = claims.filter((claim) => claim !== null);
    expect(others).toEqual([]);
    if (id === undefined || id === null) throw new Error('No node has the night');
    expect(await startRun(server.db, 'nightly', night)).toBe(null);
    await finishRun(server.db, id, 'The disk of /backups is full.');
    expect((await runsState(server.db)).lastFailure?.reason).toBe('The disk of /backups is full.');
    expect(await startRun(server.db, 'nightly', night)).toBe(id);
    await server.db
      .update(backupRuns)
      .set({ aliveAt: sql`now() - interval '3 minutes'` })
      .where(eq(backupRuns.id, id));
    expect((await runsState(server.db)).runningSince).toBe(null);
    expect(await startRun(server.db, 'nightly', night)).toBe(id);
    await finishRun(server.db, id, null);
    expect(await startRun(server.db, 'nightly', night)).toBe(null);
  });
});

test('a failed program is recorded with its reason, and the server goes on', async () => {
  const file = path.join(place.folder, 'a-file');
  fs.writeFileSync(file, '');
  const backups = await createBackups({
    ...{ database: { db: server.db }, log: pino({ level: 'silent' }), isNightly: true },
    dataDir: place.variables.DATA_DIR ?? '',
    onRestore: () => undefined,
    variables: { PATH: process.env.PATH, ...place.variables, BACKUP_TO: file },
  });
  await backups.makeNightly(new Date('2026-11-29T03:00:00Z'));
  await backups.close();
  expect((await list()).lastFailure.reason).toBe(
    `The place of backups should be a folder this user may write to, not ${file}.`,
  );
});

test('no file is deleted while a backup is made, and the sweep deletes it afterwards', async () => {
  const url = await server.storage.put(Buffer.from('RIFF\0\0\0\0WAVE0123456789'), 'audio/wav');
  const owner = { projectId: world.project.id };
  await attachFile(server.db, url, owner);
  const id = await startRun(server.db, 'manual');
  if (id === null) throw new Error('The run was not recorded');
  await detachFile(server.db, url, owner);
  await server.storage.discard([url]);
  const stored = path.join(place.variables.DATA_DIR ?? '', url.replace('/uploads/', 'uploads/'));
  expect(fs.existsSync(stored)).toBe(true);
  await finishRun(server.db, id, null);
  await server.db
    .update(files)
    .set({ createdAt: new Date(0) })
    .where(sql`project_id is null and user_id is null`);
  expect(await server.storage.sweep()).toBe(1);
  expect(fs.existsSync(stored)).toBe(false);
});

test('bucketStore stores, lists and removes backups below its path', async () => {
  const folder = path.join(place.folder, 's3');
  fs.mkdirSync(folder);
  const bucket = new S3rver({
    ...{ address: '127.0.0.1', port: 0, silent: true, directory: folder },
    configureBuckets: [{ name: 'cold-open', configs: [] }],
  });
  const { port } = await bucket.run();
  const settings = { endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', bucket: 'cold-open' };
  const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  const [store, other] = ['nightly/', 'other/'].map((prefix) =>
    bucketStore({ type: 'bucket', ...settings, ...keys, prefix }),
  ) as [ReturnType<typeof bucketStore>, ReturnType<typeof bucketStore>];
  const names = ['cold-open-20261127-020000-aaaaaa', 'cold-open-20261128-020000-bbbbbb'] as const;
  for (const name of names) {
    await store.put(name, 'tables-00001', Buffer.from(name));
    await store.put(name, 'manifest.json', Buffer.from('{}'));
  }
  expect(await store.list()).toEqual(names);
  expect(await other.list()).toEqual([]);
  expect(await store.get(names[0], 'tables-00001')).toEqual(Buffer.from(names[0]));
  expect(await store.get(names[0], 'files-00001')).toBe(null);
  expect(await store.sizes(names[1])).toEqual(
    new Map([
      ['manifest.json', 2],
      ['tables-00001', names[1].length],
    ]),
  );
  await store.remove(names[0]);
  expect(await store.list()).toEqual([names[1]]);
  await bucket.close();
  await expect(store.list()).rejects.toThrow('The bucket s3://cold-open/nightly/ cannot be used:');
  store.close();
  other.close();
});
