import { eq, lt } from 'drizzle-orm';
import { describe, expect, vi } from 'vitest';
import type { UserRow } from '#server/auth/accounts.ts';
import { userActivityLogs } from '#server/db/schema/activity.ts';
import { loginTokens, sessions } from '#server/db/schema/people.ts';
import { sessionEnd, sha256Of } from '#server/lib/session.ts';
import { anApp, signIn, type TestApp } from '#test/app.ts';
import { aUser } from '#test/factories.ts';
import { expectLoginMail } from '#test/login.ts';
import { test } from '#test/serverTest.ts';
import { purgeExpired } from './sessions.ts';

let olive: UserRow;

test.beforeAll(async ({ server }) => {
  olive = await aUser(server.db, { email: 'olive@example.com' });
});

const hourMs = 3_600_000;

/** Signs in by code in a browser that may already hold a session. */
async function signInByCode(app: TestApp, email: string, cookies: Record<string, string> = {}) {
  const payload = { email, code: (await expectLoginMail(app, email)).code };
  const answer = await app.visitor.inject({ method: 'POST', url: '/api/login/verify', payload, cookies });
  const cookie = answer.cookies.findLast(({ name }) => name.endsWith('sid'));
  if (!cookie) throw new Error('No session was started');
  return cookie;
}

const rowOf = async (server: TestApp, sid: string) =>
  (
    await server.db
      .select()
      .from(sessions)
      .where(eq(sessions.sid, sha256Of(sid)))
  )[0];

const me = (server: TestApp, sid: string, headers = {}) =>
  server.visitor.inject({ url: '/api/auth/user', cookies: { sid }, headers });

describe('session', () => {
  test('is a row with the hash of its cookie', async ({ server }) => {
    const { value } = await signInByCode(server, olive.email);
    const row = await rowOf(server, value);
    expect(row?.sess).toMatchObject({ userId: olive.id, startedAt: expect.any(String) });
    expect(JSON.stringify(row)).not.toContain(value);
    const days = ((row?.expire.getTime() ?? 0) - Date.now()) / (24 * hourMs);
    expect(days).toBeGreaterThan(6.99);
    expect(days).toBeLessThanOrEqual(7);
  });

  test('has a cookie that scripts cannot read and other sites do not send', async ({ server }) => {
    const cookie = await signInByCode(server, olive.email);
    expect(cookie).toMatchObject({ path: '/', httpOnly: true, sameSite: 'Lax', maxAge: 604_800 });
    expect(cookie).not.toHaveProperty('secure');
    expect(cookie).not.toHaveProperty('domain');
    expect(cookie.value).toMatch(/^[\w-]{43}$/);
  });

  test('has a cookie on https that only https sends, and that other hosts cannot set', async () => {
    const https = await anApp({ PUBLIC_URL: 'https://localhost' });
    const who = (cookies: Record<string, string>) => https.visitor.inject({ url: '/api/auth/user', cookies });
    try {
      const { email, id } = await aUser(https.db);
      const cookie = await signInByCode(https, email);
      expect(cookie).toMatchObject({ name: '__Host-sid', secure: true, httpOnly: true, path: '/' });
      expect(cookie).not.toHaveProperty('domain');
      expect((await who({ '__Host-sid': cookie.value })).statusCode).toBe(200);
      expect((await who({ sid: cookie.value })).statusCode).toBe(401);
      // A session from before goes on under the name that it has, until the next sign-in.
      const former = await signIn(https.db, id);
      expect((await who({ sid: former })).statusCode).toBe(200);
      expect((await who({ '__Host-sid': former })).statusCode).toBe(401);
      const payload = { email, code: (await expectLoginMail(https, email)).code };
      const cookies = { sid: former };
      const answer = await https.visitor.inject({
        method: 'POST',
        url: '/api/login/verify',
        payload,
        cookies,
      });
      const named = (name: string) => answer.cookies.findLast((each) => each.name === name);
      expect(named('sid')).toMatchObject({ value: '', secure: true });
      expect((await who({ '__Host-sid': named('__Host-sid')?.value ?? '' })).statusCode).toBe(200);
      expect((await who({ sid: former })).statusCode).toBe(401);
    } finally {
      await https.close();
    }
  });

  test('is a new one at every sign-in, and does not exist before', async ({ server }) => {
    const first = await signInByCode(server, olive.email);
    const second = await signInByCode(server, olive.email, { sid: first.value });
    expect(second.value).not.toBe(first.value);
    expect(await rowOf(server, first.value)).toBeUndefined();
    expect((await me(server, second.value)).statusCode).toBe(200);
    const planted = await signInByCode(server, olive.email, { sid: 'planted' });
    expect(planted.value).not.toBe('planted');
    expect((await me(server, 'planted')).statusCode).toBe(401);
  });

  test('is independent of the sessions of other browsers', async ({ server }) => {
    const phone = await signIn(server.db, olive.id);
    const desk = await signIn(server.db, olive.id);
    await server.visitor.inject({ url: '/api/logout', cookies: { sid: desk } });
    expect((await me(server, desk)).statusCode).toBe(401);
    expect((await me(server, phone)).statusCode).toBe(200);
  });

  // The embedded database has the clock of its process.
  test.runIf(process.env.TEST_DATABASE_URL)(
    'outlives a call at a node whose clock is 8 days slow',
    async ({ server }) => {
      const sid = await signIn(server.db, olive.id);
      const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 8 * 24 * hourMs);
      await me(server, sid);
      clock.mockRestore();
      expect((await me(server, sid)).statusCode).toBe(200);
    },
  );

  test('stays valid when SECRET_KEY changes', async ({ server }) => {
    const sid = await signIn(server.db, olive.id);
    const database = { db: server.db, close: async () => undefined, type: 'embedded' } as const;
    const restarted = await anApp({ SECRET_KEY: 'n'.repeat(32) }, undefined, { database });
    expect((await me(restarted, sid)).statusCode).toBe(200);
    await restarted.close();
  });

  test('is renewed at most once an hour', async ({ server }) => {
    const sid = await signIn(server.db, olive.id);
    const setExpire = (expire: Date) =>
      server.db
        .update(sessions)
        .set({ expire })
        .where(eq(sessions.sid, sha256Of(sid)));

    const halfAnHourAgo = sessionEnd(Date.now() - hourMs / 2);
    await setExpire(halfAnHourAgo);
    expect((await me(server, sid)).cookies).toEqual([]);
    expect((await rowOf(server, sid))?.expire).toEqual(halfAnHourAgo);

    await setExpire(sessionEnd(Date.now() - 2 * hourMs));
    expect((await me(server, sid)).cookies[0]).toMatchObject({ name: 'sid', value: sid, maxAge: 604_800 });
    expect((await rowOf(server, sid))?.expire.getTime()).toBeGreaterThan(
      Date.now() + 7 * 24 * hourMs - 60_000,
    );
    expect((await me(server, sid)).cookies).toEqual([]);
  });
});

describe('maximum lifetime', () => {
  const dayMs = 24 * hourMs;
  /** Open a page in a session that began this many days ago and was used since. */
  async function comeAfter(server: TestApp, days: number) {
    const sid = await signIn(server.db, olive.id);
    const sess = { userId: olive.id, startedAt: new Date(Date.now() - days * dayMs).toISOString() };
    await server.db
      .update(sessions)
      .set({ sess, expire: sessionEnd(Date.now() - 2 * hourMs) })
      .where(eq(sessions.sid, sha256Of(sid)));
    const answer = await me(server, sid);
    return {
      sid,
      answer,
      daysLeft: ((await rowOf(server, sid))?.expire.getTime() ?? 0) / dayMs - Date.now() / dayMs,
    };
  }

  test('ends a session 30 days after its start', async ({ server }) => {
    expect((await comeAfter(server, 22)).daysLeft).toBeCloseTo(7, 2);
    const { answer, daysLeft } = await comeAfter(server, 28);
    expect(daysLeft).toBeCloseTo(2, 2);
    expect((answer.cookies[0]?.maxAge ?? 0) / 86_400).toBeCloseTo(2, 2);
    const over = await comeAfter(server, 31);
    expect(over.daysLeft).toBeLessThan(0);
    expect((await me(server, over.sid)).statusCode).toBe(401);
  });
});

describe('GET /api/logout', () => {
  test('ends the session, clears the cookie, and logs its duration', async ({ server }) => {
    const sid = await signIn(server.db, olive.id);
    const sess = { userId: olive.id, startedAt: new Date(Date.now() - hourMs).toISOString() };
    await server.db
      .update(sessions)
      .set({ sess })
      .where(eq(sessions.sid, sha256Of(sid)));
    const answer = await server.visitor.inject({ url: '/api/logout', cookies: { sid } });
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/']);
    expect(answer.cookies[0]).toMatchObject({ name: 'sid', value: '', path: '/', httpOnly: true });
    expect(answer.cookies[0]?.expires?.getTime()).toBe(0);
    // Storage holds unsent text, and the device cookie is not a session.
    expect(answer.headers['clear-site-data']).toBe('"cache"');
    expect(answer.cookies).toHaveLength(1);
    expect(await rowOf(server, sid)).toBeUndefined();
    expect((await me(server, sid)).statusCode).toBe(401);
    const [logout] = await server.db
      .select()
      .from(userActivityLogs)
      .where(eq(userActivityLogs.action, 'auth.logout'))
      .orderBy(userActivityLogs.id)
      .then((found) => found.slice(-1));
    expect(logout?.userId).toBe(olive.id);
    expect(Math.abs((logout?.sessionDuration ?? 0) - 3600)).toBeLessThan(60);
  });

  test('redirects a visitor to the home page', async ({ server }) => {
    const answer = await server.visitor.get('/api/logout');
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/']);
  });

  test('does nothing when another site links to it', async ({ server }) => {
    const sid = await signIn(server.db, olive.id);
    const leave = (site: string) =>
      server.visitor.inject({ url: '/api/logout', cookies: { sid }, headers: { 'sec-fetch-site': site } });
    for (const site of ['cross-site', 'same-site']) {
      const answer = await leave(site);
      expect([answer.statusCode, answer.headers.location]).toEqual([302, '/']);
      expect(answer.cookies).toEqual([]);
      expect(answer.headers).not.toHaveProperty('clear-site-data');
      expect((await me(server, sid)).statusCode).toBe(200);
    }
    await leave('same-origin');
    expect((await me(server, sid)).statusCode).toBe(401);
  });
});

test('purgeExpired deletes expired rows and nothing else', async ({ server }) => {
  const [live, over] = [await signIn(server.db, olive.id), await signIn(server.db, olive.id)];
  const past = new Date(Date.now() - 1000);
  await server.db
    .update(sessions)
    .set({ expire: past })
    .where(eq(sessions.sid, sha256Of(over)));
  const token = { email: olive.email, codeHash: 'x' };
  await server.db.insert(loginTokens).values([
    { ...token, hash: 'live', expiresAt: sessionEnd() },
    { ...token, hash: 'over', expiresAt: past },
  ]);
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * hourMs);
  await server.db.insert(userActivityLogs).values([
    { action: 'auth.failed', createdAt: daysAgo(91) },
    { action: 'auth.failed', createdAt: daysAgo(89) },
    { action: 'auth.logout', createdAt: daysAgo(91) },
  ]);
  await purgeExpired(server.db);
  const old = await server.db
    .select({ action: userActivityLogs.action })
    .from(userActivityLogs)
    .where(lt(userActivityLogs.createdAt, daysAgo(80)));
  expect(old.map(({ action }) => action).sort()).toEqual(['auth.failed', 'auth.logout']);
  expect(await rowOf(server, over)).toBeUndefined();
  expect(await rowOf(server, live)).toBeDefined();
  const hashes = (await server.db.select().from(loginTokens)).map(({ hash }) => hash);
  expect(hashes).toContain('live');
  expect(hashes).not.toContain('over');
});
