import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '#server/db/client.ts';
import { scriptElements } from '#server/db/schema/script.ts';
import type { Element } from '#shared/contract/elements.ts';
import { errorTexts } from '#shared/errors.ts';
import { eventually } from '#test/eventually.ts';
import { createQueryClient } from '#web/lib/queryClient.ts';
import { ScriptSaveState } from '#web/script/bars/ScriptSaveState.tsx';
import { withLocalId } from '#web/scriptSync/localIds.ts';
import { elementsQuery } from '#web/scriptSync/script.data.ts';
import { ScriptSync } from '#web/scriptSync/scriptSync.ts';
import { hasSmallDisk, type SmallDisk, smallDisk } from '../scripts/smallDisk.ts';
import { anApp, type Caller, type TestApp } from './app.ts';
import { aNetwork } from './network.ts';
import { copyPreparedData } from './preparedData.ts';
import { aWorld, type World } from './world.ts';

// Runs on a small disk. The last test creates a new database there.

const canMount = hasSmallDisk();
if (!canMount) console.log('!!! NOT RUN: a full disk (only root may mount a small one, and on Linux)');

describe.runIf(canMount)('full disk', () => {
  let disk: SmallDisk;
  let dataDir: string;
  let server: TestApp;
  let world: World;
  let olive: Caller;
  const full = { code: 'unavailable', message: errorTexts.diskFull };

  beforeAll(async () => {
    disk = smallDisk(128) as SmallDisk;
    dataDir = path.join(disk.folder, 'data');
    await copyPreparedData(dataDir);
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
    eventually(async () => expect((await write()).statusCode).toBe(201), { timeout: 60_000, interval: 200 });

  test('is reported to the writer; unsaved text survives a reload and is saved once there is space', async () => {
    aNetwork(olive);
    vi.stubGlobal('localStorage', aBrowserStorage());
    const { id } = world.project;
    /** Open the screen of a script. */
    const open = async () => {
      const client = createQueryClient();
      await client.fetchQuery(elementsQuery(id));
      const changes = new ScriptSync(client, id, world.olive.id);
      changes.takeOverStored();
      return changes;
    };
    const read = ({ outbox }: ScriptSync) =>
      renderToStaticMarkup(
        createElement(ScriptSaveState, {
          state: outbox.state,
          isWriting: false,
          waiting: 1,
          isRejected: false,
          isOffline: false,
          isDelayed: false,
          onRetry: outbox.retry,
        }),
      );
    const untilDiskFullShown = (changes: ScriptSync) =>
      eventually(() => expect(read(changes)).toContain(escaped(errorTexts.diskFull)), { timeout: 60_000 });
    const stored = async () =>
      (await olive.get(`${world.projectUrl}/script-elements`)).json().map(({ content }: Element) => content);

    disk.fill();
    await vi.waitUntil(async () => (await write()).statusCode === 503, { timeout: 60_000, interval: 0 });
    const changes = await open();
    const [first] = changes.elements();
    if (!first) throw new Error('The script is empty');
    // More lines than fit on the disk.
    const lines = Array.from({ length: 200 }, (_, at) => `${at} ${'The ramp rises. '.repeat(50)}`);
    const elements = lines.map((content) => withLocalId({ elementType: 'action' as const, content }));
    changes.run([{ type: 'insert', afterId: first.id, elements }]);
    await untilDiskFullShown(changes);
    changes.storage.close();

    const reloaded = await open();
    await untilDiskFullShown(reloaded);
    expect(reloaded.elements().map(({ content }) => content)).toEqual(expect.arrayContaining(lines));
    expect(await stored()).not.toContain(lines[0]);
    disk.free();
    await eventually(
      () => {
        reloaded.outbox.retry();
        expect(read(reloaded)).toContain('Saved');
      },
      { timeout: 60_000, interval: 200 },
    );
    expect((await stored()).filter((content: string) => lines.includes(content))).toEqual(lines);
    vi.unstubAllGlobals();
  });

  test('is reported to writers and by /api/health; reading works, and writing works again once there is space', async () => {
    expect((await write()).statusCode).toBe(201);
    disk.fill();
    const rejected = await vi.waitUntil(
      async () => {
        const answer = await write();
        return answer.statusCode === 201 ? false : answer;
      },
      { timeout: 60_000, interval: 0 },
    );
    expect([rejected.statusCode, rejected.json()]).toEqual([503, expect.objectContaining(full)]);
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

  test('loses no stored data when it stops the database, which restarts', async () => {
    await written();
    const count = () => server.db.$count(scriptElements);
    const before = await count();
    disk.fill();
    // The write-ahead log does not fit on the disk, so Postgres stops.
    const panic = async () => {
      for (;;) await server.db.execute(sql`select pg_logical_emit_message(false, 'x', repeat('x', 1000000))`);
    };
    await expect(panic()).rejects.toThrow();
    const rejected = await write();
    expect([rejected.statusCode, rejected.json()]).toEqual([503, expect.objectContaining(full)]);
    expect((await server.visitor.get('/api/health')).statusCode).toBe(503);
    disk.free();
    await eventually(async () => expect((await server.visitor.get('/api/health')).statusCode).toBe(200), {
      timeout: 60_000,
    });
    expect(await count()).toBe(before);
    await written();
  });

  test('is not mistaken for another process at a start', async () => {
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

/** Return the text as HTML escapes it. */
const escaped = (text: string) => text.replaceAll("'", '&#x27;');

/** Return a storage like localStorage: its keys are own properties. */
function aBrowserStorage(): Record<string, string> {
  return Object.create({
    getItem(this: Record<string, string>, key: string) {
      return this[key] ?? null;
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      this[key] = value;
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key];
    },
  });
}
