import { createSign } from 'node:crypto';
import type { ServiceAccount } from '#server/env.ts';
import { ModelFailure } from '../failure.ts';
import { memberOf } from '../providerAnswer.ts';

const scope = 'https://www.googleapis.com/auth/cloud-platform';
const lifetimeSeconds = 3600;
/** A token is not used in its last minute. */
const marginMs = 60_000;

/**
 * Create a function that returns a token of a service account and caches it until it expires.
 * Source: RFC 7523 and Google's account files.
 */
export function accessTokens(account: ServiceAccount): (signal: AbortSignal) => Promise<string> {
  let cached: { token: string; untilMs: number } | null = null;
  return async (signal) => {
    if (cached && Date.now() < cached.untilMs - marginMs) return cached.token;
    const response = await fetch(account.tokenUri, {
      ...{ method: 'POST', redirect: 'error', signal },
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion: assertionOf(account),
      }),
    });
    const answer: unknown = await response.json().catch(() => null);
    const token = memberOf(answer, 'access_token');
    if (response.status >= 500) throw new ModelFailure('unreachable', { status: response.status });
    if (!response.ok || typeof token !== 'string') throw new ModelFailure('key', { status: response.status });
    const seconds = Number(memberOf(answer, 'expires_in') ?? lifetimeSeconds);
    cached = { token, untilMs: Date.now() + seconds * 1000 };
    return token;
  };
}

function assertionOf({ email, privateKey, tokenUri }: ServiceAccount): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: email, scope, aud: tokenUri, iat: now, exp: now + lifetimeSeconds };
  const text = [{ alg: 'RS256', typ: 'JWT' }, claims].map(encodePart).join('.');
  return `${text}.${createSign('RSA-SHA256').update(text).sign(privateKey, 'base64url')}`;
}

function encodePart(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
