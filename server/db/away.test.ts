import { setImmediate } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { anApp, type Caller, type TestApp } from '#test/app.ts';
import { eventually } from '#test/eventually.ts';
import { aWorld, type World } from '#test/world.ts';
import { findPostgres, startPostgres, type ThrowawayPostgres } from '../../scripts/postgres.ts';
import { rows } from './client.ts';
import { ServerMonitor } from './watchedPool.ts';

// A separate Postgres, with time to restart on a busy machine.

const canFreeze = process.platform === 'linux' && findPostgres() !== null;
if (!canFreeze) console.log('!!! NOT RUN: a Postgres that goes away (no Postgres 15 or newer, or not Linux)');

/** Block this process, as the system does when others have the processors. */
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

describe.runIf(canFreeze)('unavailable Postgres', () => {
  let postgres: ThrowawayPostgres;
  let server: TestApp;
  let world: World;
  let olive: Caller;

  beforeAll(async () => {
    postgres = (await startPostgres()) as ThrowawayPostgres;
    vi.stubEnv('TEST_DATABASE_URL', postgres.url);
    server = await anApp();
    world = await aWorld(server.db);
    olive = server.as(world.olive);
    await olive.get('/api/projects');
  });
  afterAll(async () => {
    await server.close().catch(() => undefined); // its database is gone by then
    await postgres.stop();
    vi.unstubAllEnvs();
  });

  const away = {
    code: 'unavailable',
    message: 'The server cannot reach its database. Please try again in a minute.',
  };
  const isBack = () =>
    eventually(async () => expect((await olive.get('/api/projects')).statusCode).toBe(200), {
      timeout: 40_000,
      interval: 100,
    });

  test('makes all calls fail while it hangs, and calls succeed again afterwards', async () => {
    postgres.freeze();
    // More than the pool has connections: those that wait for one hear of it as well.
    const caught = await Promise.all(Array.from({ length: 15 }, () => olive.get('/api/projects')));
    for (const answer of caught)
      expect([answer.statusCode, answer.json()]).toEqual([503, expect.objectContaining(away)]);
    const later = await olive.post('/api/projects', { name: 'Day Ferry' });
    expect([later.statusCode, later.json()]).toEqual([503, expect.objectContaining(away)]);
    const health = await server.visitor.get('/api/health');
    expect([health.statusCode, health.json()]).toEqual([
      503,
      expect.objectContaining({ status: 'unavailable', database: 'away' }),
    ]);
    postgres.thaw();
    await isBack();
    expect((await olive.post('/api/projects', { name: 'Day Ferry' })).statusCode).toBe(201);
    expect((await server.visitor.get('/api/health')).statusCode).toBe(200);
  });

  test('is not reported by a process that stood still while it connected', async () => {
    const name = 'monitor of a busy process';
    const monitor = new ServerMonitor({ connectionString: postgres.url, application_name: name });
    const { signal } = monitor;
    await setImmediate(); // it connects
    standStill(4000);
    const isConnected = sql`select 1 from pg_stat_activity where application_name = ${name}`;
    await eventually(async () => expect(await rows(server.db, isConnected)).toHaveLength(1), {
      timeout: 40_000,
      interval: 20,
    });
    expect(signal.aborted).toBe(false);
    await monitor.end();
  });

  test('rolls back a change whose connection broke', async () => {
    const before = await server.db.execute(sql`select count(*)::int as n from projects`);
    const changed = server.db.transaction(async (tx) => {
      await tx.execute(sql`update projects set name = 'Half'`);
      await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
    });
    await expect(changed).rejects.toThrow();
    await isBack();
    const named = await server.db.execute(sql`select count(*)::int as n from projects where name = 'Half'`);
    expect([named, before]).toMatchObject([{ rows: [{ n: 0 }] }, { rows: [{ n: 2 }] }]);
  });

  test('is used again after a crash and restart', async () => {
    const [first] = (await rows<{ pid: number }>(server.db, sql`select pg_backend_pid() as pid`)) ?? [];
    process.kill(first?.pid ?? 0, 'SIGKILL');
    // A call may still succeed before Postgres notices the crash.
    await isBack();
    const create = async () => (await olive.post('/api/projects', { name: 'Night Ferry' })).statusCode;
    await eventually(async () => expect(await create()).toBe(201), { timeout: 40_000, interval: 100 });
  });

  test('is reported when it is stopped', async () => {
    await postgres.stop();
    const answer = await olive.get('/api/projects');
    expect([answer.statusCode, answer.json()]).toEqual([503, expect.objectContaining(away)]);
    expect((await server.visitor.get('/api/health')).statusCode).toBe(503);
  });
});
