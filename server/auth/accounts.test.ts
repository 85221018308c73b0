import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { sessions, userInvitations, users } from '#server/db/schema/people.ts';
import { projectInvitations } from '#server/db/schema/projects.ts';
import { anApp, type TestApp } from '#test/app.ts';
import { aBetaApplication, anInvitation, aProjectInvitation, aUser } from '#test/factories.ts';
import { enterCode, followLink, loginMail, expectLoginMail as mailedBy, openLink } from '#test/login.ts';
import { test } from '#test/serverTest.ts';
import { firstStartLink } from './login.service.ts';

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const mailed = (server: TestApp, email: string, more: object = {}) => mailedBy(server, email, more);
const enter = (server: TestApp, email: string, code: string) => enterCode(server, email, code);
const userOf = async (server: TestApp, email: string) =>
  (await server.db.select().from(users).where(eq(users.email, email)))[0];
const rejected = {
  code: 'invalid',
  message: 'That code is not right or has expired.',
  error: expect.any(String),
};

describe('sign-in', () => {
  async function signsIn(server: TestApp, email: string): Promise<boolean> {
    const mail = await loginMail(server, email);
    return mail !== null && (await enter(server, email, mail.code)).statusCode === 200;
  }

  test('creates the account of a user invited to the product, and uses up the invitation', async ({
    server,
  }) => {
    const { email } = await anInvitation(server.db);
    expect(await userOf(server, email)).toBeUndefined();
    expect(await signsIn(server, email)).toBe(true);
    expect(await userOf(server, email)).toMatchObject({ creditBalance: 0 });
    const [used] = await server.db.select().from(userInvitations).where(eq(userInvitations.email, email));
    expect(used).toMatchObject({ status: 'accepted', acceptedAt: expect.any(Date) });
  });

  test('creates the account of a user invited to a project, without accepting the invitation', async ({
    server,
  }) => {
    const { email } = await aProjectInvitation(server.db);
    expect(await signsIn(server, email)).toBe(true);
    const [open] = await server.db
      .select()
      .from(projectInvitations)
      .where(eq(projectInvitations.email, email));
    expect(open?.status).toBe('pending');
  });

  test('creates the accounts of administrators', async ({ server }) => {
    expect(await signsIn(server, 'Ada@Example.com')).toBe(true);
    const ada = await userOf(server, 'ada@example.com');
    const browser = server.as({ id: ada?.id ?? '' });
    expect((await browser.get('/api/auth/user')).json()).toMatchObject({ isAdmin: true });
  });

  test('creates no account for an expired or accepted invitation', async ({ server }) => {
    const late = { expiresAt: ago(1) };
    const invitations = [
      await anInvitation(server.db, late),
      await anInvitation(server.db, { status: 'expired' }),
      await anInvitation(server.db, { status: 'accepted' }),
      await aProjectInvitation(server.db, late),
      await aProjectInvitation(server.db, { status: 'accepted' }),
    ];
    for (const { email } of invitations)
      expect([email, await signsIn(server, email)]).toEqual([email, false]);
  });

  test('creates no account for a pending application', async ({ server }) => {
    const { email } = await aBetaApplication(server.db);
    expect(await signsIn(server, email)).toBe(false);
  });

  test('creates no account when the invitation expired after the mail', async ({ server }) => {
    const { email } = await anInvitation(server.db);
    const { code, path } = await mailed(server, email);
    await server.db
      .update(userInvitations)
      .set({ expiresAt: ago(1) })
      .where(eq(userInvitations.email, email));
    expect((await followLink(server, path)).statusCode).toBe(400);
    expect((await enter(server, email, code)).statusCode).toBe(400);
    expect(await userOf(server, email)).toBeUndefined();
  });

  test('uses the names of the application for a new account only', async ({ server }) => {
    const { email } = await aBetaApplication(server.db, { firstName: 'Greta', lastName: 'Guest' });
    await anInvitation(server.db, { email });
    await signsIn(server, email);
    expect(await userOf(server, email)).toMatchObject({ firstName: 'Greta', lastName: 'Guest' });
    await server.db.update(users).set({ firstName: 'Margarete' }).where(eq(users.email, email));
    await signsIn(server, email);
    expect(await userOf(server, email)).toMatchObject({ firstName: 'Margarete' });
  });
});

describe('redirect after a sign-in', () => {
  test.for(['/projects/PrQTbI/script?panel=chat', '/пристань', '/account#photo'])(
    'leads back to %s',
    async (returnTo, { server }) => {
      const { email } = await aUser(server.db);
      const { code, path } = await mailed(server, email, { returnTo });
      const byLink = await followLink(server, path);
      expect([byLink.statusCode, decodeURI(String(byLink.headers.location))]).toEqual([303, returnTo]);
      expect(decodeURI((await enter(server, email, code)).json().redirectTo)).toBe(returnTo);
    },
  );

  test('leads to the page of the project invitation', async ({ server }) => {
    const { email, inviteToken } = await aProjectInvitation(server.db);
    const { code } = await mailed(server, email, { invite: inviteToken, returnTo: '/account' });
    expect((await enter(server, email, code)).json()).toEqual({ redirectTo: `/invite/${inviteToken}` });
  });

  test('leads to the home page for an invitation to the product, or an unknown one', async ({ server }) => {
    const { email, inviteToken } = await anInvitation(server.db);
    const { code } = await mailed(server, email, { invite: inviteToken });
    expect((await enter(server, email, code)).json()).toEqual({ redirectTo: '/' });
    const again = await mailed(server, email, { invite: 'unknown' });
    expect((await enter(server, email, again.code)).json()).toEqual({ redirectTo: '/' });
  });
});

describe('link of a first start', () => {
  test('is printed by each node while there is no user, and the first use ends all', async () => {
    const fresh = await anApp({ ADMIN_EMAILS: 'ada@example.com,second@example.com' });
    try {
      const link = (await firstStartLink(fresh.db, fresh.env)) ?? '';
      const other = await firstStartLink(fresh.db, fresh.env);
      const pathOf = (address: string | null) => (address ?? '').slice(fresh.env.publicUrl.length);
      expect(pathOf(link)).toMatch(/^\/api\/login\/verify\?token=[\w-]{43}$/);
      // A program that looks at the terminal's links, such as a preview, does not use it up.
      const page = await openLink(fresh, pathOf(link));
      expect([page.statusCode, page.cookies]).toEqual([200, []]);
      expect(page.body).toContain('This link signs you in as <b>ada@example.com</b>.</p>');
      expect(await fresh.db.$count(users)).toBe(0);
      const answer = await followLink(fresh, pathOf(link));
      expect([answer.statusCode, answer.headers.location]).toEqual([303, '/']);
      const [ada] = await fresh.db.select().from(users);
      expect(ada?.email).toBe('ada@example.com');
      for (const used of [link, other]) expect((await followLink(fresh, pathOf(used))).statusCode).toBe(400);
      expect(await firstStartLink(fresh.db, fresh.env)).toBeNull();
    } finally {
      await fresh.close();
    }
  });

  test('has no code that could be guessed', async () => {
    const fresh = await anApp();
    try {
      await firstStartLink(fresh.db, fresh.env);
      const guess = { email: 'ada@example.com', code: '000000' };
      expect((await fresh.visitor.post('/api/login/verify', guess)).json()).toEqual(rejected);
      expect(await fresh.db.select().from(sessions)).toEqual([]);
    } finally {
      await fresh.close();
    }
  });
});
