import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { invalid } from '#server/lib/errors.ts';
import { type EventStream, eventStream } from './eventStream.ts';

let app: FastifyInstance;
afterEach(() => app.close());

/** What a caller gets of an answer that is made like this. */
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

test('events are sent with their names and data, in order', async () => {
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

test('while there is nothing to tell, a comment shows that the answer is on its way', async () => {
  const { body } = await answered(async (events) => {
    while (!events.isOpen()) await new Promise(setImmediate);
    expect(events.hasSpoken()).toBe(false);
    events.send('done', {});
  }, 1);
  expect(body).toMatch(/^(: waiting\n\n)+event: done\ndata: \{\}\n\n$/);
});

test('a refusal is told as the body of an error answer, a bug without its words', async () => {
  const { body } = await answered((events) => {
    events.fail(invalid('No.'));
    events.fail(new Error('secret'));
  });
  expect(body).toContain('data: {"code":"invalid","message":"No.","error":"No."}');
  expect(body).toContain('"code":"internal"');
  expect(body).not.toContain('secret');
});

test('to somebody who left nothing is sent', async () => {
  let isOpen = true;
  await answered((events, reply) => {
    reply.raw.destroy();
    events.send('delta', { text: 'Forty-one.' });
    isOpen = events.isOpen();
    reply.hijack();
  }).catch(() => undefined); // there is no answer
  expect(isOpen).toBe(false);
});
