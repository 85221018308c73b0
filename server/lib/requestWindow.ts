import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';
import { windowHeader } from '#shared/headers.ts';

const calls = new AsyncLocalStorage<{ window: string | null }>();

/** Remembers for each call in which window of a browser it was made, so that this window knows its own changes again. */
export function trackRequestWindows(app: FastifyInstance): void {
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    const given = headers[windowHeader];
    const window = typeof given === 'string' && /^[\w-]{1,64}$/.test(given) ? given : null;
    calls.run({ window }, done);
  });
}

/** The window of the call that this work is done for; null outside of a call, and for programs. */
export function requestWindowId(): string | null {
  return calls.getStore()?.window ?? null;
}
