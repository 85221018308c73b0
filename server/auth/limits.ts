import type { FastifyRequest } from 'fastify';
import type { Counter } from '#server/lib/counter.ts';
import { tooManyRequests } from '#server/lib/errors.ts';
import { isOwnMachine, limitPlaceOf } from '#server/lib/place.ts';
import type { Devices } from './devices.ts';

const hourMs = 3_600_000;
/** Decision OQ-01. */
const mailsPerAddressAndPlace = 5;
const mailsPerPlace = 30;
/** Maximum number of sign-in attempts per network. Each code permits 5 of them. */
const triesPerPlace = 60;
/** Number of mails to one address that are sent without delay. Later ones are sent at intervals. */
export const mailsAtOnce = 5;
export const mailIntervalMs = 5 * 60_000;

/**
 * Limits of sign-in (docs/decisions/0064). Requests are limited per network, in total and for each
 * address. An address itself is not limited, so that nobody can lock out its owner: mails to it are
 * only delayed. A browser that has signed in as that address before has separate limits (decision
 * OQ-118).
 */
export function loginLimits(counter: Counter, browsers: Devices) {
  async function hold(key: string, max: number): Promise<void> {
    const { current, ttlMs } = await counter.add(key, hourMs);
    if (current > max) throw tooManyRequests(Math.max(1, Math.ceil(ttlMs / 1000)));
  }

  /**
   * Count a request of a network. A proxy on this machine that hides its visitors would make all of
   * them one network, so this machine is not limited.
   */
  async function holdPlace(kind: string, { ip }: FastifyRequest, max: number, about = ''): Promise<void> {
    if (!isOwnMachine(ip)) await hold(`${kind}:${limitPlaceOf(ip)}${about}`, max);
  }

  return {
    /**
     * Count a request for a mail to an address. Throws 429 when this network or browser has made
     * too many. Returns the delay of a new mail in milliseconds; 0: send it at once.
     */
    async holdMails(request: FastifyRequest, email: string): Promise<number> {
      const device = browsers.knownAs(email, request);
      if (device !== null) {
        await hold(`login-device:${device}`, mailsPerAddressAndPlace);
        return 0;
      }
      await holdPlace('login', request, mailsPerPlace);
      await holdPlace('login-at', request, mailsPerAddressAndPlace, ` ${email}`);
      const { current: asked } = await counter.add(`login-to:${email}`, hourMs);
      if (asked <= mailsAtOnce) return 0;
      const { current, ttlMs } = await counter.add(`login-next:${email}`, mailIntervalMs);
      return current === 1 ? 0 : Math.max(1, ttlMs);
    },
    /** Count an attempt to sign in. `email` is null for an invalid link. */
    async holdTries(request: FastifyRequest, email: string | null): Promise<void> {
      const device = email === null ? null : browsers.knownAs(email, request);
      if (device !== null) await hold(`verify-device:${device}`, triesPerPlace);
      else await holdPlace('verify', request, triesPerPlace);
    },
  };
}
