import Fastify from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import type { Db } from '#server/db/client.ts';
import { readEnv } from '#server/env.ts';
import { anApp } from '#test/app.ts';
import { memoryCounter } from './counter.ts';
import { createHealthReader, healthRoutes } from './health.ts';
import type { PartStatus } from './partStatus.ts';

afterEach(() => {
  vi.useRealTimers();
});

interface Parts {
  execute?: () => Promise<unknown>;
  storage?: PartStatus;
  mail?: PartStatus;
  live?: PartStatus;
}

/** Health over parts that are doing like this. */
async function healthOver(
  { execute = async () => [], storage = 'ok', mail = 'off', live = 'off' }: Parts,
  path = '/api/health',
) {
  const app = Fastify();
  const deps = {
    db: { execute } as unknown as Db,
    env: readEnv({}),
    counter: memoryCounter(),
    storage: { status: () => storage },
    live: { status: () => live },
    liveConnections: () => ({ webSocket: 0, eventStream: 0, polling: 0 }),
    mail: { send: async () => undefined, close: async () => undefined, status: () => mail },
  };
  healthRoutes(app, createHealthReader(deps, app.log));
  await app.ready();
  return app.inject(path);
}

test('GET /api/health returns ok with the state of each part when the database answers', async () => {
  const server = await anApp();
  try {
    const answer = await server.visitor.get('/api/health');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ database: 'ok', redis: 'off', storage: 'ok', mail: 'off' });
    // How full this machine's disk is, is not ours to say.
    expect(['ok', 'low', 'full']).toContain(answer.json().disk);
    expect(answer.headers['cache-control']).toBe('no-store');
  } finally {
    await server.close();
  }
});

test('GET /api/health returns unavailable without a reason when the database fails', async () => {
  const answer = await healthOver({ execute: () => Promise.reject(new Error('secret of the operator')) });
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toMatchObject({ status: 'unavailable', database: 'away' });
  expect(answer.body).not.toContain('secret');
});

test('GET /api/health/live returns ok, and ready returns unavailable, while the database fails', async () => {
  const execute = () => Promise.reject(new Error('no connection'));
  const [live, ready] = [
    await healthOver({ execute }, '/api/health/live'),
    await healthOver({ execute }, '/api/health/ready'),
  ];
  expect([live.statusCode, live.json()]).toEqual([200, { status: 'ok' }]);
  expect([ready.statusCode, ready.json()]).toEqual([503, { status: 'unavailable' }]);
});

test('GET /api/health/ready returns 200 while a part is away without which the product works', async () => {
  const ready = await healthOver({ storage: 'away' }, '/api/health/ready');
  expect([ready.statusCode, ready.json()]).toEqual([200, { status: 'degraded' }]);
});

test.each([{ storage: 'away' as const }, { mail: 'away' as const }, { live: 'away' as const }])(
  'GET /api/health returns degraded for %j',
  async (parts) => {
    const answer = await healthOver(parts);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      expect.objectContaining({ ...parts, status: 'degraded' }),
    ]);
  },
);

test('GET /api/health returns unavailable when the database does not answer within three seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const requested = Promise.withResolvers<void>();
  const answer = healthOver({
    execute: () => {
      requested.resolve();
      return new Promise(() => undefined);
    },
  });
  await requested.promise;
  await vi.advanceTimersByTimeAsync(3000);
  expect((await answer).statusCode).toBe(503);
});
