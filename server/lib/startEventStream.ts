import { PassThrough } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Start a response of server-sent events. Returns the stream of its text. */
export function startEventStream(reply: FastifyReply): PassThrough {
  const events = new PassThrough();
  reply
    .type('text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store')
    // Prevent proxies from buffering.
    .header('x-accel-buffering', 'no')
    .send(events);
  return events;
}
