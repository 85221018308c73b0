import { and, desc, eq, like } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import type { UserRow } from '#server/auth/accounts.ts';
import { userActivityLogs } from '#server/db/schema/activity.ts';
import { outbox, users } from '#server/db/schema/people.ts';
import { projectChanges, projectInvitations, projectShares, projects } from '#server/db/schema/projects.ts';
import type { ProjectRow } from '#server/projects/projects.queries.ts';
import type { AccessEntry } from '#shared/contract/shares.ts';
import type { Caller, TestApp } from '#test/app.ts';
import { aProject, aProjectInvitation, aShare, aUser } from '#test/factories.ts';
import { test as serverTest } from '#test/serverTest.ts';
import { unreachableSmtpUrl } from '#test/smtp.ts';
import { invitationsPerAddress, invitationsPerHour, maxPeople } from './sharing.service.ts';

let owner: UserRow;
let olive: Caller;
let project: ProjectRow;
/** /api/projects/{id} of a new project for each test; Eddie edits, Cora comments, Vic views. */
let url: string;
let guests = 0;
const guest = () => `guest${++guests}@example.com`;

const test = serverTest.extend(
  'settings',
  { scope: 'file' },
  { variables: { PUBLIC_URL: 'https://write.example', SMTP_URL: await unreachableSmtpUrl() } },
);

test.beforeEach(async ({ server, world }) => {
  // Invitations are limited per hour and user: a new owner for each test.
  owner = await aUser(server.db, { firstName: 'Olive', lastName: 'Owner' });
  olive = server.as(owner);
  project = await aProject(server.db, { userId: owner.id });
  url = `/api/projects/${project.id}`;
  await aShare(server.db, project, world.eddie, { role: 'editor' });
  await aShare(server.db, project, world.cora, { role: 'commenter' });
  await aShare(server.db, project, world.vic);
});

const list = async (who = olive) => (await who.get(`${url}/access`)).json() as AccessEntry[];
const invite = (email: unknown, role?: unknown, who = olive) =>
  who.post(`${url}/invite`, { email, ...(role !== undefined && { role }) });
const shares = (server: TestApp) =>
  server.db.select().from(projectShares).where(eq(projectShares.projectId, project.id));
const invitations = (server: TestApp) =>
  server.db.select().from(projectInvitations).where(eq(projectInvitations.projectId, project.id));
const mailsTo = (server: TestApp, to: string) => server.db.select().from(outbox).where(eq(outbox.to, to));
const notes = (server: TestApp) =>
  server.db
    .select({
      action: userActivityLogs.action,
      details: userActivityLogs.details,
      userId: userActivityLogs.userId,
    })
    .from(userActivityLogs)
    .where(and(eq(userActivityLogs.projectId, project.id), like(userActivityLogs.action, 'share.%')))
    .orderBy(desc(userActivityLogs.id));

async function shareOfEmail(server: TestApp, email: string) {
  const share = (await shares(server)).find((each) => each.sharedWithEmail === email);
  if (!share) throw new Error(`${email} has no share`);
  return share;
}

async function rejected(
  answer: Promise<{ statusCode: number; json(): { message: string; details?: string } }>,
) {
  const { statusCode, json } = await answer;
  const { message, details } = json();
  return [statusCode, message, details];
}

/** Everything that inviting writes. */
const written = async (server: TestApp) => [
  await shares(server),
  await invitations(server),
  await notes(server),
];

describe('GET /api/projects/:id/access', () => {
  test('lists the owner first, then all invited users, to every member', async ({ server, world }) => {
    await invite('guest@example.com', 'editor');
    for (const who of [owner, world.eddie, world.cora, world.vic]) {
      const entries = await list(server.as(who));
      expect(entries.map(({ email, role, status }) => [email, role, status])).toEqual([
        [owner.email, 'owner', 'accepted'],
        ['eddie@example.com', 'editor', 'accepted'],
        ['cora@example.com', 'commenter', 'accepted'],
        ['vic@example.com', 'viewer', 'accepted'],
        ['guest@example.com', 'editor', 'pending'],
      ]);
    }
    const [first, eddie] = await list();
    expect(first).toEqual({
      id: 'owner',
      userId: owner.id,
      email: owner.email,
      role: 'owner',
      status: 'accepted',
      firstName: 'Olive',
      lastName: 'Owner',
      profileImageUrl: null,
      invitedAt: project.createdAt.toISOString(),
      acceptedAt: project.createdAt.toISOString(),
    });
    expect(Object.keys(eddie ?? {}).sort()).toEqual(Object.keys(first ?? {}).sort());
    expect(eddie).toMatchObject({ firstName: 'Eddie', lastName: 'Editor', userId: world.eddie.id });
  });

  test('contains no token, and no account data of pending invitations', async ({ server }) => {
    await aUser(server.db, { email: 'known@example.com', firstName: 'Known', lastName: 'Person' });
    await invite('known@example.com');
    const { body } = await olive.get(`${url}/access`);
    for (const { inviteToken } of await invitations(server)) expect(body).not.toContain(inviteToken);
    expect((await list()).at(-1)).toMatchObject({
      ...{ userId: null, firstName: null, lastName: null, profileImageUrl: null },
    });
  });

  test('marks an expired invitation and stores that', async ({ server }) => {
    await invite('late@example.com');
    await server.db
      .update(projectInvitations)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(projectInvitations.projectId, project.id));
    expect((await list()).at(-1)).toMatchObject({ email: 'late@example.com', status: 'expired' });
    expect((await shareOfEmail(server, 'late@example.com')).status).toBe('expired');
    expect((await invitations(server))[0]?.status).toBe('expired');
  });
});

describe('POST /api/projects/:id/invite', () => {
  test('writes both rows with one token and a mail', async ({ server }) => {
    const email = guest();
    const answer = await invite(` ${email.toUpperCase()} `, 'commenter');
    expect(answer.statusCode).toBe(201);
    const share = await shareOfEmail(server, email);
    expect(answer.json()).toEqual({
      id: share.id,
      userId: null,
      email,
      role: 'commenter',
      status: 'pending',
      firstName: null,
      lastName: null,
      profileImageUrl: null,
      invitedAt: share.createdAt.toISOString(),
      acceptedAt: null,
    });
    const [invitation] = await invitations(server);
    const { role, status, inviteToken, invitedBy, acceptedAt } = share;
    expect({ role, status, invitedBy, acceptedAt, user: share.sharedWithUserId }).toEqual({
      role: 'commenter',
      status: 'pending',
      invitedBy: owner.id,
      acceptedAt: null,
      user: null,
    });
    expect(invitation).toMatchObject({ email, role, status, inviteToken, invitedBy, acceptedAt: null });
    expect(inviteToken).toMatch(/^[\w-]{43}$/);
    const days = ((invitation?.expiresAt.getTime() ?? 0) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.99);
    expect(days).toBeLessThanOrEqual(7);
    const [note] = await notes(server);
    expect(note).toEqual({
      action: 'share.invite',
      details: { email, role: 'commenter' },
      userId: owner.id,
    });
    const [change] = await server.db
      .select()
      .from(projectChanges)
      .where(eq(projectChanges.projectId, project.id));
    expect(change).toMatchObject({ entity: 'access', ids: [share.id], actor: owner.id });
    // Sharing is no work on the story.
    const [after] = await server.db.select().from(projects).where(eq(projects.id, project.id));
    expect(after?.updatedAt).toEqual(project.updatedAt);
  });

  test('invites as a viewer by default, and never as owner', async ({ server }) => {
    expect((await invite(guest())).json().role).toBe('viewer');
    for (const role of ['viewer', 'commenter', 'editor'])
      expect((await invite(guest(), role)).json().role).toBe(role);
    const before = await written(server);
    const text = 'Owner cannot be assigned by invitation.';
    expect(await rejected(invite(guest(), 'owner'))).toEqual([400, text, text]);
    for (const role of ['admin', '', null, 7, ['editor'], 'EDITOR'])
      expect((await invite(guest(), role)).statusCode).toBe(400);
    expect(await written(server)).toEqual(before);
  });

  test.for([
    ['', 'Please enter an email address'],
    ['   ', 'Please enter an email address'],
    [undefined, 'Please enter an email address'],
    [null, 'Please enter an email address'],
    ['guest', 'Please enter a valid email address'],
    ['marit.solheim@', 'Please enter a valid email address'],
    ['a@b', 'Please enter a valid email address'],
    ['two@example.com, three@example.com', 'Please enter a valid email address'],
    ['guest@example.com\r\nBcc: all@example.com', 'Please enter a valid email address'],
    ['"Olive" <guest@example.com>', 'Please enter a valid email address'],
    ['<script>@example.com', 'Please enter a valid email address'],
    ['guest\0@example.com', 'Please enter a valid email address'],
    ['\u202eguest@example.com', 'Please enter a valid email address'],
    ['🚢@example.com', 'Please enter a valid email address'],
    [`${'a'.repeat(250)}@example.com`, 'Please enter a valid email address'],
  ] as const)('rejects the address %j', async ([email, message], { server }) => {
    const before = await written(server);
    expect(await rejected(invite(email))).toEqual([400, message, message]);
    expect(await written(server)).toEqual(before);
  });

  test.each([[7], [['guest@example.com']], [{ email: 'guest@example.com' }]])(
    'rejects the address %j',
    async (email) => {
      expect((await invite(email)).statusCode).toBe(400);
    },
  );

  test('ignores fields other than address and role', async ({ server, world }) => {
    const email = guest();
    const { id: other } = await aProject(server.db);
    const more = {
      projectId: other,
      status: 'accepted',
      inviteToken: 'mine',
      sharedWithUserId: world.sam.id,
    };
    const names = {
      invitedBy: world.sam.id,
      acceptedAt: new Date().toISOString(),
      id: 1,
      userId: world.sam.id,
    };
    const answer = await olive.post(`${url}/invite`, { email, ...more, ...names });
    expect(answer.statusCode).toBe(201);
    const share = await shareOfEmail(server, email);
    expect(share).toMatchObject({ status: 'pending', sharedWithUserId: null, invitedBy: owner.id });
    expect(share.inviteToken).not.toBe('mine');
    const elsewhere = eq(projectShares.projectId, other);
    expect(await server.db.select().from(projectShares).where(elsewhere)).toEqual([]);
  });

  test('rejects the own address, in any case', async ({ server }) => {
    const before = await written(server);
    const text = 'You already own this project.';
    expect(await rejected(invite(owner.email))).toEqual([400, text, text]);
    expect(await rejected(invite(owner.email.toUpperCase()))).toEqual([400, text, text]);
    expect(await written(server)).toEqual(before);
  });

  test('rejects a user who has access', async ({ server }) => {
    const before = await written(server);
    const text = 'This person already has access.';
    expect(await rejected(invite('Vic@example.com', 'editor'))).toEqual([409, text, text]);
    expect(await written(server)).toEqual(before);
  });

  test.for(['pending', 'expired'] as const)(
    'renews an invitation that is %s, with a new token, time and role',
    async (status, { server }) => {
      const email = guest();
      await invite(email, 'viewer');
      const first = await shareOfEmail(server, email);
      const past = new Date(Date.now() - 86_400_000);
      await server.db
        .update(projectShares)
        .set({ status, createdAt: past })
        .where(eq(projectShares.id, first.id));
      await server.db
        .update(projectInvitations)
        .set({ status, ...(status === 'expired' && { expiresAt: past }) })
        .where(eq(projectInvitations.email, email));
      const answer = await invite(email, 'editor');
      expect([answer.statusCode, answer.json().id, answer.json().role]).toEqual([201, first.id, 'editor']);
      const again = await shareOfEmail(server, email);
      const all = await invitations(server);
      expect(all).toHaveLength(1);
      expect(again.inviteToken).not.toBe(first.inviteToken);
      expect(all[0]).toMatchObject({ inviteToken: again.inviteToken, role: 'editor', status: 'pending' });
      expect(all[0]?.expiresAt.getTime()).toBeGreaterThan(Date.now() + 6 * 86_400_000);
      expect(Date.parse(answer.json().invitedAt)).toBeGreaterThan(past.getTime());
      expect(await mailsTo(server, email)).toHaveLength(2);
      expect((await server.visitor.get(`/api/invitations/${first.inviteToken}`)).statusCode).toBe(404);
    },
  );

  test('answers alike for an address with and without an account', async ({ server }) => {
    const stranger = guest();
    await aUser(server.db, { email: 'member@example.com', firstName: 'Member' });
    const [known, unknown] = [await invite('member@example.com'), await invite(stranger)];
    const shape = ({ id: _, email: __, invitedAt: ___, ...entry }: AccessEntry) => entry;
    expect(known.statusCode).toBe(unknown.statusCode);
    expect(shape(known.json())).toEqual(shape(unknown.json()));
  });

  test('limits invitations by sender and by address, before any mail', async ({ server, world }) => {
    const email = guest();
    for (let n = 0; n < invitationsPerAddress; n++) expect((await invite(email)).statusCode).toBe(201);
    const sixth = await invite(email);
    expect([sixth.statusCode, sixth.json().message]).toEqual([
      429,
      'This address has been sent several invitations already. Please try again later.',
    ]);
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(0);
    // By removing and inviting again neither, nor by another sender.
    await olive.delete(`${url}/access/${(await shareOfEmail(server, email)).id}`);
    expect((await invite(email)).statusCode).toBe(429);
    const other = await aProject(server.db, { userId: world.sam.id });
    const bySam = await server.as(world.sam).post(`/api/projects/${other.id}/invite`, { email });
    expect(bySam.statusCode).toBe(429);
    expect(await mailsTo(server, email)).toHaveLength(invitationsPerAddress);
    const statuses = new Map<number, number>();
    for (let n = 0; n < invitationsPerHour + 5; n++) {
      const { statusCode } = await invite(guest());
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
    }
    expect([...statuses.keys()].sort()).toEqual([201, 429]);
    expect(statuses.get(201)).toBeLessThanOrEqual(invitationsPerHour);
    const rejection = await invite(guest());
    expect(rejection.json().message).toBe('You have sent too many invitations. Please try again later.');
  });

  test('rejects new entries in a full list, and still renews invitations', async ({ server }) => {
    const rows = Array.from({ length: maxPeople - 3 }, (_, n) => ({
      projectId: project.id,
      sharedWithEmail: `full${n}@example.com`,
      status: 'expired' as const,
    }));
    await server.db.insert(projectShares).values(rows);
    expect(await rejected(invite(guest()))).toEqual([
      409,
      'No more people can be invited to this project. Remove somebody from the list first.',
      expect.any(String),
    ]);
    expect((await invite('full0@example.com')).statusCode).toBe(201);
  });

  test('leaves one entry for two concurrent invitations of one address', async ({ server }) => {
    const email = guest();
    const answers = await Promise.all([invite(email, 'viewer'), invite(email, 'editor')]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
    expect((await shares(server)).filter((share) => share.sharedWithEmail === email)).toHaveLength(1);
    const tokens = (await invitations(server)).map(({ inviteToken }) => inviteToken);
    expect(tokens).toEqual([(await shareOfEmail(server, email)).inviteToken]);
  });
});

describe('invitation mail', () => {
  test('names the inviting user, the project and the role, and links to the page', async ({ server }) => {
    const email = guest();
    await invite(email, 'commenter');
    const [mail] = await server.db.select().from(outbox).where(eq(outbox.to, email));
    const { inviteToken } = await shareOfEmail(server, email);
    expect(mail?.subject).toBe('Olive Owner invites you to Night Ferry');
    for (const text of [mail?.text, mail?.html]) {
      expect(text).toContain(`https://write.example/invite/${inviteToken}`);
      expect(text).toContain('as a commenter: you can read everything in it, comment');
      expect(text).toContain('open for 7 days');
    }
  });

  test('is stored together with its invitation, or not at all', async ({ server }) => {
    const email = guest();
    const { sql } = await import('drizzle-orm');
    await server.db.execute(
      sql`alter table outbox add constraint no_mail check ("to" <> ${sql.raw(`'${email}'`)})`,
    );
    const before = await written(server);
    expect((await invite(email)).statusCode).toBe(500);
    expect(await written(server)).toEqual(before);
    await server.db.execute(sql`alter table outbox drop constraint no_mail`);
  });

  test('contains no header and no markup of a name', async ({ server }) => {
    const bad = 'Night\r\nBcc: all@example.com\r\n\r\n<img src=x onerror=alert(1)>';
    await server.db.update(projects).set({ name: bad }).where(eq(projects.id, project.id));
    await server.db
      .update(users)
      .set({ firstName: 'Olive\nBcc: all@example.com', lastName: '<b>Owner</b>\u202e' })
      .where(eq(users.id, owner.id));
    const email = guest();
    await invite(email);
    const [mail] = await mailsTo(server, email);
    expect(mail?.subject).not.toMatch(/[\r\n\u202e]/);
    expect(mail?.text).not.toMatch(/^Bcc:/m);
    expect(mail?.html).not.toContain('<img');
    expect(mail?.html).not.toContain('<b>Owner');
    expect(mail?.headers).toBeNull();
  });
});

describe('PATCH /api/projects/:id/access/:accessId', () => {
  const change = async (server: TestApp, email: string, role: unknown, who = olive) =>
    who.patch(`${url}/access/${(await shareOfEmail(server, email)).id}`, { role });

  test('changes both rows, returns the entry and logs the change', async ({ server }) => {
    const email = guest();
    await invite(email, 'viewer');
    const answer = await change(server, email, 'editor');
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { email, role: 'editor', status: 'pending' },
    ]);
    expect((await shareOfEmail(server, email)).role).toBe('editor');
    expect((await invitations(server))[0]?.role).toBe('editor');
    expect((await notes(server))[0]).toMatchObject({
      action: 'share.role',
      details: { email, from: 'viewer', to: 'editor' },
    });
  });

  test('applies from the next call on, without a new sign-in', async ({ server, world }) => {
    const vic = server.as(world.vic);
    const rename = () => vic.patch(url, { name: 'Day Ferry' });
    expect((await rename()).statusCode).toBe(403);
    await change(server, 'vic@example.com', 'editor');
    expect((await rename()).statusCode).toBe(200);
    expect((await vic.get(url)).json().role).toBe('editor');
    await change(server, 'vic@example.com', 'viewer');
    expect((await rename()).statusCode).toBe(403);
  });

  test('rejects the owner role, and the owner’s entry', async ({ server }) => {
    const text = 'Owner role cannot be changed.';
    expect(await rejected(change(server, 'vic@example.com', 'owner'))).toEqual([400, text, text]);
    const ofOwner = await olive.patch(`${url}/access/owner`, { role: 'viewer' });
    expect([ofOwner.statusCode, ofOwner.json().message]).toEqual([400, text]);
    expect((await shareOfEmail(server, 'vic@example.com')).role).toBe('viewer');
    expect((await list())[0]?.role).toBe('owner');
  });

  test('rejects members who change their own role, also by other fields', async ({ server, world }) => {
    for (const who of [world.eddie, world.cora, world.vic])
      expect((await change(server, who.email, 'editor', server.as(who))).statusCode).toBe(403);
    const eddie = server.as(world.eddie);
    await eddie.patch(url, {
      name: 'Day Ferry',
      role: 'owner',
      userId: world.eddie.id,
      ownerId: world.eddie.id,
    });
    const [after] = await server.db.select().from(projects).where(eq(projects.id, project.id));
    expect(after?.userId).toBe(owner.id);
    expect((await shareOfEmail(server, 'eddie@example.com')).role).toBe('editor');
  });

  test.each(['0', '-1', 'abc', '%00', '2147483648', 'Owner', '__proto__'])(
    'rejects the entry %s',
    async (id) => {
      const answer = await olive.patch(`${url}/access/${id}`, { role: 'editor' });
      expect([answer.statusCode, answer.json().message]).toEqual([404, 'Access entry not found']);
    },
  );

  test('rejects an entry of another project', async ({ server, world }) => {
    const other = await aProject(server.db);
    const share = await aShare(server.db, other, world.sam);
    expect((await olive.patch(`${url}/access/${share.id}`, { role: 'editor' })).statusCode).toBe(404);
    expect((await olive.delete(`${url}/access/${share.id}`)).statusCode).toBe(404);
    const [after] = await server.db.select().from(projectShares).where(eq(projectShares.id, share.id));
    expect(after).toEqual(share);
  });
});

describe('DELETE /api/projects/:id/access/:accessId', () => {
  const remove = async (server: TestApp, email: string, who = olive) =>
    who.delete(`${url}/access/${(await shareOfEmail(server, email)).id}`);

  test('takes effect with the next call when the owner removes a member', async ({ server, world }) => {
    const vic = server.as(world.vic);
    expect((await vic.get(url)).statusCode).toBe(200);
    expect((await remove(server, 'vic@example.com')).statusCode).toBe(204);
    const after = await vic.get(url);
    expect([after.statusCode, after.json().message]).toEqual([404, 'Project not found']);
    expect((await vic.get('/api/projects')).body).not.toContain(`"id":${project.id},`);
    expect((await notes(server))[0]).toMatchObject({
      action: 'share.remove',
      details: { email: 'vic@example.com' },
    });
  });

  test('invalidates the token of an invitation', async ({ server }) => {
    const email = guest();
    await invite(email);
    const { inviteToken } = await shareOfEmail(server, email);
    await remove(server, email);
    expect((await server.visitor.get(`/api/invitations/${inviteToken}`)).statusCode).toBe(404);
    const person = await aUser(server.db, { email });
    expect((await server.as(person).post(`/api/invitations/${inviteToken}/accept`)).statusCode).toBe(404);
    expect(await invitations(server)).toEqual([]);
  });

  test('lets every member leave, and remove no other', async ({ server, world }) => {
    for (const who of [world.eddie, world.cora, world.vic]) {
      const others = [world.eddie, world.cora, world.vic].filter(({ id }) => id !== who.id);
      for (const { email } of others) {
        const known = (await shares(server)).some(({ sharedWithEmail }) => sharedWithEmail === email);
        if (known) expect((await remove(server, email, server.as(who))).statusCode).toBe(403);
      }
      expect((await server.as(who).delete(`${url}/access/owner`)).statusCode).toBe(403);
      expect((await remove(server, who.email, server.as(who))).statusCode).toBe(204);
      expect((await server.as(who).get(url)).statusCode).toBe(404);
      expect((await notes(server))[0]).toMatchObject({
        action: 'share.remove',
        details: { email: who.email, hasLeft: true },
        userId: who.id,
      });
    }
  });

  test('is rejected for the owner', async () => {
    const answer = await olive.delete(`${url}/access/owner`);
    expect([answer.statusCode, answer.json().message]).toEqual([400, 'Owner role cannot be changed.']);
  });
});

describe('POST /api/projects/:id/transfer', () => {
  const transfer = async (server: TestApp, email: string, who = olive) =>
    who.post(`${url}/transfer`, { accessId: (await shareOfEmail(server, email)).id });

  test('makes an editor the owner and the owner an editor, with the next call, and mails the new owner', async ({
    server,
    world,
  }) => {
    // A mail that has been sent keeps its address alone.
    const mailsToEddie = () =>
      server.db.select({ id: outbox.id }).from(outbox).where(eq(outbox.to, 'eddie@example.com'));
    const before = await mailsToEddie();
    const answer = await transfer(server, 'eddie@example.com');
    expect(answer.statusCode).toBe(200);
    expect(await mailsToEddie()).toHaveLength(before.length + 1);
    const roles = (answer.json() as AccessEntry[]).map(({ email, role }) => [email, role]);
    expect(roles).toEqual([
      ['eddie@example.com', 'owner'],
      ['cora@example.com', 'commenter'],
      ['vic@example.com', 'viewer'],
      [owner.email, 'editor'],
    ]);
    const eddie = server.as(world.eddie);
    expect((await olive.get(url)).json()).toMatchObject({ role: 'editor', ownerId: world.eddie.id });
    expect((await eddie.get(url)).json()).toMatchObject({ role: 'owner' });
    expect((await olive.delete(url)).statusCode).toBe(403);
    expect((await invite(guest())).statusCode).toBe(403);
    expect((await invite(guest(), 'viewer', eddie)).statusCode).toBe(201);
    expect((await notes(server)).map(({ action }) => action)).toContain('share.transfer');
    // The transfer back is possible too.
    expect((await transfer(server, owner.email, eddie)).statusCode).toBe(200);
    expect((await olive.get(url)).json().role).toBe('owner');
  });

  test('requires the owner, and an editor who has accepted', async ({ server, world }) => {
    const email = guest();
    await invite(email, 'editor');
    const text = 'Only an editor who has accepted the invitation can become the owner.';
    for (const to of ['vic@example.com', 'cora@example.com', email])
      expect((await rejected(transfer(server, to))).slice(0, 2)).toEqual([409, text]);
    for (const who of [world.eddie, world.cora, world.vic])
      expect((await transfer(server, 'eddie@example.com', server.as(who))).statusCode).toBe(403);
    const other = await aShare(server.db, await aProject(server.db), world.sam, { role: 'editor' });
    expect((await olive.post(`${url}/transfer`, { accessId: other.id })).statusCode).toBe(404);
    expect((await olive.post(`${url}/transfer`, { accessId: 'owner' })).statusCode).toBe(400);
    expect((await list())[0]?.email).toBe(owner.email);
  });

  test('has one effect for two concurrent calls', async ({ server, world }) => {
    const accessId = (await shareOfEmail(server, 'eddie@example.com')).id;
    const answers = await Promise.all([1, 2].map(() => olive.post(`${url}/transfer`, { accessId })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
    expect((await list(server.as(world.eddie)))[0]?.email).toBe('eddie@example.com');
  });
});

test('shares and invitations are for a viewer, and pending, by default', async ({ server }) => {
  const [share] = await server.db
    .insert(projectShares)
    .values({ projectId: project.id, sharedWithEmail: guest() })
    .returning();
  expect([share?.role, share?.status]).toEqual(['viewer', 'pending']);
  const invitation = await aProjectInvitation(server.db, { projectId: project.id });
  expect([invitation.role, invitation.status]).toEqual(['viewer', 'pending']);
  const { inviteToken } = invitation;
  await expect(aProjectInvitation(server.db, { inviteToken })).rejects.toThrow();
});
