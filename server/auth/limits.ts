import type { FastifyRequest } from 'fastify';
import type { Counter } from '#server/lib/counter.ts';
import { tooManyRequests } from '#server/lib/errors.ts';
import { isOwnMachine, limitPlaceOf } from '#server/lib/place.ts';
import type { Devices } from './devices.ts';

const hourMs = 3_600_000;
/** Decision OQ-01. */
const mailsPerAddressAndPlace = 5;
const mailsPerPlace = 30;
/** Codes can be guessed: 5 tries each, and no more than this from one place. */
const triesPerPlace = 60;
/** Mails to one address that are sent at once. Later ones wait for one another. */
export const mailsAtOnce = 5;
export const mailIntervalMs = 5 * 60_000;

/**
 * Limits of sign-in (docs/decisions/0064). A place is limited, for one address and for all. An
 * address is not, so that nobody can lock its owner out: its mails become less frequent. A browser
 * that has signed in as that address before has separate limits (decision OQ-118).
 */
export function loginLimits(counter: Counter, browsers: Devices) {
  async function hold(key: string, max: number): Promise<void> {
    const { current, ttlMs } = await counter.add(key, hourMs);
    if (current > max) throw tooManyRequests(Math.max(1, Math.ceil(ttlMs / 1000)));
  }

  /**
   * A proxy on this machine that hides its visitors makes all of them one place, which is not
   * limited.
   */
  async function holdPlace(kind: string, { ip }: FastifyRequest, max: number, about = ''): Promise<void> {
    if (!isOwnMachine(ip)) await hold(`${kind}:${limitPlaceOf(ip)}${about}`, max);
  }

  return {
    /**
     * Count a request for a mail to an address. Throws 429 if this place or device has asked too
     * often. Returns how long a new mail has to wait; 0 sends it at once.
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
    /** Count a try. Null: without an address, such as for an invalid link. */
    async holdTries(request: FastifyRequest, email: string | null): Promise<void> {
      const device = email === null ? null : browsers.knownAs(email, request);
      if (device !== null) await hold(`verify-device:${device}`, triesPerPlace);
      else await holdPlace('verify', request, triesPerPlace);
    },
  };
}
