import type { PassThrough } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { httpErrorOf } from '#server/lib/errors.ts';
import { startEventStream } from '#server/lib/startEventStream.ts';

export interface EventStream {
  /** True: something was sent, so no other response is possible. */
  isOpen(): boolean;
  /** True: an event was sent. A comment does not count. */
  hasSpoken(): boolean;
  send(event: string, data: object): void;
  /** Send an error as the body of an error answer. */
  fail(error: unknown): void;
  end(): void;
}

/** Proxies close idle connections, some after 30 seconds. */
const defaultBeatMs = 15_000;

/**
 * Create a stream of server-sent events. The response starts with the first event, so earlier
 * failures are HTTP errors. If there is no event within a beat, a comment is sent as a keep-alive
 * and starts the response.
 */
export function eventStream(reply: FastifyReply, beatMs: number = defaultBeatMs): EventStream {
  let stream: PassThrough | null = null;
  let hasSpoken = false;
  const beat = setInterval(() => write(': waiting\n\n'), beatMs);

  function write(text: string): void {
    // The client has disconnected.
    if (reply.raw.destroyed) return;
    stream ??= startEventStream(reply);
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
      const rejection = httpErrorOf(error);
      if (rejection !== error) reply.log.error({ err: error }, 'event stream failed');
      const { code, message, extra } = rejection;
      send('error', { code, message, error: message, ...extra });
    },
    end() {
      clearInterval(beat);
      stream?.end();
    },
  };
}
