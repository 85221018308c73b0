import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Env } from '#server/env.ts';
import { forbidden } from './errors.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);
const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];
const loopbackHosts = new Set(['localhost', '127.0.0.1', '::1']);
const everyAddress = new Set(['0.0.0.0', '::']);

type Address = Pick<Env, 'host' | 'port' | 'publicUrl'>;

/**
 * Create a test whether an origin is ours: PUBLIC_URL, or any name of this machine if it listens
 * there.
 */
export function ownOrigins(address: Address): (origin: string, hostHeader: string | undefined) => boolean {
  const own = new Set([new URL(address.publicUrl).origin]);
  const isOnEveryAddress = everyAddress.has(address.host);
  if (loopbackHosts.has(address.host) || isOnEveryAddress) {
    for (const name of loopbackNames) own.add(`http://${name}:${address.port}`);
  }
  // Without PUBLIC_URL on all addresses the server does not know its name, so the one that was
  // called counts.
  const hasNoName = isOnEveryAddress && new URL(address.publicUrl).hostname === 'localhost';
  return (origin, hostHeader) =>
    own.has(origin) || (hasNoName && hostHeader !== undefined && origin === `http://${hostHeader}`);
}

/**
 * Create the hook that rejects calls from other origins (decision OQ-03). Browsers name the origin;
 * programs that name none send no cookies by accident, so they pass.
 */
export function rejectForeignOrigins(address: Address): onRequestAsyncHookHandler {
  const isOwn = ownOrigins(address);
  return async function checkOrigin(request) {
    if (safeMethods.has(request.method)) return;
    if (isForeignRequest(request, isOwn)) {
      throw forbidden(undefined, `Requests are only accepted from ${address.publicUrl} (PUBLIC_URL).`);
    }
  };
}

/** Return whether a page of another site made the request. */
export function isForeignRequest(
  { headers }: Pick<FastifyRequest, 'headers'>,
  isOwn: ReturnType<typeof ownOrigins>,
): boolean {
  const { origin, host } = headers;
  return origin === undefined ? isForeignSite(headers['sec-fetch-site']) : !isOwn(origin, host);
}

/** Return whether a browser reports that a page of another site made the request. */
export function isForeignSite(site: string | string[] | undefined): boolean {
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}
