import { eq, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import type { UserRow } from '#server/auth/accounts.ts';
import { userActivityLogs } from '#server/db/schema/activity.ts';
import { creditTransactions } from '#server/db/schema/billing.ts';
import { sessions, users } from '#server/db/schema/people.ts';
import { addressPrefix, sha256Of } from '#server/lib/session.ts';
import { type Caller, signIn, type TestApp } from '#test/app.ts';
import { aUser } from '#test/factories.ts';
import { errorsInBooks } from '#test/ledger.ts';
import { expectLoginMail } from '#test/login.ts';
import { test } from '#test/serverTest.ts';

let olive: UserRow;
let browser: Caller;

test.beforeEach(async ({ server }) => {
  olive = await aUser(server.db, { credits: 500 });
  browser = server.as(olive);
});

describe('GET /api/user/credits and credit history', () => {
  test('return the current balance', async ({ server }) => {
    expect((await browser.get('/api/user/credits')).json()).toEqual({ creditBalance: 500, creditsOwed: 0 });
    const nell = server.as(await aUser(server.db));
    expect((await nell.get('/api/user/credits')).json()).toEqual({ creditBalance: 0, creditsOwed: 0 });
  });

  test("return the entries newest first, without administrators' columns", async ({ server }) => {
    const { db } = server;
    const ada = await aUser(db);
    for (let i = 1; i <= 15; i++) {
      await db.insert(creditTransactions).values({
        ...{ userId: olive.id, type: 'usage', amount: -1, creditsAfter: 500 - i, description: `Chat ${i}` },
        ...{ aiService: 'openai', aiFeature: 'chat', costInUsd: 0.02, adminUserId: ada.id, reason: 'secret' },
        ...{ stripePaymentIntentId: 'pi_1', metadata: { a: 1 } },
      });
    }
    await db.update(users).set({ creditBalance: 485 }).where(eq(users.id, olive.id));
    const history = async (query = '') => (await browser.get(`/api/user/credit-history${query}`)).json();
    const ten = await history('?limit=10');
    expect(ten.map(({ description }: { description: string }) => description)).toEqual(
      [15, 14, 13, 12, 11, 10, 9, 8, 7, 6].map((i) => `Chat ${i}`),
    );
    expect(ten[0]).toEqual({
      ...{ id: expect.any(Number), type: 'usage', amount: -1, creditsAfter: 485, description: 'Chat 15' },
      ...{ aiService: 'openai', aiFeature: 'chat', costInUsd: 0.02, createdAt: expect.any(String) },
    });
    expect(await history()).toHaveLength(16);
    for (const limit of ['0', '101', '-1', 'all', '1.5'])
      expect((await browser.get(`/api/user/credit-history?limit=${limit}`)).statusCode).toBe(400);
    const sam = server.as(await aUser(db));
    expect((await sam.get('/api/user/credit-history')).json()).toEqual([]);
    expect(await errorsInBooks(db)).toEqual([]);
  });
});

describe('GET and DELETE /api/auth/sessions', () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const from = (remoteAddress: string, sid: string, userAgent = firefox) => ({
    url: '/api/auth/sessions',
    ...{ remoteAddress, cookies: { sid }, headers: { 'user-agent': userAgent } },
  });

  async function signInFrom(server: TestApp, remoteAddress: string, userAgent: string): Promise<string> {
    const payload = { email: olive.email, code: (await expectLoginMail(server, olive.email)).code };
    const answer = await server.visitor.inject({
      ...{ method: 'POST', url: '/api/login/verify', payload, remoteAddress },
      headers: { 'user-agent': userAgent },
    });
    return answer.cookies.findLast(({ name }) => name === 'sid')?.value ?? '';
  }

  test("lists the user's browsers with device, network and time of last use", async ({ server }) => {
    const here = await signInFrom(server, '203.0.113.77', firefox);
    const there = await signInFrom(server, '2001:db8:17::99', 'Phone/1');
    await signIn(server.db, (await aUser(server.db)).id);
    const answer = await server.visitor.inject(from('203.0.113.77', here));
    expect(answer.json()).toEqual([
      {
        ...{ userAgent: firefox, addressPrefix: '203.0.113', isCurrent: true },
        ...{ startedAt: expect.any(String), lastSeenAt: expect.any(String) },
      },
      expect.objectContaining({ userAgent: 'Phone/1', addressPrefix: '2001:db8:17', isCurrent: false }),
    ]);
    for (const secret of [here, there, sha256Of(here), sha256Of(there), '113.77', olive.id])
      expect(answer.body).not.toContain(secret);
  });

  test('records the current network again after an hour', async ({ server }) => {
    const here = await signInFrom(server, '203.0.113.77', firefox);
    const hourAgo = new Date(Date.now() - 2 * 3_600_000).toISOString();
    await server.db
      .update(sessions)
      .set({ sess: sql`${sessions.sess} || ${JSON.stringify({ seenAt: hourAgo })}::jsonb` })
      .where(eq(sessions.sid, sha256Of(here)));
    const [seen] = (await server.visitor.inject(from('198.51.100.1', here, 'Other/2'))).json();
    expect(seen).toMatchObject({ userAgent: 'Other/2', addressPrefix: '198.51.100' });
    expect(Date.now() - Date.parse(seen.lastSeenAt)).toBeLessThan(60_000);
    const [again] = (await server.visitor.inject(from('192.0.2.1', here))).json();
    expect(again).toEqual(seen);
  });

  test('lists the known fields of sessions of an earlier version', async ({ server }) => {
    const here = await signIn(server.db, olive.id);
    const [seen] = (await server.visitor.inject(from('203.0.113.77', here))).json();
    expect(seen).toMatchObject({ userAgent: null, addressPrefix: null, isCurrent: true });
  });

  test('can end all other sessions of the user', async ({ server }) => {
    const here = await signInFrom(server, '203.0.113.77', firefox);
    const there = await signInFrom(server, '198.51.100.1', 'Phone/1');
    const sam = await aUser(server.db);
    const ofSam = await signIn(server.db, sam.id);
    const me = async (sid: string) =>
      (await server.visitor.inject({ url: '/api/auth/user', cookies: { sid } })).statusCode;
    const answer = await server.visitor.inject({ ...from('203.0.113.77', here), method: 'DELETE' });
    expect([answer.statusCode, answer.json()]).toEqual([200, { ended: 1 }]);
    const [entry] = await server.db
      .select()
      .from(userActivityLogs)
      .where(eq(userActivityLogs.action, 'account.sessions.end'));
    expect(entry).toMatchObject({ userId: olive.id });
    expect([await me(here), await me(there), await me(ofSam)]).toEqual([200, 401, 200]);
    const again = await server.visitor.inject({ ...from('203.0.113.77', here), method: 'DELETE' });
    expect(again.json()).toEqual({ ended: 0 });
  });

  test('rejects ending sessions from another site', async ({ server }) => {
    const here = await signIn(server.db, olive.id);
    const foreign = { ...from('203.0.113.77', here), headers: { origin: 'https://example.com' } };
    expect((await server.visitor.inject({ ...foreign, method: 'DELETE' })).statusCode).toBe(403);
  });

  test.each([
    ['203.0.113.77', '203.0.113'],
    ['::ffff:203.0.113.77', '203.0.113'],
    ['2001:db8:17::99', '2001:db8:17'],
    ['2001:db8::99', '2001:db8:0'],
    ['::1', '0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0'],
    ['1:2:3:4:5:6:7:8', '1:2:3'],
    ['', null],
    ['elsewhere', null],
  ])('shows for the address %o the network %o', (address, prefix) => {
    expect(addressPrefix(address)).toBe(prefix);
  });
});
