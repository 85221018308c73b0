import os from 'node:os';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '#server/db/client.ts';
import { projectById } from '#server/projects/projects.queries.ts';
import { liveCloseCodes } from '#shared/contract/live.ts';
import { encodeProjectId } from '#shared/projectId.ts';
import { anApp, signIn, type TestApp } from '#test/app.ts';
import { aDatabase, clear } from '#test/db.ts';
import { eventually } from '#test/eventually.ts';
import { type LiveClient, openLiveClient } from '#test/live.ts';
import { openEventStreamClient, openPollingClient } from '#test/liveFallbacks.ts';
import { aWorld, type Name, type World } from '#test/world.ts';
import { hasRedis, startRedis, type ThrowawayRedis } from '../../scripts/redis.ts';

/* Two nodes on one Postgres that share only the database and a Redis. */

const isOnPostgres = Boolean(process.env.TEST_DATABASE_URL);
const place = { elementId: 2, afterId: null, elementType: 'action' } as const;
const inTheEnd = (work: () => void | Promise<void>) => eventually(work, { timeout: 60_000, interval: 20 });

let nodes: [TestApp, TestApp];
let databaseUrl: string | null;
let world: World;
const logged: { level: number; msg: string }[] = [];
const windows: LiveClient[] = [];

async function open(variables: Record<string, string>) {
  const database = await aDatabase();
  databaseUrl = database.url;
  const again = await openDatabase({ databaseUrl, dataDir: os.tmpdir() });
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const other = await anApp(variables, undefined, { database: again, log });
  nodes = [other, await anApp(variables, undefined, { database })];
}
const close = async () => {
  for (const node of nodes) await node.close();
};
const inProject = (path: string) => `/api/projects/${encodeProjectId(world.project.id)}/${path}`;
const revision = async () => (await projectById(nodes[0].db, world.project.id))?.revision ?? 0;
async function windowOf(node: TestApp, name: Name, session?: string): Promise<LiveClient> {
  const opening = { since: await revision(), ...(session !== undefined && { session }) };
  const window = await openLiveClient(node, world[name], world.project.id, opening);
  windows.push(window);
  return window;
}
const health = async (node: TestApp) => (await node.visitor.get('/api/health')).json();
const write = async (node: TestApp, title: string) => {
  const answer = await node.as(world.eddie).post(inProject('outlines'), { title });
  expect(answer.statusCode).toBe(201);
};
/** Return all messages of a window in order up to that revision; later ones fail another test. */
async function revsUntil(window: LiveClient, last: number): Promise<number[]> {
  const revs: number[] = [];
  while (revs.at(-1) !== last) revs.push((await window.next('changed')).rev);
  return revs;
}
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + 1 + i);

beforeEach(async () => {
  if (!isOnPostgres) return;
  await clear(nodes[0].db);
  world = await aWorld(nodes[0].db);
});
afterEach(() => {
  for (const window of windows.splice(0)) window.disconnect();
});

describe.runIf(isOnPostgres)('nodes without Redis', () => {
  beforeAll(() => open({}));
  afterAll(close);

  test('bring a change on one to the windows on the other', async () => {
    const [here, there] = nodes;
    const window = await windowOf(there, 'olive');
    const since = await revision();
    await write(here, 'One');
    await write(here, 'Two');
    expect(await revsUntil(window, since + 2)).toEqual([since + 1, since + 2]);
    expect(await health(here)).toMatchObject({ live: 'off', redis: 'off' });
  });

  test('close windows on one whose session ended, or whose project went, on the other', async () => {
    const [here, there] = nodes;
    const session = await signIn(here.db, world.olive.id);
    const window = await windowOf(there, 'olive', session);
    const vics = await windowOf(there, 'vic');
    await here.visitor.inject({ url: '/api/logout', cookies: { sid: session } });
    expect(await window.closed).toBe(liveCloseCodes.signedOut);
    await here.as(world.olive).delete(inProject('').slice(0, -1));
    // Whichever of the two looks comes first: at the project or at the roles in it.
    expect([liveCloseCodes.noProject, liveCloseCodes.noAccess]).toContain(await vics.closed);
  });
});

if (isOnPostgres && !hasRedis()) console.log('!!! NOT RUN: two nodes (no redis-server on this machine)');

describe.runIf(isOnPostgres && hasRedis())('nodes with a Redis', () => {
  let redis: ThrowawayRedis;

  beforeAll(async () => {
    redis = await startRedis();
    await open({ REDIS_URL: redis.url });
  });
  afterAll(async () => {
    redis.thaw();
    await close();
    await redis.stop();
  });

  const become = (live: string) =>
    inTheEnd(async () => {
      for (const node of nodes) expect(await health(node)).toMatchObject({ live });
    });
  /** Drafts are passed on by Redis alone. */
  async function expectDraftsToPass(from: LiveClient, to: LiveClient, text: string) {
    await inTheEnd(() => {
      from.send({ type: 'draft', ...place, text, caret: 0 });
    });
    expect((await to.next('draft', (draft) => draft.text === text)).text).toBe(text);
  }
  const outages = () => logged.filter(({ msg }) => msg.startsWith('Redis does not deliver messages'));

  /**
   * Return the messages of a window on one node about writes on the other, while Redis is away and
   * after its return.
   */
  async function lives(fall: () => void, rise: () => Promise<void>) {
    const [here, there] = nodes;
    await become('ok');
    const eddies = await windowOf(here, 'eddie');
    const window = await windowOf(there, 'olive');
    await window.next('presence', ({ people }) => people.length === 2);
    await expectDraftsToPass(eddies, window, 'Before');
    const since = await revision();
    const before = outages().length;
    await write(here, 'With Redis');
    fall();
    await write(here, 'Just without');
    await become('away');
    expect(await health(here)).toMatchObject({ status: 'degraded' });
    await write(here, 'Long without');
    eddies.send({ type: 'draft', ...place, text: 'Into nothing', caret: 0 });
    eddies.send({ type: 'draft', ...place, text: 'Latest', caret: 0 });
    const revs = await revsUntil(window, since + 3);
    await rise();
    await become('ok');
    // Its node says again what is being written there.
    const draft = await window.next('draft', ({ text }) => text !== 'Before');
    expect(draft.text).toBe('Latest');
    await write(here, 'With Redis again');
    await expectDraftsToPass(eddies, window, 'After');
    revs.push(...(await revsUntil(window, since + 4)));
    expect(revs).toEqual(numbers(since, since + 4));
    expect(outages().length).toBe(before + 1);
  }

  test('bring every change over once, in order, while that is silent and when it speaks again', async () => {
    await lives(
      () => redis.freeze(),
      async () => redis.thaw(),
    );
  });

  test('do so, too, when it was killed and another is there', async () => {
    const { port } = redis;
    await lives(
      () => process.kill(redis.pid, 'SIGKILL'),
      async () => {
        await redis.stop();
        redis = await startRedis(port);
      },
    );
  });

  test('repeat what is being written for a node that returns', async () => {
    await become('ok');
    const [here, there] = nodes;
    const eddies = await windowOf(here, 'eddie');
    const window = await windowOf(there, 'olive');
    await expectDraftsToPass(eddies, window, 'Still here');
    const returned = new Redis(redis.url);
    await returned.publish('cold-open:live', JSON.stringify({ type: 'returned' }));
    expect((await window.next('draft')).text).toBe('Still here');
    await returned.quit();
  });

  test.for([
    ['an event stream to one and calls to the other', openEventStreamClient],
    ['polls of both in turn', openPollingClient],
  ] as const)('connect a window by %s', async ([, openFallback]) => {
    await become('ok');
    const [here, there] = nodes;
    const window = await windowOf(there, 'olive');
    const since = await revision();
    const eddies = await openFallback(here, world.eddie, world.project.id, { since, callsTo: there });
    windows.push(eddies);
    await window.next('presence', ({ people }) => people.length === 2);
    for (const elementId of [4, 5]) {
      eddies.send({ type: 'here', view: 'script', elementId });
      const { people } = await window.next('presence', (each) =>
        each.people.some((presence) => presence.elementId === elementId),
      );
      expect(people.map(({ userId }) => userId)).toEqual([world.olive.id, world.eddie.id]);
    }
    eddies.send({ type: 'draft', ...place, text: 'Fog.', caret: 4 });
    expect((await window.next('draft')).text).toBe('Fog.');
    window.send({ type: 'draft', ...place, text: 'Gulls.', caret: 6 });
    expect((await eddies.next('draft')).text).toBe('Gulls.');
    for (const title of ['One', 'Two', 'Three']) await write(here, title);
    expect(await revsUntil(eddies, since + 3)).toEqual(numbers(since, since + 3));
    const session = await signIn(here.db, world.olive.id);
    const ending = await openFallback(here, world.olive, world.project.id, { session, callsTo: there });
    windows.push(ending);
    await there.visitor.inject({ url: '/api/logout', cookies: { sid: session } });
    expect([liveCloseCodes.signedOut, 1006]).toContain(await ending.closed);
  });

  test('close windows at once whose session ended on the other node', async () => {
    await become('ok');
    const [here, there] = nodes;
    const session = await signIn(here.db, world.olive.id);
    const window = await windowOf(there, 'olive', session);
    await here.visitor.inject({ url: '/api/logout', cookies: { sid: session } });
    expect(await window.closed).toBe(liveCloseCodes.signedOut);
  });

  test('start while it is silent', async () => {
    redis.freeze();
    const database = await openDatabase({ databaseUrl, dataDir: os.tmpdir() });
    const late = await anApp({ REDIS_URL: redis.url }, undefined, { database });
    try {
      expect(await health(late)).toMatchObject({ status: 'degraded', live: 'away' });
      redis.thaw();
      await inTheEnd(async () => expect(await health(late)).toMatchObject({ live: 'ok' }));
    } finally {
      redis.thaw();
      await late.close();
    }
  });
});
