import { getTableName, is, sql } from 'drizzle-orm';
import { NoopLogger } from 'drizzle-orm/logger';
import { PgTable } from 'drizzle-orm/pg-core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { rows } from '#server/db/client.ts';
import * as activity from '#server/db/schema/activity.ts';
import * as people from '#server/db/schema/people.ts';
import { anApp, type TestApp } from '#test/app.ts';
import { anInvitation, aProjectInvitation, aUser } from '#test/factories.ts';
import { enterCode, expectLoginMail } from '#test/login.ts';
import { loginMails } from '#test/outbox.ts';
import { devices } from './devices.ts';
import { createSigner } from './signer.ts';

/* What a stranger finds out about an address, and can do to its person: nothing. */

let server: TestApp;

beforeAll(async () => {
  server = await anApp();
});
afterAll(() => server.close());

/** The next free address of a kind. */
let visitors = 0;
const anAddress = () => `198.51.100.${++visitors}`;

interface SignInInput {
  email: string;
  code?: string;
  cookies?: Record<string, string>;
  from?: string;
}

const ask = ({ email, cookies = {}, from = anAddress() }: SignInInput) =>
  server.visitor.inject({
    method: 'POST',
    url: '/api/login',
    payload: { email },
    cookies,
    remoteAddress: from,
  });

const mailsTo = async (email: string) => {
  await server.mail.send();
  return loginMails(server.env.dataDir, email).length;
};

const enter = ({ email, code = '000000', cookies = {}, from = anAddress() }: SignInInput) =>
  server.visitor.inject({
    method: 'POST',
    url: '/api/login/verify',
    payload: { email, code },
    cookies,
    remoteAddress: from,
  });

describe('POST /api/login for an address with access and one without', () => {
  const tables = [activity, people]
    .flatMap((file) => Object.values<unknown>(file))
    .filter((value) => is(value, PgTable));

  async function counts(): Promise<[string, number][]> {
    const found: [string, number][] = [];
    for (const table of tables) {
      const [row] = await rows<{ count: number }>(
        server.db,
        sql`select count(*)::int as count from ${table}`,
      );
      found.push([getTableName(table), row?.count ?? 0]);
    }
    return found;
  }

  /**
   * Return what a call and its mail do: statements in order, rows, and the answer without secrets.
   */
  async function workOf(call: () => ReturnType<typeof ask>) {
    await server.mail.send();
    const before = new Map(await counts());
    const logged = vi.spyOn(NoopLogger.prototype, 'logQuery');
    const answer = await call();
    await server.mail.send();
    const statements = logged.mock.calls.map((given: unknown[]) => given[0]);
    logged.mockRestore();
    const added = (await counts()).map(([name, count]) => [name, count - (before.get(name) ?? 0)] as const);
    const { 'x-request-id': _, date: _date, ...headers } = answer.headers;
    const hidden = JSON.stringify(headers).replace(/asker=[\w-]{43}/, 'asker=');
    return {
      ...{ status: answer.statusCode, body: answer.body, headers: hidden },
      ...{ statements, added: added.filter(([, count]) => count !== 0) },
    };
  }

  /** Send requests from many places until the next one joins the last mail. */
  async function askOften(email: string) {
    for (let i = 0; i < 8; i++) await ask({ email });
    return email;
  }

  test('does the same work and answers alike after many requests', async () => {
    const [stranger, person] = [
      await askOften(await strangers()),
      await askOften(await kinds['has an account']()),
    ];
    const [one, other] = [
      await workOf(() => ask({ email: stranger })),
      await workOf(() => ask({ email: person })),
    ];
    expect(other).toEqual(one);
    expect([one.status, one.added]).toEqual([202, [['login_tokens', 1]]]);
    const guesses = [
      await workOf(() => enter({ email: stranger })),
      await workOf(() => enter({ email: person })),
    ];
    expect(guesses[1]).toEqual(guesses[0]);
  });

  const strangers = async () => `nobody${++visitors}@example.com`;
  const kinds = {
    'has an account': async () => (await aUser(server.db)).email,
    'is an administrator’s': async () => 'ada@example.com',
    'is invited': async () => (await anInvitation(server.db)).email,
    'is invited to a project': async () => (await aProjectInvitation(server.db)).email,
  };

  test.each(Object.entries(kinds))('does the same work and answers alike (one that %s)', async (_, known) => {
    const addresses = [await strangers(), await known()] as const;
    const [stranger, person] = [
      await workOf(() => ask({ email: addresses[0] })),
      await workOf(() => ask({ email: addresses[1] })),
    ];
    expect(person).toEqual(stranger);
    expect(stranger.status).toBe(202);
    expect(stranger.added).toEqual([
      ['login_tokens', 1],
      ['outbox', 1],
    ]);
    expect(stranger.statements.length).toBeGreaterThan(5);
    expect(addresses.map((email) => loginMails(server.env.dataDir, email).length)).toEqual([0, 1]);

    const guesses = [
      await workOf(() => enter({ email: addresses[0] })),
      await workOf(() => enter({ email: addresses[1] })),
    ];
    expect(guesses[1]).toEqual(guesses[0]);
    expect(guesses[0]).toMatchObject({ status: 400, added: [['user_activity_logs', 1]] });
  });
});

describe('device cookie of a browser that has signed in before', () => {
  /** Their browser, with what is left in it after signing out. */
  async function aKnownBrowser(email: string) {
    const { code, cookies } = await expectLoginMail(server, email);
    const answer = await enterCode(server, email, code, cookies);
    const device = answer.cookies.filter(({ name }) => name.startsWith('device-'));
    return Object.fromEntries(device.map(({ name, value }) => [name, value]));
  }

  test('is hidden from scripts, contains no address, and outlives the session', async () => {
    const { email } = await aUser(server.db);
    const { code, cookies } = await expectLoginMail(server, email);
    const answer = await enterCode(server, email, code, cookies);
    const device = answer.cookies.find(({ name }) => name.startsWith('device-'));
    expect(device).toMatchObject({
      ...{ httpOnly: true, sameSite: 'Lax', path: '/api/login', maxAge: 400 * 86_400 },
      value: expect.stringMatching(/^[\w-]{43}\.[\w-]{43}$/),
    });
    expect(JSON.stringify(device)).not.toContain(email);
    const sid = answer.cookies.find(({ name }) => name === 'sid')?.value ?? '';
    const left = await server.visitor.inject({ url: '/api/logout', cookies: { sid } });
    expect(left.cookies.map(({ name }) => name)).toEqual(['sid']);
  });

  test('has rate limits for that address alone', async () => {
    const { email } = await aUser(server.db);
    const cookies = await aKnownBrowser(email);
    const from = anAddress();
    for (let i = 0; i < 5; i++) expect((await ask({ email, from })).statusCode).toBe(202);
    expect((await ask({ email, from })).statusCode).toBe(429);
    const before = await mailsTo(email);
    for (let i = 0; i < 5; i++) expect((await ask({ email, from, cookies })).statusCode).toBe(202);
    expect((await ask({ email, from, cookies })).statusCode).toBe(429);
    expect(await mailsTo(email)).toBe(before + 5);
    const { email: other } = await aUser(server.db);
    for (let i = 0; i < 5; i++) await ask({ email: other, from });
    expect((await ask({ email: other, from, cookies })).statusCode).toBe(429);
  });

  test('lets the owner in when others have used up the limits of the network and of the code', async () => {
    const { email } = await aUser(server.db);
    const device = await aKnownBrowser(email);
    const from = anAddress();
    for (let i = 0; i < 30; i++) await ask({ email: `someone${i}@example.com`, from });
    expect((await ask({ email, from })).statusCode).toBe(429);
    const answer = await ask({ email, from, cookies: device });
    expect(answer.statusCode).toBe(202);
    const asker = answer.cookies.find(({ name }) => name === 'asker')?.value ?? '';
    await server.mail.send();
    const code = loginMails(server.env.dataDir, email).at(-1)?.code ?? '';
    const wrong = code === '000000' ? '000001' : '000000';
    for (let i = 0; i < 60; i++) await enter({ email, code: wrong, from });
    expect((await enter({ email, code, from })).statusCode).toBe(429);
    expect((await enter({ email, code, from, cookies: { ...device, asker } })).statusCode).toBe(200);
  });

  test('is rejected when it was changed', async () => {
    const { email } = await aUser(server.db);
    const [[name = '', value = ''] = []] = Object.entries(await aKnownBrowser(email));
    const [id, signature] = value.split('.');
    const from = anAddress();
    for (let i = 0; i < 5; i++) await ask({ email, from });
    expect((await ask({ email, from, cookies: { [name]: value } })).statusCode).toBe(202);
    for (const forged of [`other.${signature}`, `${id}.${signature?.slice(1)}`, `${id}.`, '.', ''])
      expect([forged, (await ask({ email, from, cookies: { [name]: forged } })).statusCode]).toEqual([
        forged,
        429,
      ]);
  });
});

const noKeys = { secretKey: null, previousSecretKey: null };

test('codes and device cookies are signed with SECRET_KEY, or with a key that all nodes share', async () => {
  const [one, other] = [await createSigner(server.db, noKeys), await createSigner(server.db, noKeys)];
  expect(one('code', 'olive@example.com', '123456')).toBe(other('code', 'olive@example.com', '123456'));
  const own = await createSigner(server.db, { ...noKeys, secretKey: 'k'.repeat(32) });
  expect(own('code', 'olive@example.com', '123456')).not.toBe(one('code', 'olive@example.com', '123456'));
  expect(one('device', 'olive@example.com', '123456')).not.toBe(one('code', 'olive@example.com', '123456'));
});

test('a changed SECRET_KEY accepts the codes and browsers of the previous key', async () => {
  const [oldKey, newKey] = ['o'.repeat(32), 'n'.repeat(32)];
  const before = await createSigner(server.db, { ...noKeys, secretKey: oldKey });
  const after = await createSigner(server.db, { secretKey: newKey, previousSecretKey: oldKey });
  const code = ['code', 'olive@example.com', '123456'] as const;
  expect(after.accepted(...code)).toEqual([after(...code), before(...code)]);
  expect(after(...code)).not.toBe(before(...code));

  const email = 'olive@example.com';
  const knows = (sign: typeof after, cookies: Record<string, string>) =>
    devices(sign, server.env.publicUrl).knownAs(email, { cookies } as FastifyRequest);
  const set: Record<string, string> = {};
  const reply = { setCookie: (name: string, value: string) => Object.assign(set, { [name]: value }) };
  devices(before, server.env.publicUrl).remember(
    email,
    { cookies: {} } as unknown as FastifyRequest,
    reply as unknown as FastifyReply,
  );
  const id = knows(before, set);
  expect(id).not.toBeNull();
  expect(knows(after, set)).toBe(id);
  // Without the previous key, the browser counts as new.
  expect(knows(await createSigner(server.db, { ...noKeys, secretKey: newKey }), set)).toBeNull();
});
