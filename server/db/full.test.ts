import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { errorTexts } from '#shared/errors.ts';
import { anApp, type Caller, type TestApp } from '#test/app.ts';
import { aWorld, type World } from '#test/world.ts';
import { hasSmallDisk, type SmallDisk, smallDisk } from '../../scripts/smallDisk.ts';
import { openDatabase } from './client.ts';
import { scriptElements } from './schema/script.ts';

// A database made from nothing, on a disk of its own.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const canMount = hasSmallDisk();
if (!canMount) console.log('!!! NOT RUN: a full disk (only root may mount a small one, and on Linux)');

describe.runIf(canMount)('a full disk', () => {
  let disk: SmallDisk;
  let dataDir: string;
  let server: TestApp;
  let world: World;
  let olive: Caller;
  const full = { code: 'unavailable', message: errorTexts.diskFull };

  beforeAll(async () => {
    disk = smallDisk(128) as SmallDisk;
    dataDir = path.join(disk.folder, 'data');
    const database = await openDatabase({ databaseUrl: null, dataDir });
    server = await anApp({ DATA_DIR: dataDir }, undefined, { database });
    world = await aWorld(server.db);
    olive = server.as(world.olive);
    expect((await olive.get(world.projectUrl)).statusCode).toBe(200);
  });
  afterAll(async () => {
    await server.close();
    disk.remove();
  });

  const write = () =>
    olive.post(`${world.projectUrl}/script-elements`, {
      elementType: 'action',
      content: 'Rain on the deck. '.repeat(200),
      afterId: null,
    });
  const written = () =>
    vi.waitFor(async () => expect((await write()).statusCode).toBe(201), { timeout: 60_000, interval: 200 });

  test('is told to writers and to health; reading goes on, and writing with the first room', async () => {
    expect((await write()).statusCode).toBe(201);
    disk.fill();
    const refused = await vi.waitUntil(
      async () => {
        const answer = await write();
        return answer.statusCode === 201 ? false : answer;
      },
      { timeout: 60_000, interval: 0 },
    );
    expect([refused.statusCode, refused.json()]).toEqual([503, expect.objectContaining(full)]);
    const health = await server.visitor.get('/api/health');
    expect([health.statusCode, health.json()]).toEqual([
      200,
      expect.objectContaining({ status: 'degraded', disk: 'full' }),
    ]);
    expect((await olive.get(`${world.projectUrl}/script-elements`)).statusCode).toBe(200);
    await expect(server.storage.put(Buffer.from('RIFF\0\0\0\0WAVE0123'), 'audio/wav')).rejects.toThrow();
    disk.free();
    await written();
  });

  test('even when it stops the database in the middle: nothing that was stored is lost, and it starts anew', async () => {
    await written();
    const count = () => server.db.$count(scriptElements);
    const before = await count();
    disk.fill();
    // Its log of changes finds no room: Postgres ends itself.
    const panic = async () => {
      for (;;) await server.db.execute(sql`select pg_logical_emit_message(false, 'x', repeat('x', 1000000))`);
    };
    await expect(panic()).rejects.toThrow();
    const refused = await write();
    expect([refused.statusCode, refused.json()]).toEqual([503, expect.objectContaining(full)]);
    expect((await server.visitor.get('/api/health')).statusCode).toBe(503);
    disk.free();
    await vi.waitFor(async () => expect((await server.visitor.get('/api/health')).statusCode).toBe(200), {
      timeout: 60_000,
    });
    expect(await count()).toBe(before);
    await written();
  });

  test('does not pass for another process at a start', async () => {
    const folder = path.join(disk.folder, 'other');
    fs.mkdirSync(folder);
    disk.fill();
    await expect(openDatabase({ databaseUrl: null, dataDir: folder })).rejects.toThrow(
      `The disk that DATA_DIR ${folder} is on is full. Free some space and start again.`,
    );
    disk.free();
    const opened = await openDatabase({ databaseUrl: null, dataDir: folder });
    await opened.close();
  });
});
