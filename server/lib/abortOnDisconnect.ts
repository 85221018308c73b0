import type { FastifyReply } from 'fastify';

/**
 * Aborts when the caller goes away before the answer is written. (The request's own signal does not tell that
 * once its body has been read.)
 */
export function abortOnDisconnect(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
