import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { basePathOf } from '#server/lib/basePath.ts';
import { cookieOptions, newSecret } from '#server/lib/session.ts';
import type { Signer } from './signer.ts';

/** Browsers keep a cookie for this long, counted from the last sign-in. */
const deviceDays = 400;
const askerMinutes = 10;
const loginPath = '/api/login';
const askerCookie = 'asker';

/**
 * Recognise browsers that have signed in before. Such a browser has a signed cookie for that
 * address, and separate rate limits that others cannot use up. A browser that requests a code gets
 * a cookie that identifies it as the requester. Neither cookie signs anybody in, and both outlive
 * the session.
 */
export function devices(sign: Signer, publicUrl: string) {
  const path = basePathOf(publicUrl) + loginPath;
  const options = (maxAge: number) => ({ ...cookieOptions(publicUrl), path, maxAge });
  const cookieFor = (signature: string) => `device-${signature.slice(0, 16)}`;

  return {
    /** Return the id of a browser that has signed in as this address before; null for any other. */
    knownAs(email: string, request: FastifyRequest): string | null {
      for (const name of sign.accepted('device', email).map(cookieFor)) {
        const [id = '', signature = ''] = (request.cookies[name] ?? '').split('.');
        if (isAccepted(signature, sign.accepted('device', email, id))) return id;
      }
      return null;
    },
    remember(email: string, request: FastifyRequest, reply: FastifyReply): void {
      const id = this.knownAs(email, request) ?? newSecret();
      const value = `${id}.${sign('device', email, id)}`;
      reply.setCookie(cookieFor(sign('device', email)), value, options(deviceDays * 86_400));
    },
    /** Create the secret of a browser that requests a code. */
    newAsker(reply: FastifyReply): string {
      const secret = newSecret();
      reply.setCookie(askerCookie, secret, options(askerMinutes * 60));
      return secret;
    },
    askerOf: (request: FastifyRequest): string | null => request.cookies[askerCookie] ?? null,
  };
}

export type Devices = ReturnType<typeof devices>;

/** Return whether a signature is one of those that are accepted. */
export function isAccepted(given: string, accepted: readonly string[]): boolean {
  return accepted.some((right) => isSameInConstantTime(given, right));
}

function isSameInConstantTime(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
