import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Counter, sharedCounter } from '#server/lib/counter.ts';
import { eventually } from '#test/eventually.ts';
import { hasRedis, startRedisCluster, type ThrowawayRedisCluster } from '../../scripts/redis.ts';
import type { Bus, BusMessage } from './bus.ts';
import { redisBus } from './redisBus.ts';

const isThere = hasRedis();
if (!isThere) console.log('!!! NOT RUN: a Redis cluster (no redis-server on this machine)');

const inTheEnd = (work: () => void | Promise<void>) => eventually(work, { timeout: 60_000, interval: 20 });
const log = pino({ level: 'silent' });

describe.runIf(isThere)('two nodes on a Redis cluster', () => {
  let cluster: ThrowawayRedisCluster;
  let buses: Bus[];
  let counters: Counter[];

  beforeAll(async () => {
    cluster = await startRedisCluster();
    buses = [await redisBus(cluster.url, log), await redisBus(cluster.url, log)];
    counters = [await sharedCounter(cluster.url, log), await sharedCounter(cluster.url, log)];
    await inTheEnd(() => {
      for (const part of [...buses, ...counters]) expect(part.status()).toBe('ok');
    });
  });
  afterAll(async () => {
    for (const bus of buses) await bus.close();
    for (const counter of counters) counter.close();
    await cluster.stop();
  });

  async function expectMessagesToPass() {
    const [here, there] = buses;
    const received = new Set<BusMessage['type']>();
    there?.listen(({ type }) => received.add(type));
    await inTheEnd(() => {
      here?.tell({ type: 'word', projectId: 1, message: 'Fog.' });
      expect(received).toContain('word');
    });
  }

  test('count limits together, whichever master has the key', async () => {
    const [here, there] = counters;
    let round = 0;
    // A master that is late on a busy machine is away for that moment, and its node counts alone.
    await inTheEnd(async () => {
      round += 1;
      const keys = Array.from({ length: 12 }, (_, key) => `sender:${round} ${key}`);
      await Promise.all(keys.map((key) => here?.add(key, 60_000, 2)));
      const counts = await Promise.all(keys.map((key) => there?.add(key, 60_000, 3)));
      expect(counts.map((count) => count?.current)).toEqual(keys.map(() => 5));
    });
  });

  test('pass messages on, also after the master that had the connection is killed', async () => {
    await expectMessagesToPass();
    const [first] = cluster.masters;
    process.kill(first?.pid ?? 0, 'SIGKILL');
    await expectMessagesToPass();
    await inTheEnd(() => {
      for (const bus of buses) expect(bus.status()).toBe('ok');
    });
  });
});
