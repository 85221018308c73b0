import type { FastifyReply } from 'fastify';

/**
 * Return a signal that aborts when the client disconnects before the reply is sent. The request's
 * own signal does not report this once its body was read.
 */
export function abortOnDisconnect(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
