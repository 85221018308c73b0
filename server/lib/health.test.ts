import Fastify from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import type { Db } from '#server/db/client.ts';
import { anApp } from '#test/app.ts';
import { healthRoutes } from './health.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Health over a database that answers like this. */
async function healthOver(execute: () => Promise<unknown>) {
  const app = Fastify();
  healthRoutes(app, { db: { execute } as unknown as Db });
  await app.ready();
  return app.inject('/api/health');
}

test('a server whose database answers is healthy', async () => {
  const server = await anApp();
  try {
    const answer = await server.visitor.get('/api/health');
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ok' }]);
    expect(answer.headers['cache-control']).toBe('no-store');
  } finally {
    await server.close();
  }
});

test('one whose database refuses is not, and does not tell why', async () => {
  const answer = await healthOver(() => Promise.reject(new Error('secret of the operator')));
  expect([answer.statusCode, answer.json()]).toEqual([503, { status: 'unavailable' }]);
});

test('one whose database keeps silent is not, after three seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const asked = Promise.withResolvers<void>();
  const answer = healthOver(() => {
    asked.resolve();
    return new Promise(() => undefined);
  });
  await asked.promise;
  await vi.advanceTimersByTimeAsync(3000);
  expect((await answer).statusCode).toBe(503);
});
