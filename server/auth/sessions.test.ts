import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loginTokens, sessions, userActivityLogs } from '#server/db/schema/people.ts';
import { hashOf, sessionEnd } from '#server/lib/session.ts';
import { anApp, signIn, type TestApp } from '#test/app.ts';
import { aUser, type UserRow } from '#test/factories.ts';
import { mailed } from '#test/login.ts';
import { purgeExpired } from './sessions.ts';

let server: TestApp;
let olive: UserRow;

beforeAll(async () => {
  server = await anApp();
  olive = await aUser(server.db, { email: 'olive@example.com' });
});
afterAll(() => server.close());

const hourMs = 3_600_000;

/** Signs in by code in a browser that may already hold a session. */
async function signInByCode(app: TestApp, email: string, cookies: Record<string, string> = {}) {
  const payload = { email, code: (await mailed(app, email)).code };
  const answer = await app.visitor.inject({ method: 'POST', url: '/api/login/verify', payload, cookies });
  const cookie = answer.cookies.find(({ name }) => name === 'sid');
  if (!cookie) throw new Error('No session was started');
  return cookie;
}

const rowOf = async (sid: string) =>
  (
    await server.db
      .select()
      .from(sessions)
      .where(eq(sessions.sid, hashOf(sid)))
  )[0];

const me = (sid: string, headers = {}) =>
  server.visitor.inject({ url: '/api/auth/user', cookies: { sid }, headers });

describe('a session', () => {
  test('is a row that knows the cookie by its hash alone', async () => {
    const { value } = await signInByCode(server, olive.email);
    const row = await rowOf(value);
    expect(row?.sess).toMatchObject({ userId: olive.id, startedAt: expect.any(String) });
    expect(JSON.stringify(row)).not.toContain(value);
    const days = ((row?.expire.getTime() ?? 0) - Date.now()) / (24 * hourMs);
    expect(days).toBeGreaterThan(6.99);
    expect(days).toBeLessThanOrEqual(7);
  });

  test('has a cookie that scripts cannot read and other sites do not send', async () => {
    const cookie = await signInByCode(server, olive.email);
    expect(cookie).toMatchObject({ path: '/', httpOnly: true, sameSite: 'Lax', maxAge: 604_800 });
    expect(cookie).not.toHaveProperty('secure');
    expect(cookie).not.toHaveProperty('domain');
    expect(cookie.value).toMatch(/^[\w-]{43}$/);
  });

  test('has a cookie that only travels over https where the product does', async () => {
    const https = await anApp({ PUBLIC_URL: 'https://localhost' });
    try {
      const { email } = await aUser(https.db);
      expect(await signInByCode(https, email)).toMatchObject({ secure: true, httpOnly: true });
    } finally {
      await https.close();
    }
  });

  test('is a new one at every sign-in, and the browser had none before that', async () => {
    const first = await signInByCode(server, olive.email);
    const second = await signInByCode(server, olive.email, { sid: first.value });
    expect(second.value).not.toBe(first.value);
    expect(await rowOf(first.value)).toBeUndefined();
    expect((await me(second.value)).statusCode).toBe(200);
    const planted = await signInByCode(server, olive.email, { sid: 'planted' });
    expect(planted.value).not.toBe('planted');
    expect((await me('planted')).statusCode).toBe(401);
  });

  test('leaves the sessions of other browsers alone', async () => {
    const phone = await signIn(server.db, olive.id);
    const desk = await signIn(server.db, olive.id);
    await server.visitor.inject({ url: '/api/logout', cookies: { sid: desk } });
    expect((await me(desk)).statusCode).toBe(401);
    expect((await me(phone)).statusCode).toBe(200);
  });

  test('is prolonged at most once an hour', async () => {
    const sid = await signIn(server.db, olive.id);
    const setExpire = (expire: Date) =>
      server.db
        .update(sessions)
        .set({ expire })
        .where(eq(sessions.sid, hashOf(sid)));

    const halfAnHourAgo = sessionEnd(Date.now() - hourMs / 2);
    await setExpire(halfAnHourAgo);
    expect((await me(sid)).cookies).toEqual([]);
    expect((await rowOf(sid))?.expire).toEqual(halfAnHourAgo);

    await setExpire(sessionEnd(Date.now() - 2 * hourMs));
    expect((await me(sid)).cookies[0]).toMatchObject({ name: 'sid', value: sid, maxAge: 604_800 });
    expect((await rowOf(sid))?.expire.getTime()).toBeGreaterThan(Date.now() + 7 * 24 * hourMs - 60_000);
    expect((await me(sid)).cookies).toEqual([]);
  });
});

describe('signing out', () => {
  test('ends the session, clears the cookie, and says in the log how long it was', async () => {
    const sid = await signIn(server.db, olive.id);
    const sess = { userId: olive.id, startedAt: new Date(Date.now() - hourMs).toISOString() };
    await server.db
      .update(sessions)
      .set({ sess })
      .where(eq(sessions.sid, hashOf(sid)));
    const answer = await server.visitor.inject({ url: '/api/logout', cookies: { sid } });
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/']);
    expect(answer.cookies[0]).toMatchObject({ name: 'sid', value: '', path: '/', httpOnly: true });
    expect(answer.cookies[0]?.expires?.getTime()).toBe(0);
    expect(await rowOf(sid)).toBeUndefined();
    expect((await me(sid)).statusCode).toBe(401);
    const [logout] = await server.db
      .select()
      .from(userActivityLogs)
      .where(eq(userActivityLogs.action, 'auth.logout'))
      .orderBy(userActivityLogs.id)
      .then((found) => found.slice(-1));
    expect(logout?.userId).toBe(olive.id);
    expect(Math.abs((logout?.sessionDuration ?? 0) - 3600)).toBeLessThan(60);
  });

  test('a visitor is sent home, too', async () => {
    const answer = await server.visitor.get('/api/logout');
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/']);
  });

  test('another site can not do it', async () => {
    const sid = await signIn(server.db, olive.id);
    const leave = (site: string) =>
      server.visitor.inject({ url: '/api/logout', cookies: { sid }, headers: { 'sec-fetch-site': site } });
    for (const site of ['cross-site', 'same-site']) {
      const answer = await leave(site);
      expect([answer.statusCode, answer.headers.location]).toEqual([302, '/']);
      expect(answer.cookies).toEqual([]);
      expect((await me(sid)).statusCode).toBe(200);
    }
    await leave('same-origin');
    expect((await me(sid)).statusCode).toBe(401);
  });
});

test('housekeeping removes what is over, and nothing else', async () => {
  const [live, over] = [await signIn(server.db, olive.id), await signIn(server.db, olive.id)];
  const past = new Date(Date.now() - 1000);
  await server.db
    .update(sessions)
    .set({ expire: past })
    .where(eq(sessions.sid, hashOf(over)));
  const token = { email: olive.email, codeHash: 'x' };
  await server.db.insert(loginTokens).values([
    { ...token, hash: 'live', expiresAt: sessionEnd() },
    { ...token, hash: 'over', expiresAt: past },
  ]);
  await purgeExpired(server.db);
  expect(await rowOf(over)).toBeUndefined();
  expect(await rowOf(live)).toBeDefined();
  const hashes = (await server.db.select().from(loginTokens)).map(({ hash }) => hash);
  expect(hashes).toContain('live');
  expect(hashes).not.toContain('over');
});
