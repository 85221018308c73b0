import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';
import { windowHeader } from '#shared/headers.ts';

const calls = new AsyncLocalStorage<{ window: string | null }>();

/** Store the id of the calling tab for each request, so that the tab recognises its own changes. */
export function trackRequestWindows(app: FastifyInstance): void {
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    const value = headers[windowHeader];
    const window = typeof value === 'string' && /^[\w-]{1,64}$/.test(value) ? value : null;
    calls.run({ window }, done);
  });
}

/** Return the tab of the current request. Null: outside of a request, or for a program. */
export function requestWindowId(): string | null {
  return calls.getStore()?.window ?? null;
}
