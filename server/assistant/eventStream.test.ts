import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { invalid } from '#server/lib/errors.ts';
import { errorTexts } from '#shared/errors.ts';
import { type EventStream, eventStream } from './eventStream.ts';

let app: FastifyInstance;
afterEach(() => app.close());

/** Return the response that a client receives. */
function answered(make: (events: EventStream, reply: FastifyReply) => Promise<void> | void, beatMs?: number) {
  app = Fastify();
  app.get('/', async (_request, reply) => {
    const events = eventStream(reply, beatMs);
    await make(events, reply);
    events.end();
    return reply;
  });
  return app.inject('/');
}

test('eventStream sends events with names and data in order', async () => {
  const { headers, body } = await answered((events) => {
    events.send('delta', { text: 'two\nlines' });
    events.send('done', {});
  });
  expect(headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
  });
  expect(body).toBe('event: delta\ndata: {"text":"two\\nlines"}\n\nevent: done\ndata: {}\n\n');
});

test('eventStream sends a comment while there is no event', async () => {
  const { body } = await answered(async (events) => {
    while (!events.isOpen()) await new Promise(setImmediate);
    expect(events.hasSpoken()).toBe(false);
    events.send('done', {});
  }, 1);
  expect(body).toMatch(/^(: waiting\n\n)+event: done\ndata: \{\}\n\n$/);
});

test('eventStream.fail sends the body of an error answer and hides internal messages', async () => {
  const { body } = await answered((events) => {
    events.fail(invalid('No.'));
    events.fail(new Error('secret'));
  });
  expect(body).toContain('data: {"code":"invalid","message":"No.","error":"No."}');
  expect(body).toContain('"code":"internal"');
  expect(body).not.toContain('secret');
});

test('eventStream.fail says that the database is busy', async () => {
  const { body } = await answered((events) => {
    events.fail(Object.assign(new Error('secret'), { code: '55P03' }));
  });
  expect(body).toContain(`"code":"unavailable","message":"${errorTexts.databaseBusy}"`);
  expect(body).not.toContain('secret');
});

test('eventStream sends nothing after the client disconnected', async () => {
  let isOpen = true;
  await answered((events, reply) => {
    reply.raw.destroy();
    events.send('delta', { text: 'Forty-one.' });
    isOpen = events.isOpen();
    reply.hijack();
  }).catch(() => undefined); // there is no response
  expect(isOpen).toBe(false);
});
