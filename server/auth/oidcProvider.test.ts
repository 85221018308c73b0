import { describe, expect, test } from 'vitest';
import { aHostileProvider, type HostileAnswers, type HostileProvider } from '#test/hostileProvider.ts';
import { clientId, clientSecret } from '#test/identity.ts';
import { provider } from './oidc.ts';

/** Sign in at a provider whose replies are changed. Return the address that it could claim. */
async function signInWith(answers: HostileAnswers): Promise<string | null> {
  const hostile = await aHostileProvider(answers);
  return signInAt(hostile, answers).finally(() => hostile.close());
}

async function signInAt(hostile: HostileProvider, { callback }: HostileAnswers): Promise<string | null> {
  const settings = { issuer: hostile.issuer, clientId, clientSecret, name: 'Hostile' };
  const identity = provider(settings, 'https://write.example.com', 10);
  const { address, checks } = await identity.start();
  hostile.expect(checks);
  const url = new URL(new URL(address).searchParams.get('redirect_uri') ?? '');
  const fields = { code: 'any', state: checks.state, iss: hostile.issuer, ...callback };
  url.search = String(new URLSearchParams(fields));
  return identity.finish(url, checks);
}

const claimed = 'olive@example.com';
const hourAgo = Math.floor(Date.now() / 1000) - 3600;

describe('provider', () => {
  test('returns the address that a correct token contains', async () => {
    expect(await signInWith({})).toBe(claimed);
  });

  test.each<[string, HostileAnswers]>([
    ['for another client', { claims: { aud: 'another' } }],
    ['for several clients without a named one', { claims: { aud: [clientId, 'another'] } }],
    ['of another issuer', { claims: { iss: 'https://other.example' } }],
    ['with another nonce', { claims: { nonce: 'another' } }],
    ['without a nonce', { claims: { nonce: undefined } }],
    ['that has expired', { claims: { iat: hourAgo, exp: hourAgo + 60 } }],
    ['without an expiry', { claims: { exp: undefined } }],
    ['without a subject', { claims: { sub: undefined } }],
    ['signed with another key', { signature: 'other key' }],
    ['without a signature', { signature: 'none' }],
  ])('rejects a token %s', async (_name, answers) => {
    await expect(signInWith(answers)).rejects.toThrow();
  });

  test.each<[string, HostileAnswers]>([
    ['an unverified address', { claims: { email_verified: false } }],
    ['a verification that is text', { claims: { email_verified: 'true' } }],
    ['a list of addresses', { claims: { email: [claimed] }, userInfo: { email: [claimed] } }],
  ])('returns no address for %s', async (_name, answers) => {
    expect(await signInWith(answers)).toBeNull();
  });

  test.each<[string, HostileAnswers]>([
    ['another state', { callback: { state: 'another' } }],
    ['another issuer', { callback: { iss: 'https://other.example' } }],
    ['userinfo of another user', { claims: { email: undefined }, userInfo: { sub: 'another' } }],
    ['a page instead of a token', { token: '<html>' }],
    ['metadata of another issuer', { metadata: { issuer: 'https://other.example' } }],
  ])('rejects %s', async (_name, answers) => {
    await expect(signInWith(answers)).rejects.toThrow();
  });

  test('reads no more than the limit of a reply without an end', async () => {
    const answers: HostileAnswers = { token: 'endless' };
    const hostile = await aHostileProvider(answers);
    await expect(signInAt(hostile, answers)).rejects.toThrow();
    expect(hostile.sentBytes()).toBeLessThan(20_000_000);
    await hostile.close();
  });
});
