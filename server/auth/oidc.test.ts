import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { sessions, users } from '#server/db/schema/people.ts';
import { anApp, type TestApp } from '#test/app.ts';
import { anInvitation, aProjectInvitation, aUser } from '#test/factories.ts';
import {
  anIdentityProvider,
  clientId,
  clientSecret,
  type IdentityProvider,
  type ProviderOptions,
} from '#test/identity.ts';
import { freePort } from '#test/ports.ts';
import { test as serverTest } from '#test/serverTest.ts';

// The provider's advice to those who would run it for real.
vi.hoisted(() => {
  for (const level of ['warn', 'info'] as const) vi.spyOn(console, level).mockImplementation(() => undefined);
});

const callback = '/api/login/oidc/callback';
let identity: IdentityProvider;

const startProvider = (options: Partial<ProviderOptions> = {}) =>
  anIdentityProvider({ port, redirectUri: `http://127.0.0.1:5000${callback}`, ...options });

const port = await freePort();

const test = serverTest.extend(
  'settings',
  { scope: 'file' },
  {
    variables: {
      OIDC_ISSUER: `http://127.0.0.1:${port}`,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
      OIDC_NAME: 'Harbour Office',
    },
  },
);
beforeEach(async () => {
  identity = await startProvider();
});
afterEach(() => identity.close());

/** The first half: to the provider. */
async function leave(server: TestApp, query = '') {
  const answer = await server.visitor.get(`/api/login/oidc${query}`);
  const cookie = answer.cookies.find(({ name }) => name === 'oidc');
  return { answer, address: String(answer.headers.location), journey: cookie?.value ?? '' };
}

/** The second half: back from it. */
function comeBack(server: TestApp, from: URL, journey: string) {
  const url = `${from.pathname}${from.search}`;
  return server.visitor.inject({ url, cookies: { oidc: journey } });
}

async function signIn(server: TestApp, query = '') {
  const { address, journey } = await leave(server, query);
  return comeBack(server, await identity.visit(address), journey);
}

const sidOf = (answer: Awaited<ReturnType<typeof signIn>>) =>
  answer.cookies.find(({ name, value }) => name === 'sid' && value !== '')?.value;

function expectRejected(answer: Awaited<ReturnType<typeof signIn>>, text: string) {
  expect(answer.statusCode).toBe(400);
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(answer.body).toContain(text);
  expect(sidOf(answer)).toBeUndefined();
}

test('sign-in by an identity provider is bound to the browser that started it', async ({ server }) => {
  const { answer, address } = await leave(server);
  expect(answer.statusCode).toBe(302);
  const query = Object.fromEntries(new URL(address).searchParams);
  expect(query).toMatchObject({
    client_id: clientId,
    redirect_uri: `http://127.0.0.1:5000${callback}`,
    response_type: 'code',
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{20,}$/),
    nonce: expect.stringMatching(/^[\w-]{20,}$/),
  });
  expect(query.scope?.split(' ')).toEqual(expect.arrayContaining(['openid', 'email']));
  expect(answer.cookies[0]).toMatchObject({
    name: 'oidc',
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    maxAge: 600,
  });
});

test('the sign-in page names the identity provider and passes on the page to return to', async ({
  server,
}) => {
  const { body } = await server.visitor.get('/api/login?returnTo=/account');
  expect(body).toContain('Harbour Office');
  expect(body).toContain('/api/login/oidc?returnTo=%2Faccount');
});

test('sign-in by an identity provider accepts any existing account', async ({ server }) => {
  const { id, email } = await aUser(server.db);
  identity.user = { sub: 'olive', email: email.toUpperCase(), email_verified: true };
  const answer = await signIn(server, '?returnTo=/account');
  expect([answer.statusCode, answer.headers.location]).toEqual([302, '/account']);
  const me = await server.visitor.inject({ url: '/api/auth/user', cookies: { sid: sidOf(answer) ?? '' } });
  expect(me.json()).toMatchObject({ id, email });
});

test('sign-in by an identity provider reads the address from the token and supports the other client authentication', async () => {
  await identity.close();
  identity = await startProvider({ hasClaimsInToken: true, clientAuthMethods: ['client_secret_post'] });
  const other = await anApp({
    OIDC_ISSUER: `http://127.0.0.1:${port}`,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
  });
  try {
    identity.user = { sub: 'ada', email: 'ada@example.com', email_verified: true };
    const start = await other.visitor.get('/api/login/oidc');
    const back = await identity.visit(String(start.headers.location));
    const cookies = { oidc: start.cookies[0]?.value ?? '' };
    const answer = await other.visitor.inject({ url: `${back.pathname}${back.search}`, cookies });
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/']);
  } finally {
    await other.close();
  }
});

test('sign-in by an identity provider creates the account of an invited user and opens the invitation', async ({
  server,
}) => {
  const { email, inviteToken } = await aProjectInvitation(server.db);
  identity.user = { sub: 'greta', email, email_verified: true };
  const answer = await signIn(server, `?invite=${inviteToken}`);
  expect(answer.headers.location).toBe(`/invite/${inviteToken}`);
  expect(await server.db.select().from(users).where(eq(users.email, email))).toHaveLength(1);
});

test('sign-in by an identity provider rejects another address than that of the invitation', async ({
  server,
}) => {
  const { inviteToken } = await anInvitation(server.db);
  const { email } = await aUser(server.db);
  identity.user = { sub: 'olive', email, email_verified: true };
  expectRejected(await signIn(server, `?invite=${inviteToken}`), 'sent to a different email address');
});

test.for([{ email_verified: false }, {}])(
  'sign-in by an identity provider rejects an unverified address (%j)',
  async (verified, { server }) => {
    const { email } = await aUser(server.db);
    identity.user = { sub: 'olive', email, ...verified };
    expectRejected(await signIn(server), 'Harbour Office has not verified your email address.');
  },
);

test('sign-in by an identity provider rejects a user without an address', async ({ server }) => {
  identity.user = { sub: 'olive' };
  expectRejected(await signIn(server), 'Another email is needed');
});

test('sign-in by an identity provider rejects an uninvited user and creates no account', async ({
  server,
}) => {
  identity.user = { sub: 'sam', email: 'sam@example.com', email_verified: true };
  expectRejected(await signIn(server), 'Access is by invitation, and sam@example.com has none.');
  expect(await server.db.select().from(users).where(eq(users.email, 'sam@example.com'))).toEqual([]);
});

test('sign-in by an identity provider returns once, and only to the browser that started it', async ({
  server,
}) => {
  const { email } = await aUser(server.db);
  identity.user = { sub: 'olive', email, email_verified: true };
  const { address, journey } = await leave(server);
  const back = await identity.visit(address);
  expectRejected(await comeBack(server, back, ''), 'The sign-in took too long');
  expectRejected(await comeBack(server, back, 'made-up'), 'The sign-in took too long');
  const other = await leave(server);
  expectRejected(await comeBack(server, back, other.journey), 'The sign-in did not work');
  expect((await comeBack(server, back, journey)).statusCode).toBe(302);
  expectRejected(await comeBack(server, back, journey), 'The sign-in took too long');
});

test('sign-in by an identity provider rejects another state or issuer', async ({ server }) => {
  for (const [name, value] of [
    ['state', 'another'],
    ['iss', 'http://127.0.0.1:1'],
    ['code', 'made-up'],
  ] as const) {
    const { email } = await aUser(server.db);
    identity.user = { sub: name, email, email_verified: true };
    const { address, journey } = await leave(server);
    const back = await identity.visit(address);
    back.searchParams.set(name, value);
    expectRejected(await comeBack(server, back, journey), 'The sign-in did not work');
  }
});

test('sign-in by an identity provider expires', async ({ server }) => {
  const { email } = await aUser(server.db);
  identity.user = { sub: 'olive', email, email_verified: true };
  const { address, journey } = await leave(server);
  const back = await identity.visit(address);
  await server.db.update(sessions).set({ expire: new Date(Date.now() - 1000) });
  expectRejected(await comeBack(server, back, journey), 'The sign-in took too long');
});

test('explains the next step to a user who declined at the provider', async ({ server }) => {
  const { address, journey } = await leave(server);
  const state = new URL(address).searchParams.get('state') ?? '';
  const query = new URLSearchParams({ error: 'access_denied', state, iss: `http://127.0.0.1:${port}` });
  const back = new URL(`http://127.0.0.1:5000${callback}?${query}`);
  expectRejected(await comeBack(server, back, journey), 'Harbour Office did not confirm it. Start again.');
});

test('sign-in by an identity provider rejects a foreign page to return to before it calls the provider', async ({
  server,
}) => {
  const { answer } = await leave(server, '?returnTo=//elsewhere.example');
  expect(answer.statusCode).toBe(400);
  expect(answer.cookies).toEqual([]);
});

test('sign-in by an identity provider retries a provider that was unavailable', async () => {
  await identity.close();
  const other = await anApp({
    OIDC_ISSUER: `http://127.0.0.1:${port}`,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_NAME: 'Harbour Office',
  });
  try {
    const down = await other.visitor.get('/api/login/oidc');
    expect(down.statusCode).toBe(400);
    expect(down.body).toContain('Harbour Office does not answer');
    identity = await startProvider();
    expect((await other.visitor.get('/api/login/oidc')).statusCode).toBe(302);
  } finally {
    await other.close();
  }
});
