import { and, eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import type { UserRow } from '#server/auth/accounts.ts';
import { userActivityLogs } from '#server/db/schema/activity.ts';
import { outbox, users } from '#server/db/schema/people.ts';
import { projectInvitations, projectShares } from '#server/db/schema/projects.ts';
import type { ProjectRow } from '#server/projects/projects.queries.ts';
import { encodeProjectId } from '#shared/projectId.ts';
import type { Caller, TestApp } from '#test/app.ts';
import { aProject, aUser } from '#test/factories.ts';
import { expectLoginMail, followLink } from '#test/login.ts';
import { outboxMails } from '#test/outbox.ts';
import { test } from '#test/serverTest.ts';

let owner: UserRow;
let project: ProjectRow;
let guests = 0;
let email: string;
/** The invited user. */
let greta: UserRow;
let token: string;

test.beforeEach(async ({ server }) => {
  owner = await aUser(server.db, { firstName: 'Olive', lastName: 'Owner' });
  project = await aProject(server.db, { userId: owner.id });
  email = `greta${++guests}@example.com`;
  greta = await aUser(server.db, { email, firstName: 'Greta' });
  token = await invitationFor(server, email, 'commenter');
});

async function invitationFor(server: TestApp, to: string, role: string): Promise<string> {
  const answer = await server.as(owner).post(`/api/projects/${project.id}/invite`, { email: to, role });
  expect(answer.statusCode).toBe(201);
  return (await invitation(server, to))?.inviteToken ?? '';
}

async function invitation(server: TestApp, to = email) {
  const isTo = and(eq(projectInvitations.projectId, project.id), eq(projectInvitations.email, to));
  const [row] = await server.db.select().from(projectInvitations).where(isTo);
  return row;
}

async function share(server: TestApp, to = email) {
  const isTo = and(eq(projectShares.projectId, project.id), eq(projectShares.sharedWithEmail, to));
  const [row] = await server.db.select().from(projectShares).where(isTo);
  return row;
}

async function letItExpire(server: TestApp): Promise<void> {
  const past = new Date(Date.now() - 1000);
  await server.db
    .update(projectInvitations)
    .set({ expiresAt: past })
    .where(eq(projectInvitations.email, email));
}

const look = (server: TestApp, who: Caller = server.visitor, at = token) => who.get(`/api/invitations/${at}`);
const accept = (server: TestApp, who: Caller = server.as(greta), at = token) =>
  who.post(`/api/invitations/${at}/accept`);
const status = async (answer: ReturnType<Caller['get']>) => (await answer).statusCode;
const notFoundBody = { code: 'not_found', message: 'Invitation Not Found', error: 'Invitation Not Found' };

describe('GET /api/invitations/:inviteToken', () => {
  test('returns the project to everybody with the link, and the address to the invited user', async ({
    server,
    world,
  }) => {
    const row = await invitation(server);
    const shown = {
      projectName: 'Night Ferry',
      role: 'commenter',
      projectId: project.id,
      expiresAt: row?.expiresAt.toISOString(),
    };
    for (const who of [server.visitor, server.as(world.sam), server.as(owner)]) {
      const answer = await look(server, who);
      expect([answer.statusCode, answer.json()]).toEqual([200, shown]);
    }
    expect((await look(server, server.as(greta))).json()).toEqual({ ...shown, email });
  });

  const madeUp = [
    'x',
    'A'.repeat(43),
    'null',
    '%00',
    '%F0%9F%9A%A2',
    "'--",
    '__proto__',
    'a'.repeat(129),
    '..',
    '*',
  ];
  test.for(madeUp)('rejects the token %s', async (at, { server }) => {
    const answer = await look(server, server.visitor, at);
    expect(answer.statusCode).toBe(404);
    if (at !== '..') expect(answer.json()).toEqual(notFoundBody);
    expect(await status(accept(server, server.as(greta), at))).toBe(404);
  });

  test('rejects the token in another case, or a part of it', async ({ server }) => {
    const swapped = [...token].map((letter) =>
      letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
    );
    for (const at of [swapped.join(''), token.slice(0, -1), `${token}A`])
      expect(await status(look(server, server.visitor, at))).toBe(404);
  });

  test('rejects an expired invitation, and marks it in both tables', async ({ server }) => {
    await letItExpire(server);
    const answer = await look(server);
    expect([answer.statusCode, answer.json()]).toEqual([404, notFoundBody]);
    expect([(await invitation(server))?.status, (await share(server))?.status]).toEqual([
      'expired',
      'expired',
    ]);
  });

  test('rejects an accepted invitation', async ({ server }) => {
    await accept(server);
    expect(await status(look(server))).toBe(404);
    expect(await status(look(server, server.as(greta)))).toBe(404);
  });

  test('rejects an invitation to a deleted project', async ({ server }) => {
    await server.as(owner).delete(`/api/projects/${project.id}`);
    expect([await status(look(server)), await status(accept(server))]).toEqual([404, 404]);
  });
});

describe('POST /api/invitations/:inviteToken/accept', () => {
  test('requires a sign-in', async ({ server }) => {
    const answer = await accept(server, server.visitor);
    expect([answer.statusCode, answer.json().error]).toEqual([401, 'Unauthorized']);
    expect((await share(server))?.status).toBe('pending');
  });

  test('makes the user a member with that role, in both tables, and mails the owner', async ({ server }) => {
    const mine = server.as(greta);
    expect(await status(mine.get(`/api/projects/${project.id}`))).toBe(404);
    const answer = await accept(server, mine);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { projectId: project.id, encodedProjectId: encodeProjectId(project.id), role: 'commenter' },
    ]);
    const rows = [await share(server), await invitation(server)];
    for (const row of rows) {
      expect(row?.status).toBe('accepted');
      expect(Date.now() - (row?.acceptedAt?.getTime() ?? 0)).toBeLessThan(60_000);
    }
    expect((await share(server))?.sharedWithUserId).toBe(greta.id);
    expect((await mine.get(`/api/projects/${project.id}`)).json().role).toBe('commenter');
    expect((await mine.get('/api/projects')).json()).toMatchObject([{ id: project.id, role: 'commenter' }]);
    await server.mail.send();
    const [mail] = outboxMails(server.env.dataDir).filter(({ to }) => to === owner.email);
    expect(mail?.subject).toBe('Greta has joined Night Ferry');
    expect(mail?.text).toContain('is now a commenter.');
    const [note] = await server.db
      .select()
      .from(userActivityLogs)
      .where(and(eq(userActivityLogs.projectId, project.id), eq(userActivityLogs.action, 'share.accept')));
    expect(note).toMatchObject({ userId: greta.id, details: { role: 'commenter' } });
  });

  test('changes nothing when it is repeated by the same user', async ({ server }) => {
    const first = await accept(server);
    const taken = await share(server);
    const second = await accept(server);
    expect([second.statusCode, second.json()]).toEqual([200, first.json()]);
    expect(await share(server)).toEqual(taken);
    const mails = await server.db.select().from(outbox).where(eq(outbox.to, owner.email));
    expect(mails).toHaveLength(1);
  });

  test('has one effect for two concurrent calls', async ({ server }) => {
    const answers = await Promise.all([accept(server), accept(server)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(await server.db.select().from(outbox).where(eq(outbox.to, owner.email))).toHaveLength(1);
  });

  test('is accepted from the invited address only, also for an administrator', async ({ server, world }) => {
    const text = 'This invitation was sent to a different email address.';
    for (const who of [world.sam, world.ada, world.vic]) {
      const answer = await accept(server, server.as(who));
      expect([answer.statusCode, answer.json()]).toMatchObject([403, { error: text, message: text }]);
      expect(answer.body).not.toContain(email);
      expect(await status(server.as(who).get(`/api/projects/${project.id}`))).toBe(404);
    }
    expect((await share(server))?.status).toBe('pending');
  });

  test('ignores the case of the address', async ({ server }) => {
    const to = `MiXed${guests}@Example.com`;
    const mixed = await aUser(server.db, { email: to });
    const at = await invitationFor(server, to, 'editor');
    expect(await status(accept(server, server.as(mixed), at))).toBe(200);
  });

  test('is rejected for an own project', async ({ server }) => {
    const answer = await accept(server, server.as(owner));
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'You already own this project.']);
  });

  test('is rejected for an expired invitation', async ({ server }) => {
    await letItExpire(server);
    const text = 'This invitation may have expired or has already been used.';
    const answer = await accept(server);
    expect([answer.statusCode, answer.json().error]).toEqual([410, text]);
    expect(await status(server.as(greta).get(`/api/projects/${project.id}`))).toBe(404);
  });

  test('is rejected for an invitation that another user accepted', async ({ server, world }) => {
    await accept(server);
    const answer = await accept(server, server.as(world.sam));
    expect([answer.statusCode, answer.json().error]).toEqual([
      410,
      'This invitation may have expired or has already been used.',
    ]);
  });

  test('is rejected after the access was removed', async ({ server }) => {
    await accept(server);
    await server.as(owner).delete(`/api/projects/${project.id}/access/${(await share(server))?.id}`);
    expect(await status(accept(server))).toBe(404);
    expect(await status(server.as(greta).get(`/api/projects/${project.id}`))).toBe(404);
  });

  test('grants the latest role of the owner, and no role in the body', async ({ server, world }) => {
    const change = { role: 'viewer' };
    await server.as(owner).patch(`/api/projects/${project.id}/access/${(await share(server))?.id}`, change);
    const body = { role: 'owner', projectId: world.project.id, userId: world.olive.id };
    const answer = await server.as(greta).post(`/api/invitations/${token}/accept`, body);
    expect(answer.json()).toMatchObject({ role: 'viewer', projectId: project.id });
    expect(await status(server.as(greta).get(`/api/projects/${world.project.id}`))).toBe(404);
  });
});

test('is the only way to access: pending and expired invitations grant none', async ({ server }) => {
  const paths = ['', '/access', '/script-elements', '/comments', '/export/pdf'];
  const all = async () =>
    Promise.all(paths.map((path) => status(server.as(greta).get(`/api/projects/${project.id}${path}`))));
  expect(await all()).toEqual(paths.map(() => 404));
  await letItExpire(server);
  await look(server);
  expect(await all()).toEqual(paths.map(() => 404));
});

test('follows the sign-in of a new user, whose account the invitation allows', async ({ server }) => {
  const to = `newcomer${guests}@example.com`;
  const at = await invitationFor(server, to, 'editor');
  expect((await server.visitor.get(`/api/login?invite=${at}`)).body).toContain(to);
  const { path } = await expectLoginMail(server, to, { invite: at });
  const signedIn = await followLink(server, path);
  expect([signedIn.statusCode, signedIn.headers.location]).toEqual([303, `/invite/${at}`]);
  const [person] = await server.db.select().from(users).where(eq(users.email, to));
  // Pressing Accept is still theirs to do; the account is a full one, without credits.
  expect(person?.creditBalance).toBe(0);
  expect((await share(server, to))?.status).toBe('pending');
  expect(await status(accept(server, server.as(person ?? greta), at))).toBe(200);
  expect((await server.as(person ?? greta).get(`/api/projects/${project.id}`)).json().role).toBe('editor');
});
