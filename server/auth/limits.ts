import type { FastifyInstance, FastifyRequest } from 'fastify';
import { tooManyRequests } from '#server/lib/errors.ts';
import type { Devices } from './devices.ts';

const hourMs = 3_600_000;
/** Decision OQ-01. */
const mailsPerAddress = 5;
const mailsPerIp = 30;
/** Codes are guessed by trying: 5 tries each, and no more than this from one place. */
const triesPerIp = 60;

/**
 * How often a sign-in may be tried: by address and by place for whoever comes anew. A browser that has signed in as that
 * address before has as much to itself, so nobody else can shut its person out (decision OQ-118).
 */
export function loginLimits(app: FastifyInstance, browsers: Devices) {
  const keys = new WeakMap<FastifyRequest, string>();
  const limitOf = (name: string, max: number, more = {}) => {
    const keyGenerator = (request: FastifyRequest) => `${name}:${keys.get(request)}`;
    const limit = app.createRateLimit({ max, timeWindow: hourMs, keyGenerator, ...more });
    return async (request: FastifyRequest, key: string) => {
      keys.set(request, key);
      const state = await limit(request);
      if (!state.isAllowed && state.isExceeded) throw tooManyRequests(state.ttlInSeconds);
    };
  };
  // Also where every request seems to come from this machine, which is not counted by place.
  const forAll = { allowList: () => false };
  const byAddress = limitOf('login', mailsPerAddress, forAll);
  const byIp = limitOf('login', mailsPerIp);
  const triesByIp = limitOf('verify', triesPerIp);
  const byDevice = limitOf('login-device', mailsPerAddress, forAll);
  const triesByDevice = limitOf('verify-device', triesPerIp, forAll);

  return {
    async holdMails(request: FastifyRequest, email: string): Promise<void> {
      const device = browsers.knownAs(email, request);
      if (device !== null) return byDevice(request, device);
      await byIp(request, request.ip);
      await byAddress(request, email);
    },
    /** Null: of nobody, such as a link that does not work. */
    async holdTries(request: FastifyRequest, email: string | null): Promise<void> {
      const device = email === null ? null : browsers.knownAs(email, request);
      await (device === null ? triesByIp(request, request.ip) : triesByDevice(request, device));
    },
  };
}
