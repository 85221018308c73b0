import os from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { encodeProjectId } from '#shared/projectId.ts';
import { anApp, type Caller, type TestApp } from '#test/app.ts';
import { aDatabase, type TestDatabase } from '#test/db.ts';
import { eventually } from '#test/eventually.ts';
import { aWorld, nightFerry, type World } from '#test/world.ts';
import { openDatabase, rows } from './client.ts';
import { users } from './schema/people.ts';

const isPostgres = Boolean(process.env.TEST_DATABASE_URL);

/** Rows that another program holds, such as a node that stands still, or psql. */
describe.runIf(isPostgres)('locked rows', () => {
  let database: TestDatabase;
  let server: TestApp;
  let world: World;
  let olive: Caller;
  let sam: Caller;
  let samsProject: string;
  let holder: pg.Client;
  /** In a transaction, pg_stat_activity stays as it was first read. */
  let observer: pg.Client;

  beforeAll(async () => {
    database = await aDatabase();
    server = await anApp({}, undefined, { database });
    world = await aWorld(server.db);
    olive = server.as(world.olive);
    sam = server.as(world.sam);
    samsProject = `/api/projects/${encodeProjectId((await nightFerry(server.db, world.sam)).id)}`;
    for (const caller of [olive, sam]) await caller.get('/api/projects');
    holder = new pg.Client({ connectionString: database.url ?? '' });
    observer = new pg.Client({ connectionString: database.url ?? '' });
    await Promise.all([holder.connect(), observer.connect()]);
  });
  afterEach(() => holder.query('rollback'));
  afterAll(async () => {
    await Promise.all([holder.end(), observer.end()]);
    await server.close();
  });

  async function hold(statement: string, ...values: unknown[]) {
    await holder.query('begin');
    await holder.query(statement, values);
  }

  /** Waits until at least that many connections of the server wait for a lock. */
  const waiting = (atLeast: number) =>
    eventually(
      async () => {
        const { rows } = await observer.query(
          `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock'
             and datname = current_database()`,
        );
        expect(rows[0].n).toBeGreaterThanOrEqual(atLeast);
      },
      { timeout: 30_000, interval: 20 },
    );

  /**
   * Measure until the other calls end first. On a slow machine the lock may time out before them;
   * calls that waited for the lock would never end first.
   */
  const untilFirst = (measure: () => Promise<void>) =>
    eventually(
      async () => {
        try {
          await measure();
        } finally {
          await holder.query('rollback');
        }
      },
      { timeout: 60_000 },
    );

  const busy = {
    code: 'unavailable',
    message: 'Another change to the same data has not ended yet. Please try again in a few seconds.',
  };

  test('reject the call that needs them with 503 and Retry-After, and delay no other call', async () => {
    await untilFirst(async () => {
      await hold('select from projects where id = $1 for update', world.project.id);
      const order: string[] = [];
      const involved = olive
        .patch(world.projectUrl, { logline: 'A ferry at night.' })
        .finally(() => order.push('held'));
      await waiting(1);
      const others = [
        olive.get('/api/auth/user'),
        olive.get(world.projectUrl),
        sam.get(samsProject),
        sam.patch(samsProject, { logline: 'Another ferry.' }),
        server.visitor.get('/api/health'),
      ];
      const answers = await Promise.all(others.map((each) => each.finally(() => order.push('other'))));
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
      const rejected = await involved;
      expect([rejected.statusCode, rejected.json()]).toEqual([503, expect.objectContaining(busy)]);
      expect(rejected.headers['retry-after']).toBe('3');
      expect(order).toEqual([...others.map(() => 'other'), 'held']);
    });
  });

  test('reject all queued changes of one project as soon as the first is rejected', async () => {
    await hold('select from projects where id = $1 for update', world.project.id);
    const writers = Array.from({ length: 20 }, () => olive.patch(world.projectUrl, { logline: 'Queued.' }));
    await Promise.race(writers);
    await holder.query('rollback');
    for (const { statusCode } of await Promise.all(writers)) expect(statusCode).toBe(503);
    expect((await olive.patch(world.projectUrl, { logline: 'Free.' })).statusCode).toBe(200);
  });

  test('let the call that needs them succeed when they are unlocked', async () => {
    await hold('select from projects where id = $1 for update', world.project.id);
    const involved = olive.patch(world.projectUrl, { logline: 'Released.' });
    await waiting(1);
    await holder.query('rollback');
    expect((await involved).statusCode).toBe(200);
  });

  test.each([
    ['reads', () => sam.get(samsProject)],
    ['writes to other rows', () => sam.patch(samsProject, { logline: 'Written at the same time.' })],
  ])('do not delay %s while twenty writers wait for one row', async (_, ask) => {
    await untilFirst(async () => {
      await hold('select from users where id = $1 for update', world.olive.id);
      const order: string[] = [];
      const writers = Array.from({ length: 20 }, (_, n) =>
        olive
          .patch('/api/auth/user/profile', { firstName: `Olive ${n}`, lastName: 'Owner' })
          .finally(() => order.push('held')),
      );
      await waiting(4);
      const answer = await ask().finally(() => order.push('other'));
      const whenAnswered = [...order];
      for (const { statusCode } of await Promise.all(writers)) expect(statusCode).toBe(503);
      expect([answer.statusCode, whenAnswered]).toEqual([200, ['other']]);
    });
  });

  test('delay no user when they are those of a session', async () => {
    await server.db.execute(sql`update sessions set expire = now() + interval '1 day'`);
    await hold('select from sessions for update');
    expect((await olive.get('/api/projects')).statusCode).toBe(200);
    await holder.query('rollback');
    const old = sql`select count(*)::int as n from sessions where expire < now() + interval '2 days'`;
    expect(await rows(server.db, old)).toEqual([{ n: 2 }]);
    await olive.get('/api/projects');
    expect(await rows(server.db, old)).toEqual([{ n: 1 }]);
  });
});

describe.runIf(isPostgres)('transaction', () => {
  let database: TestDatabase;
  let world: World;
  beforeAll(async () => {
    database = await aDatabase();
    world = await aWorld(database.db);
  });
  afterAll(() => database.close());

  test('is retried after a deadlock, so that both sides succeed', async () => {
    const { db } = database;
    const { olive, sam } = world;
    let tries = 0;
    const both = Promise.withResolvers<void>();
    let ready = 0;
    const rename = (first: string, second: string, lastName: string) =>
      db.transaction(async (tx) => {
        tries++;
        await tx.update(users).set({ lastName }).where(eq(users.id, first));
        if (++ready === 2) both.resolve();
        await both.promise;
        await tx.update(users).set({ lastName }).where(eq(users.id, second));
      });
    await Promise.all([rename(olive.id, sam.id, 'One'), rename(sam.id, olive.id, 'Two')]);
    expect(tries).toBeGreaterThan(2);
    const named = await db.select({ name: users.lastName }).from(users).where(eq(users.id, olive.id));
    const other = await db.select({ name: users.lastName }).from(users).where(eq(users.id, sam.id));
    expect(named).toEqual(other);
  });

  test('is retried after a serialization failure', async () => {
    const { db } = database;
    let tries = 0;
    await db.transaction(
      async (tx) => {
        const [before] = await tx.select().from(users).where(eq(users.id, world.sam.id));
        if (++tries === 1)
          await db.update(users).set({ firstName: 'Samuel' }).where(eq(users.id, world.sam.id));
        await tx.update(users).set({ lastName: before?.firstName }).where(eq(users.id, world.sam.id));
      },
      { isolationLevel: 'repeatable read' },
    );
    const [after] = await db.select().from(users).where(eq(users.id, world.sam.id));
    expect([tries, after?.lastName]).toEqual([2, 'Samuel']);
  });

  test.each([
    ['with its next statement', 2000, 0],
    ['before its next statement', 2000, 100],
    ['with a keep-alive', 4000, 100],
  ])(
    'is retried when this process was suspended during it and notices by %s',
    async (_, stillMs, pauseMs) => {
      const url = new URL(database.url ?? '');
      url.searchParams.set('idle_in_transaction_session_timeout', '500');
      const { db, close } = await openDatabase({ databaseUrl: url.href, dataDir: os.tmpdir() });
      let tries = 0;
      await db.transaction(async (tx) => {
        await tx.update(users).set({ firstName: 'Still' }).where(eq(users.id, world.nell.id));
        if (++tries === 1) {
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, stillMs);
          await pause(pauseMs);
        }
        await tx
          .update(users)
          .set({ lastName: `Stood ${tries}` })
          .where(eq(users.id, world.nell.id));
      });
      const [nell] = await db.select().from(users).where(eq(users.id, world.nell.id));
      // A slow machine may be suspended once more.
      expect([nell?.firstName, nell?.lastName]).toEqual(['Still', `Stood ${tries}`]);
      expect(tries).toBeGreaterThanOrEqual(2);
      await close();
    },
  );

  test('is not ended by the idle timeout while it computes', async () => {
    const url = new URL(database.url ?? '');
    url.searchParams.set('idle_in_transaction_session_timeout', '5000');
    const { db, close } = await openDatabase({ databaseUrl: url.href, dataDir: os.tmpdir() });
    await db.transaction(async (tx) => {
      const [own] = await rows<{ pid: number }>(tx, sql`select pg_backend_pid() as pid`);
      // The work in this process, as another connection sees it.
      await eventually(
        async () =>
          expect(
            await rows(
              database.db,
              sql`select 1 from pg_stat_activity
                where pid = ${own?.pid} and now() - xact_start > interval '8 seconds'`,
            ),
          ).toHaveLength(1),
        { timeout: 60_000, interval: 200 },
      );
      await tx.update(users).set({ firstName: 'Late' }).where(eq(users.id, world.nell.id));
    });
    const [nell] = await db.select().from(users).where(eq(users.id, world.nell.id));
    expect(nell?.firstName).toBe('Late');
    await close();
  });
});
