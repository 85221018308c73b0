import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anApp, type TestApp } from '#test/app.ts';
import { eventually } from '#test/eventually.ts';
import { aWorld } from '#test/world.ts';
import { hasRedis, startRedis, type ThrowawayRedis } from '../../scripts/redis.ts';
import { type Counter, memoryCounter, sharedCounter } from './counter.ts';

const isThere = hasRedis();
if (!isThere) console.log('!!! NOT RUN: limits in Redis (no redis-server on this machine)');

test('memoryCounter adds counts within a window and restarts afterwards', async () => {
  let now = 0;
  const counter = memoryCounter(() => now);
  expect(await counter.add('a', 1000)).toEqual({ current: 1, ttlMs: 1000 });
  now = 400;
  expect(await counter.add('a', 1000, 5)).toEqual({ current: 6, ttlMs: 600 });
  expect(await counter.read('a')).toEqual({ current: 6, ttlMs: 600 });
  expect(await counter.add('b', 1000)).toEqual({ current: 1, ttlMs: 1000 });
  now = 1000;
  expect(await counter.read('a')).toEqual({ current: 0, ttlMs: 0 });
  expect(await counter.add('a', 1000)).toEqual({ current: 1, ttlMs: 1000 });
});

describe('memoryCounter with a million keys', () => {
  const flood = async (counter: Counter, kind: string, times = 1) => {
    for (let n = 0; n < 1_000_000 / times; n++)
      for (let i = 0; i < times; i++) await counter.add(`${kind}:${times} times ${n}`, 3_600_000);
  };

  test('is bounded and evicts only keys that were counted once', async () => {
    const counter = memoryCounter();
    const limits = ['login:sender', 'login:victim', 'all:sender'];
    for (const [i, key] of limits.entries())
      for (let n = 0; n < 2 + i; n++) await counter.add(key, 3_600_000);
    await counter.add('login:once', 3_600_000);
    await flood(counter, 'login');
    expect(counter.size()).toBeLessThanOrEqual(60_000);
    for (const [i, key] of limits.entries()) expect((await counter.read(key)).current).toBe(2 + i);
    expect((await counter.read('login:once')).current).toBe(0);
  });

  test('keeps a limit that was reached when other keys are counted half as often', async () => {
    const counter = memoryCounter();
    for (let n = 0; n < 6; n++) await counter.add('login:sender', 3_600_000);
    await flood(counter, 'login', 3);
    expect(counter.size()).toBeLessThanOrEqual(60_000);
    expect((await counter.read('login:sender')).current).toBe(6);
  });

  test('still counts new keys', async () => {
    const counter = memoryCounter();
    await flood(counter, 'login', 5);
    for (let n = 0; n < 5; n++)
      for (const key of ['login:one', 'login:other']) await counter.add(key, 3_600_000);
    for (const key of ['login:one', 'login:other']) expect((await counter.read(key)).current).toBe(5);
  });

  test('has room for other keys when their windows have ended', async () => {
    let now = 0;
    const counter = memoryCounter(() => now);
    for (let n = 0; n < 30_000; n++) for (let i = 0; i < 5; i++) await counter.add(`login:${n}`, 1000);
    now = 1000;
    for (let i = 0; i < 2; i++) for (let n = 0; n < 100; n++) await counter.add(`login:later ${n}`, 1000);
    for (let n = 0; n < 100; n++) expect((await counter.read(`login:later ${n}`)).current).toBe(2);
  });

  test('separates kinds', async () => {
    const counter = memoryCounter();
    await counter.add('login:once', 3_600_000);
    await flood(counter, 'all');
    expect((await counter.read('login:once')).current).toBe(1);
  });
});

describe.runIf(isThere)('sharedCounter', () => {
  let redis: ThrowawayRedis;
  const counters: Counter[] = [];
  const aNode = async () => {
    const counter = await sharedCounter(redis.url, pino({ level: 'silent' }));
    counters.push(counter);
    return counter;
  };
  /** A Redis that takes long to answer, as on a busy machine, is away for that moment. */
  const inTheEnd = (work: () => void | Promise<void>) => eventually(work, { timeout: 60_000, interval: 20 });
  const becomes = (counter: Counter, status: string) => inTheEnd(() => expect(counter.status()).toBe(status));

  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(async () => {
    for (const counter of counters) counter.close();
    await redis.stop();
  });

  test('counts for all nodes together', async () => {
    const [first, second] = [await aNode(), await aNode()];
    let tries = 0;
    await inTheEnd(async () => {
      const key = `together ${++tries}`;
      await first.add(key, 60_000, 2);
      const count = await second.add(key, 60_000, 3);
      expect(count.current).toBe(5);
      expect(count.ttlMs).toBeGreaterThan(0);
      expect((await first.read(key)).current).toBe(5);
    });
  });

  test('does not delay calls while Redis does not answer, and counts together again afterwards', async () => {
    const counter = await aNode();
    await counter.add('silent', 60_000, 7);
    redis.freeze();
    // Answered while it is still silent, and this node goes on from where it was.
    expect((await counter.add('silent', 60_000)).current).toBe(8);
    expect(counter.status()).toBe('away');
    expect((await counter.add('silent', 60_000)).current).toBe(9);
    redis.thaw();
    await becomes(counter, 'ok');
    expect((await counter.add('silent', 60_000)).current).toBeGreaterThanOrEqual(8);
  });

  test('does not delay calls after Redis was killed, and finds the next one at its address', async () => {
    const counter = await aNode();
    await counter.add('killed', 60_000);
    process.kill(redis.pid, 'SIGKILL');
    expect((await counter.add('killed', 60_000)).current).toBe(2);
    await becomes(counter, 'away');
    expect((await counter.add('killed', 60_000)).current).toBe(3);
    const { port } = redis;
    await redis.stop();
    redis = await startRedis(port);
    await becomes(counter, 'ok');
    // The new one has counted nothing.
    await inTheEnd(async () => expect((await counter.read('killed')).current).toBe(0));
  });

  test('starts without Redis', async () => {
    redis.freeze();
    const counter = await aNode();
    expect((await counter.add('start', 60_000)).current).toBe(1);
    redis.thaw();
    await becomes(counter, 'ok');
  });

  test('lets a whole server answer, count and report its health while Redis hangs', async () => {
    const server: TestApp = await anApp({ REDIS_URL: redis.url });
    try {
      const world = await aWorld(server.db);
      const olive = server.as(world.olive);
      const stranger = { url: '/api/projects', remoteAddress: '203.0.113.9' };
      await inTheEnd(async () =>
        expect((await olive.get('/api/health')).json()).toMatchObject({ redis: 'ok' }),
      );
      redis.freeze();
      const statuses = await Promise.all([
        olive.get('/api/projects'),
        server.visitor.inject(stranger),
        server.visitor.inject({ ...stranger, url: '/api/health' }),
      ]);
      expect(statuses.map(({ statusCode }) => statusCode)).toEqual([200, 401, 200]);
      expect((await olive.get('/api/health')).json()).toMatchObject({ status: 'degraded', redis: 'away' });
    } finally {
      redis.thaw();
      await server.close();
    }
  });
});
