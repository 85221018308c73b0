import fs from 'node:fs';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { userActivityLogs } from '#server/db/schema/activity.ts';
import { betaSignups, outbox, userInvitations, users } from '#server/db/schema/people.ts';
import type { BetaSignup, UserInvitation } from '#shared/contract/admin.ts';
import { type Caller, mountedCalls, type TestApp } from '#test/app.ts';
import { clear } from '#test/db.ts';
import { aBetaApplication, anInvitation, aUser } from '#test/factories.ts';
import { enterCode, expectLoginMail, loginMail } from '#test/login.ts';
import { outboxMails } from '#test/outbox.ts';
import { test as serverTest } from '#test/serverTest.ts';

let people: Record<'ada' | 'olive' | 'sam', typeof users.$inferSelect>;
let ada: Caller;

const test = serverTest.extend(
  'settings',
  { scope: 'file' },
  { variables: { ADMIN_EMAILS: 'ada@example.com, Olive@Example.com' } },
);

test.beforeEach(async ({ server }) => {
  await clear(server.db);
  const person = (name: string) => aUser(server.db, { email: `${name}@example.com` });
  people = { ada: await person('ada'), olive: await person('olive'), sam: await person('sam') };
  ada = server.as(people.ada);
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
const invitations = (server: TestApp) => server.db.select().from(userInvitations);
const logged = (server: TestApp) =>
  server.db
    .select({
      userId: userActivityLogs.userId,
      action: userActivityLogs.action,
      details: userActivityLogs.details,
    })
    .from(userActivityLogs);
const daysUntil = (moment: string | Date | undefined) =>
  Math.round((new Date(moment ?? 0).getTime() - Date.now()) / 86_400_000);

/** Return every email that is sent while `happens` runs. */
async function mailsOf(server: TestApp, happens: () => Promise<unknown>) {
  await server.mail.send();
  fs.rmSync(path.join(server.env.dataDir, 'outbox'), { recursive: true, force: true });
  await happens();
  await server.mail.send();
  return outboxMails(server.env.dataDir);
}

describe('POST /api/admin/beta-signups/:id/approve', () => {
  const approve = (id: number, by = ada) => by.post(`/api/admin/beta-signups/${id}/approve`);

  test('invites the applicant for a week with the same link in list and email', async ({ server }) => {
    const { id } = await aBetaApplication(server.db, { email: 'greta@example.com' });
    const mails = await mailsOf(server, async () => expect((await approve(id)).statusCode).toBe(200));
    const [signup] = await server.db.select().from(betaSignups);
    const [invitation] = await invitations(server);
    expect(signup).toMatchObject({ status: 'approved', invitedAt: expect.any(Date) });
    expect(signup?.inviteToken).toMatch(/^[\w-]{43}$/);
    expect(invitation).toMatchObject({
      ...{ email: 'greta@example.com', status: 'pending', invitedBy: people.ada.id },
      inviteToken: signup?.inviteToken,
    });
    expect(daysUntil(invitation?.expiresAt)).toBe(7);
    const link = `${server.env.publicUrl}/api/login?invite=${signup?.inviteToken}`;
    expect(mails).toMatchObject([{ to: 'greta@example.com', subject: 'You are invited to Cold Open' }]);
    expect(mails[0]?.text).toContain(`:\n${link}\n`);
    const [listed] = (await ada.get('/api/admin/user-invitations')).json() as UserInvitation[];
    expect(listed?.inviteUrl).toBe(link);
  });

  test("returns both rows without the application's token, and logs the activity", async ({ server }) => {
    const { id, email } = await aBetaApplication(server.db);
    const answer = (await approve(id)).json() as { signup: BetaSignup; invitation: UserInvitation };
    expect(answer.signup).toMatchObject({ id, status: 'approved' });
    expect(answer.signup).not.toHaveProperty('inviteToken');
    expect(answer.invitation).toMatchObject({ email, status: 'pending' });
    expect(await logged(server)).toContainEqual({
      userId: people.ada.id,
      action: 'admin.beta.approve',
      details: { email },
    });
  });

  test('lets the applicant sign in with the names of the application, and accepts the invitation', async ({
    server,
  }) => {
    const { id } = await aBetaApplication(server.db, { email: 'greta@example.com' });
    expect(await loginMail(server, 'greta@example.com')).toBeNull();
    await approve(id);
    const { code, cookies } = await expectLoginMail(server, 'greta@example.com');
    expect((await enterCode(server, 'greta@example.com', code, cookies)).statusCode).toBe(200);
    const [account] = await server.db.select().from(users).where(eq(users.email, 'greta@example.com'));
    expect(account).toMatchObject({ firstName: 'Greta', lastName: 'Guest', creditBalance: 0 });
    const [listed] = (await ada.get('/api/admin/user-invitations')).json() as UserInvitation[];
    expect(listed).toMatchObject({ status: 'accepted', acceptedAt: expect.any(String), inviteUrl: null });
  });

  test('invites nobody when the applicant has an account', async ({ server }) => {
    const { id } = await aBetaApplication(server.db, { email: 'sam@example.com' });
    const mails = await mailsOf(server, async () =>
      expect((await approve(id)).json()).toMatchObject({ signup: { status: 'approved' }, invitation: null }),
    );
    expect([mails, await invitations(server)]).toEqual([[], []]);
  });

  test('renews an older invitation and invalidates its link', async ({ server }) => {
    const old = await anInvitation(server.db, { email: 'greta@example.com', expiresAt: inDays(-1) });
    const { id } = await aBetaApplication(server.db, { email: 'greta@example.com' });
    await approve(id);
    const rows = await invitations(server);
    expect(rows).toMatchObject([{ id: old.id, status: 'pending' }]);
    expect(rows[0]?.inviteToken).not.toBe(old.inviteToken);
  });

  test('succeeds once for concurrent administrators', async ({ server }) => {
    const { id } = await aBetaApplication(server.db);
    const mails = await mailsOf(server, async () => {
      const answers = await Promise.all([approve(id), approve(id, server.as(people.olive)), approve(id)]);
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    });
    expect(mails).toHaveLength(1);
    expect(await invitations(server)).toHaveLength(1);
  });

  test('has one outcome when another administrator rejects at the same time', async ({ server }) => {
    const { id } = await aBetaApplication(server.db);
    const [approved, rejected] = await Promise.all([
      approve(id),
      server.as(people.olive).post(`/api/admin/beta-signups/${id}/reject`),
    ]);
    expect([approved.statusCode, rejected.statusCode].sort()).toEqual([200, 409]);
    const [signup] = await server.db.select().from(betaSignups);
    expect(signup?.status).toBe(approved.statusCode === 200 ? 'approved' : 'rejected');
    expect(await invitations(server)).toHaveLength(approved.statusCode === 200 ? 1 : 0);
  });

  test.for(['approved', 'rejected'] as const)(
    'rejects an application that is %s',
    async (status, { server }) => {
      const { id } = await aBetaApplication(server.db, { status });
      const answer = await approve(id);
      expect(answer.statusCode).toBe(409);
      expect(answer.json()).toMatchObject({ message: 'Only pending applications can be approved.' });
      expect(await invitations(server)).toEqual([]);
    },
  );

  test.each(['999', '0', 'x', '%00', '2147483648'])('returns 404 for the id %s', async (id) => {
    for (const verb of ['approve', 'reject'])
      expect((await ada.post(`/api/admin/beta-signups/${id}/${verb}`)).statusCode).toBe(404);
  });
});

describe('POST /api/admin/beta-signups/:id/reject', () => {
  const reject = (id: number) => ada.post(`/api/admin/beta-signups/${id}/reject`);

  test('sends no email, invites nobody and logs the activity', async ({ server }) => {
    const { id, email } = await aBetaApplication(server.db);
    const mails = await mailsOf(server, async () => {
      const answer = await reject(id);
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toMatchObject({ signup: { id, status: 'rejected', invitedAt: null } });
    });
    expect([mails, await invitations(server)]).toEqual([[], []]);
    expect(await logged(server)).toEqual([
      { userId: people.ada.id, action: 'admin.beta.reject', details: { email } },
    ]);
  });

  test.for(['approved', 'rejected'] as const)(
    'rejects an application that is %s',
    async (status, { server }) => {
      const { id } = await aBetaApplication(server.db, { status });
      const answer = await reject(id);
      expect(answer.statusCode).toBe(409);
      expect(answer.json()).toMatchObject({ message: 'Only pending applications can be rejected.' });
    },
  );
});

describe('POST /api/admin/user-invitations', () => {
  const invite = (body: object, by = ada) => by.post('/api/admin/user-invitations', body);

  test.for([1, 3, 7, 14, 30])('invites for %d days', async (expireDays, { server }) => {
    const mails = await mailsOf(server, async () => {
      const answer = await invite({ email: ' Greta@Example.com ', expireDays });
      expect(answer.statusCode).toBe(201);
      const invitation = answer.json() as UserInvitation;
      expect(invitation).toMatchObject({ email: 'greta@example.com', status: 'pending', acceptedAt: null });
      expect(daysUntil(invitation.expiresAt)).toBe(expireDays);
    });
    expect(mails.map(({ to }) => to)).toEqual(['greta@example.com']);
    expect(mails[0]?.text).toContain(expireDays === 1 ? 'open for one day.' : `open for ${expireDays} days.`);
  });

  test('invites for a week by default, and logs the activity', async ({ server }) => {
    const { expiresAt } = (await invite({ email: 'greta@example.com' })).json() as UserInvitation;
    expect(daysUntil(expiresAt)).toBe(7);
    const details = { email: 'greta@example.com', expireDays: 7 };
    expect(await logged(server)).toEqual([{ userId: people.ada.id, action: 'admin.invite', details }]);
  });

  test('creates a link to a sign-in form that is fixed to the address', async ({ server }) => {
    const { inviteUrl } = (await invite({ email: 'greta@example.com' })).json() as UserInvitation;
    const page = await server.visitor.get(inviteUrl?.slice(server.env.publicUrl.length) ?? '');
    expect(page.body).toContain(
      '&quot;email&quot;:&quot;greta@example.com&quot;,&quot;isEmailFixed&quot;:true',
    );
    const invite2 = new URL(inviteUrl ?? '').searchParams.get('invite');
    expect(await loginMail(server, 'mallory@example.com', { invite: invite2 })).toBeNull();
  });

  test.for([
    undefined,
    '',
    '  ',
    'greta',
    'greta@',
    7,
    null,
    'a@example.com, b@example.com',
    'a@example.com\r\nBcc: b@example.com',
  ])('rejects the email %j', async (email, { server }) => {
    const answer = await invite({ email });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      message: 'Please enter an email address.',
      fields: { email: 'Please enter an email address.' },
    });
    expect(await invitations(server)).toEqual([]);
  });

  test.for([0, 2, -1, 31, 1.5, '7', null])('rejects an expiry of %j days', async (expireDays, { server }) => {
    const answer = await invite({ email: 'greta@example.com', expireDays });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ message: 'Choose an expiry of 1, 3, 7, 14 or 30 days.' });
    expect(await invitations(server)).toEqual([]);
  });

  test('rejects an address with an account, including the administrator’s own', async ({ server }) => {
    for (const email of ['SAM@example.com', 'ada@example.com']) {
      const answer = await invite({ email });
      expect(answer.statusCode).toBe(409);
      expect(answer.json()).toMatchObject({ message: 'This email already has an account.' });
    }
    expect(await invitations(server)).toEqual([]);
  });

  test('rejects a second invitation while the first is pending, also concurrently', async ({ server }) => {
    const mails = await mailsOf(server, async () => {
      const answers = await Promise.all(
        [ada, server.as(people.olive), ada].map((by) => invite({ email: 'greta@example.com' }, by)),
      );
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409]);
      const rejected = answers.find(({ statusCode }) => statusCode === 409);
      expect(rejected?.json()).toMatchObject({
        message: 'A pending invitation already exists for this email.',
      });
    });
    expect(mails).toHaveLength(1);
  });

  test.for([
    ['with an overdue invitation', { status: 'pending', expiresAt: inDays(-1) }],
    ['with an expired invitation', { status: 'expired', expiresAt: inDays(-1) }],
    ['of a deleted account', { status: 'accepted', acceptedAt: new Date() }],
  ] as const)('reuses the row of an address %s', async ([_, given], { server }) => {
    const old = await anInvitation(server.db, { email: 'greta@example.com', ...given });
    expect((await invite({ email: 'greta@example.com', expireDays: 30 })).statusCode).toBe(201);
    const rows = await invitations(server);
    expect(rows).toMatchObject([{ id: old.id, status: 'pending', acceptedAt: null }]);
    expect(rows[0]?.inviteToken).not.toBe(old.inviteToken);
    expect(daysUntil(rows[0]?.expiresAt)).toBe(30);
  });

  test('ignores all fields except email and days', async ({ server }) => {
    const more = { status: 'accepted', inviteToken: 'mine', invitedBy: people.sam.id, id: 900 };
    await invite({ email: 'greta@example.com', ...more });
    expect(await invitations(server)).toMatchObject([{ id: 1, status: 'pending', invitedBy: people.ada.id }]);
    expect((await invitations(server))[0]?.inviteToken).not.toBe('mine');
  });

  test('stores nothing when the email cannot be queued', async ({ server }) => {
    await server.db.execute(sql`alter table outbox add constraint no_mail check (false) not valid`);
    try {
      expect((await invite({ email: 'greta@example.com' })).statusCode).toBe(500);
    } finally {
      await server.db.execute(sql`alter table outbox drop constraint no_mail`);
    }
    expect([await invitations(server), await logged(server), await server.db.select().from(outbox)]).toEqual([
      [],
      [],
      [],
    ]);
  });
});

describe('DELETE /api/admin/users/:userId/sessions', () => {
  const end = (userId: string) =>
    ada.inject({ method: 'DELETE', url: `/api/admin/users/${userId}/sessions` });

  test('signs the user out in all browsers, nobody else, and logs the activity', async ({ server }) => {
    const browsers = [server.as(people.sam), server.as(people.sam)];
    const statuses = async () =>
      Promise.all(browsers.map(async (each) => (await each.get('/api/auth/sessions')).statusCode));
    expect(await statuses()).toEqual([200, 200]);
    expect((await end(people.sam.id)).json()).toEqual({ ended: 2 });
    expect(await statuses()).toEqual([401, 401]);
    expect((await ada.get('/api/auth/sessions')).statusCode).toBe(200);
    const details = { email: 'sam@example.com', ended: 2 };
    expect(await logged(server)).toContainEqual({
      ...{ userId: people.ada.id, action: 'admin.sessions.end', details },
    });
  });

  test('rejects an unknown user', async () => {
    const { statusCode, json } = await end('nobody');
    expect([statusCode, json().message]).toEqual([404, 'User not found']);
  });
});

describe('user who is no administrator', () => {
  const adminCalls = (server: TestApp) =>
    mountedCalls(server.app).filter((call) => call.includes(' /api/admin/'));

  test('receives the documented error from every admin endpoint', async ({ server }) => {
    expect(adminCalls(server)).toHaveLength(23);
    for (const call of adminCalls(server)) {
      const [method, path = ''] = call.split(' ') as ['GET', string];
      const url = path.replace(':id', '1');
      const answer = await server.as(people.sam).inject({ method, url });
      expect([call, answer.statusCode]).toEqual([call, 403]);
      const message = "You don't have permission to access the admin dashboard.";
      expect(answer.json()).toMatchObject({ message, error: message });
      expect((await server.visitor.inject({ method, url })).statusCode).toBe(401);
    }
  });

  test('cannot become administrator by a field; ADMIN_EMAILS ignores letter case', async ({ server }) => {
    const { isAdmin } = (await server.as(people.olive).get('/api/auth/user')).json();
    expect(isAdmin).toBe(true);
    expect((await server.as(people.olive).get('/api/admin/users')).statusCode).toBe(200);
    expect((await server.as(people.sam).get('/api/auth/user?isAdmin=true')).json()).toMatchObject({
      isAdmin: false,
    });
  });

  test('cannot find administrator addresses in the served files', async ({ server }) => {
    for (const name of ['/', '/admin']) {
      const { body } = await server.visitor.get(name, { accept: 'text/html' });
      expect(body).not.toContain('ada@example.com');
    }
  });
});
