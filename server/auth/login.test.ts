import { and, eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { userActivityLogs } from '#server/db/schema/activity.ts';
import { loginTokens, outbox, sessions, users } from '#server/db/schema/people.ts';
import { sha256Of } from '#server/lib/session.ts';
import { anApp, signIn, type TestApp } from '#test/app.ts';
import { aUser } from '#test/factories.ts';
import { enterCode, followLink, expectLoginMail as mailedBy, openLink, pressButton } from '#test/login.ts';
import { loginMails, outboxMails } from '#test/outbox.ts';
import { test } from '#test/serverTest.ts';

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const ask = (server: TestApp, email: string, more: object = {}) =>
  server.visitor.post('/api/login', { email, ...more });
const enter = (server: TestApp, email: string, code: string, cookies?: Record<string, string>) =>
  enterCode(server, email, code, cookies);
const userOf = async (server: TestApp, email: string) =>
  (await server.db.select().from(users).where(eq(users.email, email)))[0];
const mailsTo = (server: TestApp, email: string) =>
  server.db.select().from(outbox).where(eq(outbox.to, email));
const tokensOf = (server: TestApp, email: string) =>
  server.db.select().from(loginTokens).where(eq(loginTokens.email, email));

const mailed = (server: TestApp, email: string, more: object = {}) => mailedBy(server, email, more);
const follow = (server: TestApp, path: string, cookies?: Record<string, string>) =>
  followLink(server, path, cookies && { cookies });

/** Any other code than this. */
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');
const rejected = {
  code: 'invalid',
  message: 'That code is not right or has expired.',
  error: expect.any(String),
};

describe('POST /api/login', () => {
  test('mails a code and a link to an address with an account', async ({ server }) => {
    const { email } = await aUser(server.db);
    const answer = await ask(server, ` ${email.toUpperCase()} `);
    expect([answer.statusCode, answer.json()]).toEqual([202, { sent: true }]);
    await server.mail.send();
    const [mail] = loginMails(server.env.dataDir, email);
    expect(mail?.code).toMatch(/^\d{6}$/);
    expect(mail?.link).toMatch(/^http:\/\/127\.0\.0\.1:5000\/api\/login\/verify\?token=[\w-]{43}$/);
    expect(server.printed.at(-1)).toBe(
      `Mail to ${email}: ${mail?.code} is your Cold Open code ${mail?.link}`,
    );
  });

  test('stores neither the code nor the link in plain text', async ({ server }) => {
    const { email } = await aUser(server.db);
    const { code, path } = await mailed(server, email);
    const secret = path.split('token=')[1] ?? '';
    const [token] = await tokensOf(server, email);
    expect(token?.hash).toBe(sha256Of(secret));
    const kept = JSON.stringify([token, await mailsTo(server, email)]);
    for (const word of [secret, code]) expect(kept).not.toContain(word);
    // A million codes are tried in no time, so the hash needs a key.
    expect(token?.codeHash).not.toBe(sha256Of(`${email}\n${code}`));
    expect(token?.codeHash).toMatch(/^[\w-]{43}$/);
  });

  test('answers an unknown address alike, but sends no mail and creates no account', async ({ server }) => {
    const email = 'stranger@example.com';
    const answer = await ask(server, email);
    expect([answer.statusCode, answer.json()]).toEqual([202, { sent: true }]);
    await server.mail.send();
    expect(outboxMails(server.env.dataDir).map(({ to }) => to)).not.toContain(email);
    expect(server.printed.join()).not.toContain(email);
    expect((await enter(server, email, '123456')).json()).toEqual(rejected);
    expect(await userOf(server, email)).toBeUndefined();
  });

  test.each([
    {},
    { HOST: '0.0.0.0' },
    { SMTP_URL: 'smtp://127.0.0.1:9' },
    { PUBLIC_URL: 'https://write.example.com' },
  ])('never returns the code, with %j', async (variables) => {
    const other = await anApp(variables);
    try {
      const { email } = await aUser(other.db);
      const answers = [await other.visitor.post('/api/login', { email })];
      answers.push(await other.visitor.post('/api/login', { email: 'nobody@example.com' }));
      for (const answer of answers) expect([answer.statusCode, answer.json()]).toEqual([202, { sent: true }]);
    } finally {
      await other.close();
    }
  });

  test.for([
    [{}, 'email'],
    [{ email: 'nonsense' }, 'email'],
    [{ email: 7 }, 'email'],
    [{ email: `${'x'.repeat(250)}@example.com` }, 'email'],
    [{ email: 'a\0@example.com' }, 'email'],
    [{ email: 'ada@example.com', invite: 'x'.repeat(129) }, 'invite'],
    [{ email: 'ada@example.com', invite: 'a\0b' }, 'invite'],
    [{ email: 'ada@example.com', returnTo: 'https://elsewhere.example' }, 'returnTo'],
    [{ email: 'ada@example.com', returnTo: '//elsewhere.example' }, 'returnTo'],
    [{ email: 'ada@example.com', returnTo: '/\\elsewhere.example' }, 'returnTo'],
    [{ email: 'ada@example.com', returnTo: '/a\r\nset-cookie: sid=1' }, 'returnTo'],
    [{ email: 'ada@example.com', returnTo: '/\ud800' }, 'returnTo'],
    [{ email: 'ada@example.com', returnTo: ['/'] }, 'returnTo'],
  ] as const)('%j is rejected', async ([body, field], { server }) => {
    const answer = await server.visitor.post('/api/login', body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toHaveProperty(field);
  });
});

describe('POST /api/login/verify', () => {
  test('signs in and returns the page to go to', async ({ server }) => {
    const { email, id } = await aUser(server.db);
    const { code } = await mailed(server, email);
    const answer = await enter(server, email.toUpperCase(), ` ${code} `);
    expect([answer.statusCode, answer.json()]).toEqual([200, { redirectTo: '/' }]);
    const sid = answer.cookies.find(({ name }) => name === 'sid')?.value ?? '';
    const me = await server.visitor.inject({ url: '/api/auth/user', cookies: { sid } });
    expect(me.json()).toMatchObject({ id, email });
    const [login] = await server.db
      .select()
      .from(userActivityLogs)
      .where(and(eq(userActivityLogs.userId, id), eq(userActivityLogs.action, 'auth.login')));
    expect(login).toMatchObject({ ipAddress: '127.0.0.1' });
  });

  test('accepts a code once', async ({ server }) => {
    const { email } = await aUser(server.db);
    const { code, path } = await mailed(server, email);
    expect((await enter(server, email, code)).statusCode).toBe(200);
    expect((await enter(server, email, code)).json()).toEqual(rejected);
    // With the code its link has had its use, too.
    expect((await follow(server, path)).statusCode).toBe(400);
  });

  test('accepts a code for ten minutes', async ({ server }) => {
    const { email } = await aUser(server.db);
    const { code } = await mailed(server, email);
    const [token] = await tokensOf(server, email);
    const minutes = ((token?.expiresAt.getTime() ?? 0) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(9.5);
    expect(minutes).toBeLessThanOrEqual(10);
    await server.db
      .update(loginTokens)
      .set({ expiresAt: ago(0) })
      .where(eq(loginTokens.email, email));
    expect((await enter(server, email, code)).json()).toEqual(rejected);
  });

  test('accepts a code after four wrong ones', async ({ server }) => {
    const { email } = await aUser(server.db);
    const { code } = await mailed(server, email);
    for (let i = 0; i < 4; i++) expect((await enter(server, email, wrong(code))).json()).toEqual(rejected);
    expect((await enter(server, email, code)).statusCode).toBe(200);
  });

  test('rejects a code after five wrong ones, also concurrent ones', async ({ server }) => {
    const { email } = await aUser(server.db);
    const { code, cookies } = await mailed(server, email);
    await Promise.all(Array.from({ length: 8 }, () => enter(server, email, wrong(code), cookies)));
    expect((await tokensOf(server, email))[0]).toMatchObject({ tries: 5, otherTries: 0 });
    expect((await enter(server, email, code, cookies)).json()).toEqual(rejected);
  });

  test("counts five wrong codes of other browsers separately from the reader's", async ({ server }) => {
    const { email } = await aUser(server.db);
    const { code, cookies } = await mailed(server, email);
    const stranger = await mailed(server, (await aUser(server.db)).email);
    for (let i = 0; i < 8; i++) await enter(server, email, wrong(code), i % 2 ? stranger.cookies : {});
    expect((await tokensOf(server, email))[0]).toMatchObject({ tries: 0, otherTries: 5 });
    expect((await enter(server, email, code)).json()).toEqual(rejected);
    expect((await enter(server, email, code, cookies)).statusCode).toBe(200);
  });

  test('accepts the code in the requesting browser after later requests of others', async ({ server }) => {
    const { email } = await aUser(server.db);
    const { code, cookies } = await mailed(server, email);
    const later = await mailed(server, email);
    if (later.code === code) return;
    expect((await enter(server, email, code)).statusCode).toBe(400);
    expect((await enter(server, email, code, cookies)).statusCode).toBe(200);
  });

  test('accepts only the code of the latest mail', async ({ server }) => {
    const { email } = await aUser(server.db);
    const first = await mailed(server, email);
    let last = await mailed(server, email);
    if (last.code === first.code) last = await mailed(server, email);
    expect((await enter(server, email, first.code)).statusCode).toBe(400);
    expect((await enter(server, email, last.code)).statusCode).toBe(200);
  });

  test('rejects the code of another user', async ({ server }) => {
    const [one, other] = [await aUser(server.db), await aUser(server.db)];
    const { code } = await mailed(server, one.email);
    const mine = await mailed(server, other.email);
    if (mine.code === code) return;
    expect((await enter(server, other.email, code)).json()).toEqual(rejected);
  });

  test.for(['12345', '1234567', 'abcdef', '١٢٣٤٥٦', ''])('%j is none', async (code, { server }) => {
    const answer = await enter(server, 'ada@example.com', code);
    expect(answer.json().fields).toEqual({ code: 'Enter the six digits of the code' });
  });
});

describe('GET /api/login/verify', () => {
  const sessionsStored = (server: TestApp) => server.db.$count(sessions);

  test.for(['GET', 'HEAD'] as const)(
    'returns a page with a button for %s and changes nothing, however often',
    async (method, { server }) => {
      const { email } = await aUser(server.db);
      const { path, cookies } = await mailed(server, email);
      const before = [
        await tokensOf(server, email),
        await sessionsStored(server),
        await server.db.$count(userActivityLogs),
      ];
      for (let i = 0; i < 70; i++) {
        const browser = { cookies: i % 2 ? cookies : {}, remoteAddress: '192.0.2.9' };
        const answer = await server.visitor.inject({ method, url: path, ...browser });
        expect([answer.statusCode, answer.cookies, answer.headers['set-cookie']]).toEqual([
          200,
          [],
          undefined,
        ]);
        expect(answer.headers['cache-control']).toBe('no-store');
      }
      const after = [
        await tokensOf(server, email),
        await sessionsStored(server),
        await server.db.$count(userActivityLogs),
      ];
      expect(after).toEqual(before);
      const pressed = await follow(server, path, cookies);
      expect([pressed.statusCode, pressed.headers.location]).toEqual([303, '/']);
      expect(pressed.cookies[0]).toMatchObject({ name: 'sid', httpOnly: true });
    },
  );

  test('names the address to sign in, and nothing else in the requesting browser', async ({ server }) => {
    const { email } = await aUser(server.db);
    const { path, cookies } = await mailed(server, email);
    const { body } = await openLink(server, path, { cookies });
    expect(body).toContain(`This link signs you in as <b>${email}</b>.</p>`);
    expect(body).not.toContain('another browser');
    expect(body).not.toContain('needs JavaScript');
    expect(body.match(/<button[^>]*type="submit"[^>]*>Sign in<\/button>/)).not.toBeNull();
  });

  test('says in another browser that it was requested elsewhere, and still works there', async ({
    server,
  }) => {
    const { email } = await aUser(server.db);
    const { path } = await mailed(server, email);
    const stranger = await mailed(server, (await aUser(server.db)).email);
    for (const cookies of [{}, { asker: 'made-up' }, stranger.cookies]) {
      const { body } = await openLink(server, path, { cookies });
      expect(body).toContain(
        `This link signs you in as <b>${email}</b>. It was requested in another browser`,
      );
    }
    expect((await follow(server, path)).statusCode).toBe(303);
  });

  test('returns the same page for used, expired and unknown links, also after the button', async ({
    server,
  }) => {
    const [used, late] = [await aUser(server.db), await aUser(server.db)];
    const usedLink = await mailed(server, used.email);
    const lateLink = await mailed(server, late.email);
    const pages = [await openLink(server, usedLink.path), await openLink(server, lateLink.path)];
    expect((await follow(server, usedLink.path)).statusCode).toBe(303);
    await server.db
      .update(loginTokens)
      .set({ expiresAt: ago(0) })
      .where(eq(loginTokens.email, late.email));
    const unknown = '/api/login/verify?token=unknown';
    const answers = [
      ...(await Promise.all([usedLink.path, lateLink.path, unknown].map((path) => openLink(server, path)))),
      ...(await Promise.all(pages.map((page) => pressButton(server, page)))),
    ];
    const [first] = answers;
    expect(first?.body).toContain('<h1>This link does not work any more</h1>');
    expect(first?.body).toContain('Ask for a new one.');
    expect(first?.body).toContain('href="/api/login"');
    for (const { statusCode, body, cookies } of answers)
      expect([statusCode, body, cookies]).toEqual([400, first?.body, []]);
  });
});

describe('POST /api/login/link', () => {
  const formOf = (path: string, fields: object) => ({
    method: 'POST' as const,
    url: '/api/login/link',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ token: path.split('token=')[1] ?? '', ...fields }).toString(),
  });

  test.for([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])('rejects the form of another site (%j)', async (headers, { server }) => {
    const { email } = await aUser(server.db);
    const { path } = await mailed(server, email);
    const form = formOf(path, { question: 'elsewhere' });
    const answer = await server.visitor.inject({ ...form, headers: { ...form.headers, ...headers } });
    expect([answer.statusCode, answer.cookies]).toEqual([403, []]);
    expect((await follow(server, path)).statusCode).toBe(303);
  });

  test('asks again when the form was rendered in another browser', async ({ server }) => {
    const { email } = await aUser(server.db);
    const { path, cookies } = await mailed(server, email);
    const page = await openLink(server, path, { cookies });
    const answer = await pressButton(server, page);
    expect([answer.statusCode, answer.cookies]).toEqual([200, []]);
    expect(answer.body).toContain('It was requested in another browser');
    expect((await pressButton(server, answer)).statusCode).toBe(303);
  });

  test('asks again when the browser has signed in since', async ({ server }) => {
    const [olive, eddie] = [await aUser(server.db), await aUser(server.db)];
    const { path, cookies } = await mailed(server, eddie.email);
    const page = await openLink(server, path, { cookies });
    const sid = await signIn(server.db, olive.id);
    const answer = await pressButton(server, page, { cookies: { ...cookies, sid } });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain(`You are signed in as <b>${olive.email}</b>`);
  });

  test('accepts JSON, and returns the page to go to', async ({ server }) => {
    const { email } = await aUser(server.db);
    const { path } = await mailed(server, email);
    const token = path.split('token=')[1];
    const answer = await server.visitor.post('/api/login/link', { token });
    expect([answer.statusCode, answer.json()]).toEqual([200, { redirectTo: '/' }]);
    const again = await server.visitor.post('/api/login/link', { token });
    expect([again.statusCode, again.json().message]).toEqual([
      400,
      'This link does not work any more. A sign-in link works once and for a short time. Ask for a new one.',
    ]);
  });

  test('returns a page when there were too many attempts', async ({ server }) => {
    const remoteAddress = '192.0.2.10';
    const form = { ...formOf('?token=unknown', { question: 'here' }), remoteAddress };
    for (let i = 0; i < 60; i++) expect((await server.visitor.inject(form)).statusCode).toBe(400);
    const answer = await server.visitor.inject(form);
    expect(answer.statusCode).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(answer.body).toContain('<h1>Too many tries</h1>');
  });
});

describe('link of another user than the signed-in one', () => {
  const open = (server: TestApp, path: string, sid: string) => openLink(server, path, { cookies: { sid } });
  const press = (server: TestApp, path: string, sid: string) =>
    followLink(server, path, { cookies: { sid } });

  test('asks before it changes the account', async ({ server }) => {
    const [olive, eddie] = [await aUser(server.db), await aUser(server.db)];
    const sid = await signIn(server.db, olive.id);
    const { path } = await mailed(server, eddie.email, { returnTo: '/account' });
    const page = await open(server, path, sid);
    expect([page.statusCode, page.cookies]).toEqual([200, []]);
    for (const word of ['Change accounts?', 'Stay signed in', olive.email, eddie.email])
      expect(page.body).toContain(word);
    const me = (cookie: string) => server.visitor.inject({ url: '/api/auth/user', cookies: { sid: cookie } });
    expect((await me(sid)).json().id).toBe(olive.id);

    const answer = await press(server, path, sid);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/account']);
    expect((await me(answer.cookies[0]?.value ?? '')).json().id).toBe(eddie.id);
    expect((await me(sid)).statusCode).toBe(401);
    expect((await press(server, path, sid)).body).toContain('does not work any more');
  });

  test('does not ask for the same user', async ({ server }) => {
    const olive = await aUser(server.db);
    const { path, cookies } = await mailed(server, olive.email);
    const sid = await signIn(server.db, olive.id);
    const page = await openLink(server, path, { cookies: { ...cookies, sid } });
    expect(page.body).toContain(`This link signs you in as <b>${olive.email}</b>.</p>`);
    expect((await press(server, path, sid)).statusCode).toBe(303);
  });
});

describe('sign-in link', () => {
  test('signs in once', async ({ server }) => {
    const { email } = await aUser(server.db);
    const { path } = await mailed(server, email);
    const first = await follow(server, path);
    expect([first.statusCode, first.headers.location]).toEqual([303, '/']);
    expect(first.cookies[0]).toMatchObject({ name: 'sid', httpOnly: true });
    const second = await follow(server, path);
    expect(second.statusCode).toBe(400);
    expect(second.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(second.cookies).toEqual([]);
  });

  test('leaves the code valid after use', async ({ server }) => {
    const { email } = await aUser(server.db);
    const { code, path } = await mailed(server, email);
    expect((await follow(server, path)).statusCode).toBe(303);
    expect((await enter(server, email, code)).statusCode).toBe(200);
    expect((await enter(server, email, code)).statusCode).toBe(400);
  });

  test('works from an earlier mail until a code is used', async ({ server }) => {
    const { email } = await aUser(server.db);
    const first = await mailed(server, email);
    const second = await mailed(server, email);
    expect((await follow(server, first.path)).statusCode).toBe(303);
    expect((await enter(server, email, second.code)).statusCode).toBe(200);
    expect((await follow(server, second.path)).statusCode).toBe(400);
  });

  test('signs in once when it is pressed twice concurrently', async ({ server }) => {
    const { email } = await aUser(server.db);
    const { path } = await mailed(server, email);
    const page = await openLink(server, path);
    const answers = await Promise.all([1, 2, 3].map(() => pressButton(server, page)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([303, 400, 400]);
  });

  test.for(['', '?token=', '?token=made-up', '?token=a&token=b', `?token=${'x'.repeat(5000)}`, '?token=%00'])(
    'with %j is rejected',
    async (query, { server }) => {
      const answer = await server.visitor.get(`/api/login/verify${query}`);
      expect(answer.statusCode).toBe(400);
      expect(answer.body).toContain('This link does not work any more');
    },
  );
});
