import { performance } from 'node:perf_hooks';
import { Writable } from 'node:stream';
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { timePart } from '#server/db/callTimes.ts';
import { reasonOf, watchSlowCalls } from './slowCalls.ts';

describe('reasonOf', () => {
  const call = { ms: 1000, parts: {}, activeMs: 50, retries: 0 };

  test.each([
    ['database', { parts: { database: 700, connection: 100 } }],
    ['connection', { parts: { database: 100, connection: 800 } }],
    ['queue', { parts: { queue: 900, thread: 90 } }],
    ['locks', { parts: { database: 900 }, retries: 2 }],
    // The pauses between the attempts are no part.
    ['locks', { parts: { database: 300 }, retries: 2 }],
    // An embedded database runs in the event loop.
    ['event-loop', { parts: { database: 700 }, activeMs: 950 }],
    ['event-loop', { parts: { database: 100 }, activeMs: 600 }],
    ['other', { parts: { database: 100 } }],
    ['other', {}],
  ])('returns %s for %j', (reason, more) => {
    expect(reasonOf({ ...call, ...more })).toBe(reason);
  });
});

describe('watchSlowCalls', () => {
  // Time passes only where the test says so, or a pause of the machine would be part of the call.
  let now = 0;
  beforeEach(() => {
    vi.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  /** Serve one slow route, and record the lines of the log. */
  async function served(slowMs: number, activeMs = 0) {
    const lines: Record<string, unknown>[] = [];
    const sink = new Writable({
      write(chunk, _encoding, done) {
        lines.push(JSON.parse(String(chunk)));
        done();
      },
    });
    const loggerInstance = pino({ level: 'info' }, sink) as FastifyBaseLogger;
    const app = Fastify({
      loggerInstance,
      logController: new LogController({ disableRequestLogging: true }),
    });
    const slowCalls = watchSlowCalls(app, slowMs, undefined, () => activeMs);
    app.get('/api/things/:id', async () => {
      const both = Promise.withResolvers<void>();
      const waits = [1, 2].map(() => timePart('storage', () => both.promise));
      now += 30;
      both.resolve();
      await Promise.all(waits);
      return {};
    });
    await app.inject('/api/things/secret');
    return { lines, slowCalls };
  }

  test('logs a call that takes longer, by route, with the part that took most of it', async () => {
    const { lines, slowCalls } = await served(10);
    expect(lines).toEqual([
      expect.objectContaining({
        msg: 'slow call',
        route: '/api/things/:id',
        reason: 'storage',
        ms: 30,
        // Waits of one part that overlap count once.
        parts: expect.objectContaining({ storage: 30 }),
        counts: expect.objectContaining({ storage: 2 }),
      }),
    ]);
    expect(JSON.stringify(lines)).not.toContain('secret');
    expect(slowCalls.count()).toBe(1);
    expect(slowCalls.latest()).toEqual([
      expect.objectContaining({ route: '/api/things/:id', reason: 'storage' }),
    ]);
  });

  test('logs a call as waiting for the event loop that was busy all the time', async () => {
    const { lines } = await served(10, 60_000);
    expect(lines).toEqual([expect.objectContaining({ reason: 'event-loop', eventLoopMs: 60_000 })]);
  });

  test('logs no call below the limit', async () => {
    const { lines, slowCalls } = await served(60_000);
    expect([lines, slowCalls.count()]).toEqual([[], 0]);
  });
});
