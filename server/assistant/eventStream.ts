import { PassThrough } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { HttpRefusal } from '#server/lib/errors.ts';
import { errorTexts } from '#shared/errors.ts';

export interface EventStream {
  /** Something was sent, so the answer can be no other any more. */
  isOpen(): boolean;
  /** An event was sent; waiting alone is none. */
  hasSpoken(): boolean;
  send(event: string, data: object): void;
  /** As the body of an error answer. */
  fail(error: unknown): void;
  end(): void;
}

/** Proxies give up a connection on which nothing moves, some after 30 seconds. */
const usualBeatMs = 15_000;

/**
 * Server-sent events as an answer. It begins with the first of them, so that what fails before answers as any call;
 * but a wait is not longer than a beat before there is a sign of life, and that is a comment.
 */
export function eventStream(reply: FastifyReply, beatMs: number = usualBeatMs): EventStream {
  let stream: PassThrough | null = null;
  let hasSpoken = false;
  const beat = setInterval(() => write(': waiting\n\n'), beatMs);

  function begun(): PassThrough {
    const events = new PassThrough();
    reply
      .type('text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store')
      // Proxies would collect it otherwise.
      .header('x-accel-buffering', 'no')
      .send(events);
    return events;
  }

  function write(text: string): void {
    // Nobody listens any more.
    if (reply.raw.destroyed) return;
    stream ??= begun();
    if (!stream.destroyed) stream.write(text);
  }

  function send(event: string, data: object): void {
    hasSpoken = true;
    write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  return {
    isOpen: () => stream !== null,
    hasSpoken: () => hasSpoken,
    send,
    fail(error) {
      const refusal = error instanceof HttpRefusal ? error : new HttpRefusal('internal', errorTexts.internal);
      if (refusal !== error) reply.log.error({ err: error }, 'an answer broke off');
      const { code, message, extra } = refusal;
      send('error', { code, message, error: message, ...extra });
    },
    end() {
      clearInterval(beat);
      stream?.end();
    },
  };
}
