import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { signIn } from '#test/app.ts';
import { aPlace, nameIn, type Place, runTool } from '#test/backups.ts';
import { eventually } from '#test/eventually.ts';
import { type ServerProcess, startServerProcess } from '#test/kills.ts';
import { aWorld, nightFerry } from '#test/world.ts';

// Whole servers, which stop and start again.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const wait = { timeout: 120_000, interval: 50 };
const newLine = 'Written after the backup.';
let place: Place;
let server: ServerProcess;
let backup: string;
let sessions: { ada: string; olive: string };
let elementsPath: string;

beforeEach(async () => {
  place = await aPlace();
  const { db, close } = await place.open();
  const world = await aWorld(db);
  const { id } = await nightFerry(db, world.olive);
  elementsPath = `/api/projects/${id}/script-elements`;
  sessions = { ada: await signIn(db, world.ada.id), olive: await signIn(db, world.olive.id) };
  await close();
  backup = nameIn(await runTool('backup', place, ['--to', backupFolder(), '--no-verify']));
  server = await start();
  const body = { elementType: 'action', content: newLine, afterId: null };
  expect((await call('olive', 'POST', elementsPath, body)).status).toBe(201);
});
afterEach(async () => {
  server.child.kill('SIGKILL');
  await server.ended;
  await place.remove();
});

/** The default place, which makes no nightly backups. */
const backupFolder = () => path.join(place.variables.DATA_DIR ?? '', 'backups');

function start(): Promise<ServerProcess> {
  const { DATA_DIR: dataDir = '', DATABASE_URL: databaseUrl = null } = place.variables;
  return startServerProcess({ dataDir, databaseUrl, variables: { ADMIN_EMAILS: 'ada@example.com' } });
}

async function call(
  as: keyof typeof sessions,
  method: string,
  url: string,
  body?: object,
): Promise<{ status: number; json: Record<string, unknown> }> {
  const headers = { cookie: `sid=${sessions[as]}`, ...(body && { 'content-type': 'application/json' }) };
  const reply = await fetch(server.address + url, {
    ...{ method, headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: reply.status, json: (await reply.json()) as Record<string, unknown> };
}

const order = () => call('ada', 'POST', `/api/admin/backups/${backup}/restore`);

async function hasNewLine(): Promise<boolean> {
  const { json } = await call('olive', 'GET', elementsPath);
  return (json as unknown as { content: string }[]).some(({ content }) => content === newLine);
}

/** Wait until the server answers instead of its notice. */
const restarted = () =>
  eventually(async () => {
    const { status, json } = await call('ada', 'GET', '/api/admin/backups');
    expect([status, json.lastRestore]).toEqual([200, expect.objectContaining({ name: backup })]);
    return json as { lastRestore: { reason: string | null }; backups: { name: string; type: string }[] };
  }, wait);

/** Wait until calls are answered by the notice. */
const closed = () =>
  eventually(async () => {
    expect(await call('olive', 'GET', elementsPath)).toEqual({
      status: 503,
      json: expect.objectContaining({ message: expect.stringContaining('is restoring a backup') }),
    });
  }, wait);

describe('POST /api/admin/backups/:name/restore', () => {
  test('restores the backup in the same process, which says so in the meantime', async () => {
    expect(await order()).toEqual({ status: 202, json: { name: backup } });
    await closed();
    expect((await fetch(`${server.address}/api/health/live`)).status).toBe(200);
    expect((await fetch(`${server.address}/api/health/ready`)).status).toBe(503);
    const page = await fetch(`${server.address}/projects`, { headers: { accept: 'text/html' } });
    expect([page.status, await page.text()]).toEqual([503, expect.stringContaining('restoring a backup')]);

    const { lastRestore, backups } = await restarted();
    expect(lastRestore.reason).toBe(null);
    expect(backups.map(({ type }) => type)).toEqual(['restore-point', 'manual']);
    expect(await hasNewLine()).toBe(false);
    expect(server.child.exitCode).toBe(null);
  });

  test('leaves the data as it was when the restore fails, and shows the reason', async () => {
    const folder = path.join(backupFolder(), backup);
    const part = fs.readdirSync(folder).find((name) => name.startsWith('tables')) ?? '';
    const { size } = fs.statSync(path.join(folder, part));
    fs.writeFileSync(path.join(folder, part), Buffer.alloc(size));
    expect((await order()).status).toBe(202);
    expect((await restarted()).lastRestore.reason).toContain(part);
    expect(await hasNewLine()).toBe(true);
  });

  test('leaves the data as it was when the process is stopped in the meantime', async () => {
    await order();
    await closed();
    server.child.kill('SIGTERM');
    expect(await server.ended).toEqual([0, null]);
    server = await start();
    expect(await hasNewLine()).toBe(true);
  });
});
