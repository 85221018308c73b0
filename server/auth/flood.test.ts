import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loginTokens, outbox } from '#server/db/schema/people.ts';
import { anApp, type TestApp } from '#test/app.ts';
import { aUser } from '#test/factories.ts';
import { followLink } from '#test/login.ts';
import { loginMails } from '#test/outbox.ts';
import { hasRedis, startRedis, type ThrowawayRedis } from '../../scripts/redis.ts';
import { mailIntervalMs, mailsAtOnce } from './limits.ts';

/* Strangers who ask for sign-in mails to somebody's address, as often as they can. */

const counters = hasRedis() ? ['memory', 'Redis'] : ['memory'];
if (!hasRedis())
  console.log('!!! NOT RUN: floods of sign-in mails with Redis (no redis-server on this machine)');

/** Mails to one address: those at once, and one for each interval of an hour. */
const maxMails = mailsAtOnce + 3_600_000 / mailIntervalMs;

describe.each(counters)('POST /api/login with counts in %s', (kind) => {
  let redis: ThrowawayRedis | undefined;
  let server: TestApp;
  beforeAll(async () => {
    if (kind === 'Redis') redis = await startRedis();
    server = await anApp(redis ? { REDIS_URL: redis.url } : {});
  });
  afterAll(async () => {
    await server.close();
    await redis?.stop();
  });

  let networks = 0;
  /** Places that nobody else has, of both kinds of addresses. */
  const somePlaces = (count: number) =>
    Array.from({ length: count }, () => {
      networks += 1;
      return networks % 2 ? `198.51.${networks >> 8}.${networks & 255}` : `2001:db8:${networks}::1`;
    });
  const ask = (email: string, remoteAddress: string) =>
    server.visitor.inject({ method: 'POST', url: '/api/login', payload: { email }, remoteAddress });
  const enter = (email: string, code: string, remoteAddress: string, cookies = {}) =>
    server.visitor.inject({
      method: 'POST',
      url: '/api/login/verify',
      payload: { email, code },
      remoteAddress,
      cookies,
    });
  async function mailsTo(email: string) {
    await server.mail.send();
    return loginMails(server.env.dataDir, email);
  }

  async function flood(email: string, places: readonly string[], times = 100) {
    const statuses: number[] = [];
    for (let i = 0; i < times; i++)
      statuses.push((await ask(email, places[i % places.length] ?? '')).statusCode);
    return statuses;
  }

  /** The victim's new device, of which nothing is known. */
  async function asksOnNewDevice(email: string) {
    const [place = ''] = somePlaces(1);
    const answer = await ask(email, place);
    expect([answer.statusCode, answer.json()]).toEqual([202, { sent: true }]);
    const cookies = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]));
    const mail = (await mailsTo(email)).at(-1);
    if (!mail) throw new Error(`${email} got no mail`);
    return { place, cookies, ...mail, path: mail.link.slice(server.env.publicUrl.length) };
  }

  test.each([1, 50])('lets the owner in by code after 100 requests from %i networks', async (count) => {
    const { email } = await aUser(server.db);
    const statuses = await flood(email, somePlaces(count));
    expect(statuses.filter((status) => status === 202)).toHaveLength(count === 1 ? 5 : 100);
    const { place, cookies, code } = await asksOnNewDevice(email);
    expect((await mailsTo(email)).length).toBeLessThanOrEqual(mailsAtOnce + 1);
    expect((await enter(email, code, place, cookies)).statusCode).toBe(200);
  });

  test('lets the owner in by link after 100 requests and as many wrong codes from 50 networks', async () => {
    const { email } = await aUser(server.db);
    const places = somePlaces(50);
    await flood(email, places);
    const { place, cookies, code, path } = await asksOnNewDevice(email);
    const wrong = code === '000000' ? '000001' : '000000';
    for (const stranger of places) {
      const answer = await ask(email, stranger);
      const own = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]));
      for (let i = 0; i < 2; i++) await enter(email, wrong, stranger, own);
    }
    // Strangers can use up the tries that joined browsers share, and not the link.
    expect((await enter(email, code, place, cookies)).statusCode).toBe(400);
    const answer = await followLink(server, path, { remoteAddress: place, cookies });
    expect([answer.statusCode, answer.cookies[0]?.name]).toEqual([303, 'sid']);
  });

  test('limits the wrong codes of one mail, however many browsers share it', async () => {
    const { email } = await aUser(server.db);
    const places = somePlaces(40);
    await flood(email, places, 40);
    const before = (await mailsTo(email)).at(-1);
    const wrong = before?.code === '000000' ? '000001' : '000000';
    const browsers = await Promise.all(
      places.map(async (place) => {
        const { cookies } = await ask(email, place);
        return { place, cookies: Object.fromEntries(cookies.map(({ name, value }) => [name, value])) };
      }),
    );
    expect((await mailsTo(email)).at(-1)).toEqual(before);
    for (let i = 0; i < 5; i++)
      for (const { place, cookies } of browsers) await enter(email, wrong, place, cookies);
    const rows = await server.db
      .select()
      .from(loginTokens)
      .where(eq(loginTokens.email, email))
      .orderBy(desc(loginTokens.expiresAt), loginTokens.id);
    const [first, ...joined] = rows.filter(({ codeHash }) => codeHash === rows[0]?.codeHash);
    expect(joined.length).toBeGreaterThan(40);
    expect(first?.tries).toBeLessThanOrEqual(5);
    expect(first?.otherTries).toBeLessThanOrEqual(5);
    expect(joined.reduce((sum, { tries, otherTries }) => sum + tries + otherTries, 0)).toBe(25);
  });

  test('limits the mails to one address even if the owner signs in between', async () => {
    const { email } = await aUser(server.db);
    for (let i = 0; i < 4; i++) {
      await flood(email, somePlaces(20), 20);
      const last = (await mailsTo(email)).at(-1);
      await followLink(server, last?.link.slice(server.env.publicUrl.length) ?? '');
      const { place, cookies, code } = await asksOnNewDevice(email);
      await enter(email, code, place, cookies);
    }
    // Those that wait for their turn as well.
    const mails = await server.db.select().from(outbox).where(eq(outbox.to, email));
    expect(mails.length).toBeGreaterThan(mailsAtOnce);
    expect(mails.length).toBeLessThanOrEqual(maxMails);
    const waiting = mails.filter(({ sentAt }) => sentAt === null);
    expect(waiting.length).toBeLessThanOrEqual(4);
  });

  test('counts a /64 of IPv6 as one network', async () => {
    const { email } = await aUser(server.db);
    const within = Array.from({ length: 100 }, (_, i) => `2001:db8:ffff:7:${i.toString(16)}::1`);
    const statuses = await flood(email, within);
    expect(statuses.filter((status) => status === 202)).toHaveLength(5);
    expect(await mailsTo(email)).toHaveLength(5);
  });
});
