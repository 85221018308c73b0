import { Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
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
  /** Serve one slow route, and record the lines of the log. */
  async function served(slowMs: number) {
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
    const slowCalls = watchSlowCalls(app, slowMs);
    app.get('/api/things/:id', async () => {
      await Promise.all([timePart('storage', () => pause(30)), timePart('storage', () => pause(30))]);
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
        counts: expect.objectContaining({ storage: 2 }),
      }),
    ]);
    const { ms, parts } = lines[0] as { ms: number; parts: { storage: number } };
    // Waits of one part that overlap count once.
    expect(parts.storage).toBeLessThanOrEqual(ms);
    expect(JSON.stringify(lines)).not.toContain('secret');
    expect(slowCalls.count()).toBe(1);
    expect(slowCalls.latest()).toEqual([
      expect.objectContaining({ route: '/api/things/:id', reason: 'storage' }),
    ]);
  });

  test('logs no call below the limit', async () => {
    const { lines, slowCalls } = await served(60_000);
    expect([lines, slowCalls.count()]).toEqual([[], 0]);
  });
});
