import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { anApp, type TestApp } from '#test/app.ts';
import { aWorld } from '#test/world.ts';
import { hasRedis, startRedis, type ThrowawayRedis } from '../../scripts/redis.ts';
import { type Counter, memoryCounter, sharedCounter } from './counter.ts';

const isThere = hasRedis();
if (!isThere) console.log('!!! NOT RUN: limits in Redis (no redis-server on this machine)');

test('counts add up within their window and begin anew after it', async () => {
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

test('many keys do not fill the memory: the oldest are forgotten', async () => {
  const counter = memoryCounter();
  for (let n = 0; n <= 50_000; n++) await counter.add(`address ${n}`, 60_000);
  expect((await counter.read('address 0')).current).toBe(0);
  expect((await counter.read('address 1')).current).toBe(1);
});

describe.runIf(isThere)('with Redis', () => {
  let redis: ThrowawayRedis;
  const counters: Counter[] = [];
  const aNode = async () => {
    const counter = await sharedCounter(redis.url, pino({ level: 'silent' }));
    counters.push(counter);
    return counter;
  };
  /** A Redis that takes long to answer, as on a busy machine, is away for that moment. */
  const inTheEnd = (work: () => void | Promise<void>) => vi.waitFor(work, { timeout: 60_000, interval: 20 });
  const becomes = (counter: Counter, status: string) => inTheEnd(() => expect(counter.status()).toBe(status));

  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(async () => {
    for (const counter of counters) counter.close();
    await redis.stop();
  });

  test('nodes count together', async () => {
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

  test('a Redis that is silent keeps nobody waiting; when it speaks again nodes count together again', async () => {
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

  test('one that was killed is missed by nobody, and found again when another listens there', async () => {
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

  test('a node starts without it', async () => {
    redis.freeze();
    const counter = await aNode();
    expect((await counter.add('start', 60_000)).current).toBe(1);
    redis.thaw();
    await becomes(counter, 'ok');
  });

  test('a whole server answers, counts and tells its health while Redis hangs', async () => {
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
