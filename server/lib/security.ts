import helmet from '@fastify/helmet';
import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import type { Counter } from './counter.ts';
import type { Deps } from './deps.ts';
import { tooManyRequests } from './errors.ts';
import { inlineScriptHashes } from './inlineScripts.ts';
import { rejectForeignOrigins } from './origin.ts';
import { isOwnMachine, limitPlaceOf } from './place.ts';

/** Limit per network. Far above a room of writers with one address; it stops loops and scrapers. */
const requestsPerMinute = 3000;

type Policy = Record<string, readonly string[]>;

/** Content policy of pages (docs/decisions/0026). */
const ownPolicy: Policy = {
  'default-src': ["'self'"],
  'script-src': ["'self'", ...inlineScriptHashes()],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'media-src': ["'self'", 'blob:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'worker-src': ["'self'", 'blob:'],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
};

/**
 * Content policy of a worker that runs WebAssembly. The policy of a worker comes with its file, so
 * workers may compile WebAssembly while pages may not (docs/decisions/0041).
 */
export const workerPolicy: string = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "object-src 'none'",
  "base-uri 'none'",
].join(';');

/** Content policy of JSON replies: they may load nothing and not be framed. */
const dataPolicy = "default-src 'none';frame-ancestors 'none'";

/**
 * Features of browsers that no page uses. A script that got into a page could not use them, nor
 * could a frame of the payment provider.
 */
const unusedFeatures = [
  ...['accelerometer', 'browsing-topics', 'camera', 'display-capture'],
  ...['encrypted-media', 'gamepad', 'geolocation', 'gyroscope', 'hid', 'idle-detection', 'local-fonts'],
  ...['magnetometer', 'microphone', 'midi', 'otp-credentials', 'picture-in-picture', 'serial'],
  ...['storage-access', 'usb', 'window-management', 'xr-spatial-tracking'],
];

const permissionsPolicy = unusedFeatures.map((feature) => `${feature}=()`).join(', ');

/** Headers that matter for pages only; other replies are shorter without them. */
const pageHeaders = [
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-frame-options',
  'x-download-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

/** Additions to the policy for the payment form: its script, frames, frames of banks, and calls. */
const stripePolicy: Policy = {
  'script-src': ["'self'", ...inlineScriptHashes(), 'https://js.stripe.com', 'https://*.js.stripe.com'],
  'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  'connect-src': ["'self'", 'https://api.stripe.com'],
  'img-src': ["'self'", 'data:', 'blob:', 'https://*.stripe.com'],
};

/** Policy of pages with a payment form (docs/decisions/0033). */
export const payPagePolicy: string = Object.entries({ ...ownPolicy, ...stripePolicy })
  .map(([name, sources]) => [name, ...sources].join(' '))
  .join(';');

/** Add security headers, the check of origins, and rate limits to every request. */
export async function secure(app: FastifyInstance, { env, counter }: Pick<Deps, 'env' | 'counter'>) {
  const isHttps = env.publicUrl.startsWith('https:');
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: ownPolicy as Record<string, string[]>,
    },
    strictTransportSecurity: isHttps && { maxAge: 31_536_000, includeSubDomains: false },
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
    // Isolate the page from other windows. Browsers ignore these headers on plain http.
    crossOriginOpenerPolicy: isHttps && { policy: 'same-origin' },
    originAgentCluster: isHttps,
  });

  await app.register(rateLimit, {
    // Use the hook below instead of limits by route, so that unknown paths count too.
    global: false,
    max: requestsPerMinute,
    timeWindow: 60_000,
    store: storeOver(counter),
    keyGenerator: ({ ip }) => `all:${limitPlaceOf(ip)}`,
    allowList: ({ ip }) => isOwnMachine(ip),
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    addHeadersOnExceeding: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
    },
    errorResponseBuilder: (_request, { ttl }) => tooManyRequests(Math.ceil(ttl / 1000)),
  });

  app.addHook('onSend', async (_request, reply) => {
    const type = String(reply.getHeader('content-type'));
    if (type.startsWith('text/html')) reply.header('permissions-policy', permissionsPolicy);
    if (!type.startsWith('application/json')) return;
    reply.header('content-security-policy', dataPolicy);
    for (const name of pageHeaders) reply.removeHeader(name);
  });
  app.addHook('onRequest', app.rateLimit());
  app.addHook('onRequest', rejectForeignOrigins(env));
}

/**
 * Adapt the counter to the rate limit plugin. Keys have prefixes, so all limits share one store.
 */
function storeOver(counter: Counter) {
  return class CounterStore implements FastifyRateLimitStore {
    incr(...[key, callback, timeWindow]: Parameters<FastifyRateLimitStore['incr']>) {
      void counter
        .add(key, timeWindow)
        .then(({ current, ttlMs }) => callback(null, { current, ttl: ttlMs }), callback);
    }
    child() {
      return this;
    }
  };
}
