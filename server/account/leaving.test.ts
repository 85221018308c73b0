import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { eq, getTableName, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { describe, expect } from 'vitest';
import { rows } from '#server/db/client.ts';
import * as activity from '#server/db/schema/activity.ts';
import * as ai from '#server/db/schema/ai.ts';
import * as billing from '#server/db/schema/billing.ts';
import * as history from '#server/db/schema/history.ts';
import * as people from '#server/db/schema/people.ts';
import * as planning from '#server/db/schema/planning.ts';
import * as projectTables from '#server/db/schema/projects.ts';
import * as script from '#server/db/schema/script.ts';
import * as tension from '#server/db/schema/tension.ts';
import { removeOrphanedMailFiles } from '#server/mail/mailFiles.ts';
import { accountTexts } from '#shared/contract/account.ts';
import type { Caller } from '#test/app.ts';
import { rowsIn, unzipEntries } from '#test/archive.ts';
import { aBetaApplication, anInvitation, aProject, aShare } from '#test/factories.ts';
import { filledProject } from '#test/filledProject.ts';
import { errorsInBooks } from '#test/ledger.ts';
import { enterCode, expectLoginMail } from '#test/login.ts';
import { loginMails } from '#test/outbox.ts';
import { aPng } from '#test/pictures.ts';
import { newWorldTest as test } from '#test/serverTest.ts';
import { photoUpload, uploadRequest } from '#test/upload.ts';
import type { World } from '#test/world.ts';
import { personalTables, tablesNotDownloaded } from './download.service.ts';

const tables = [activity, ai, billing, history, people, planning, projectTables, script, tension]
  .flatMap((file) => Object.values<unknown>(file))
  .filter((value) => is(value, PgTable));

describe('GET /api/auth/user/archive', () => {
  const download = async (by: Caller) => {
    const answer = await by.get('/api/auth/user/archive');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="Cold_Open_account.zip"',
      'cache-control': 'no-store',
    });
    return unzipEntries(answer.rawPayload);
  };

  test('contains the account, payments, conversations, the photo and an archive of each project that can be restored', async ({
    server,
    world,
    olive,
  }) => {
    const project = await filledProject(server, world);
    await aProject(server.db, { userId: world.eddie.id, name: 'Not hers' });
    await olive.inject(photoUpload('me.png', aPng()));
    const entries = await download(olive);
    expect(JSON.parse(entries.get('account.json')?.toString() ?? '')).toMatchObject({
      ...{ email: world.olive.email, firstName: 'Olive', creditBalance: 500 },
      browsers: expect.arrayContaining([expect.objectContaining({ isCurrent: true })]),
    });
    expect(rowsIn(entries, 'credit_transactions')).toEqual([
      expect.objectContaining({ amount: 500, type: 'admin_grant', description: 'Welcome' }),
    ]);
    const downloads = eq(activity.userActivityLogs.action, 'account.download');
    expect(await server.db.$count(activity.userActivityLogs, downloads)).toBe(1);
    const names = [...entries.keys()];
    expect(names.filter((name) => name.startsWith('files/'))).toHaveLength(1);
    expect(names.filter((name) => name.startsWith('projects/'))).toEqual([
      `projects/${world.project.id}_Night_Ferry_archive.zip`,
      `projects/${project.id}_Night_Ferry_archive.zip`,
    ]);
    const archive = entries.get(`projects/${project.id}_Night_Ferry_archive.zip`) ?? Buffer.alloc(0);
    const answer = await server.as(world.sam).inject(uploadRequest('Night.zip', archive));
    expect([answer.statusCode, answer.json().counts]).toEqual([201, expect.objectContaining({ scenes: 2 })]);
  });

  test('contains no data of other users, and no keys', async ({ server, world }) => {
    await filledProject(server, world);
    await anInvitation(server.db, { email: world.vic.email, inviteToken: 'secret-token' });
    await server.db
      .update(people.users)
      .set({ stripeCustomerId: 'cus_secret' })
      .where(eq(people.users.id, world.vic.id));
    const text = [...(await download(server.as(world.vic))).values()].join('\n');
    expect(text).toContain(world.vic.email);
    for (const other of [world.olive.email, world.sam.email, 'What Olive asked', 'Colder?', 'invite-token'])
      expect(text).not.toContain(other);
    for (const secret of ['secret-token', 'cus_secret', '"sid"']) expect(text).not.toContain(secret);
  });

  test('contains every table that refers to a user, or the table is excluded with a reason', async ({
    server,
  }) => {
    const named = await rows<{ name: string }>(
      server.db,
      sql`select distinct child.relname as name
        from pg_constraint c join pg_class child on child.oid = c.conrelid
          join pg_class parent on parent.oid = c.confrelid
          join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
        where c.contype = 'f' and parent.relname = 'users' and a.attname in ('user_id', 'shared_with_user_id')`,
    );
    const known = [...Object.keys(personalTables), ...Object.keys(tablesNotDownloaded)];
    expect(named.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
    for (const [name, { table }] of Object.entries(personalTables)) expect(getTableName(table)).toBe(name);
  });
});

describe('DELETE /api/auth/user', () => {
  const remove = (by: Caller, payload: object) =>
    by.inject({ method: 'DELETE', url: '/api/auth/user', payload });
  const deletion = async (by: Caller) => (await by.get('/api/auth/user/deletion')).json().projects;
  const choices = (world: World, newOwnerId: string | null) => [{ id: world.project.id, newOwnerId }];

  test('lists the projects first, with the editors who could become their owners', async ({
    server,
    world,
    olive,
  }) => {
    const { db } = server;
    const lonely = await aProject(db, { userId: world.olive.id, name: 'A Lonely One' });
    await aShare(db, lonely, world.eddie, { role: 'editor', status: 'pending' });
    expect(await deletion(olive)).toEqual([
      { id: lonely.id, name: 'A Lonely One', editors: [] },
      {
        ...{ id: world.project.id, name: 'Night Ferry' },
        editors: [{ id: world.eddie.id, email: world.eddie.email, firstName: 'Eddie', lastName: 'Editor' }],
      },
    ]);
    expect(await deletion(server.as(world.vic))).toEqual([]);
  });

  test('deletes the user from every table and keeps the ledger without a name', async ({
    server,
    world,
    olive,
  }) => {
    const { db } = server;
    await filledProject(server, world);
    await olive.inject(photoUpload('me.png', aPng()));
    await aBetaApplication(db, { email: world.olive.email, lastName: 'Owner' });
    await anInvitation(db, { email: world.olive.email, status: 'accepted' });
    const ferry = await aProject(db, { userId: world.eddie.id });
    await aShare(db, ferry, world.olive, { role: 'commenter' });
    await olive.post(`/api/projects/${ferry.id}/comments`, { content: 'This stays.' });
    const projects = (await deletion(olive)).map(({ id }: { id: number }) => ({ id, newOwnerId: null }));
    const answer = await remove(olive, { confirm: ` ${world.olive.email.toUpperCase()} `, projects });
    expect(answer.statusCode, answer.body).toBe(204);
    expect(answer.cookies.find(({ name }) => name === 'sid')?.value).toBe('');
    for (const table of tables) {
      const text = JSON.stringify(await db.select().from(table));
      for (const trace of [world.olive.id, world.olive.email, 'Olive'])
        expect([getTableName(table), trace, text.includes(trace)]).toEqual([
          getTableName(table),
          trace,
          false,
        ]);
    }
    expect((await olive.get('/api/auth/user')).statusCode).toBe(401);
    const deleted = eq(activity.userActivityLogs.action, 'account.delete');
    expect(await db.select().from(activity.userActivityLogs).where(deleted)).toMatchObject([
      { userId: null, details: null, ipAddress: null },
    ]);
    expect(await server.storage.sweep()).toBe(0);
    expect(await db.$count(projectTables.files)).toBe(0);
    const comments = (await server.as(world.eddie).get(`/api/projects/${ferry.id}/comments`)).json();
    expect(comments).toMatchObject([{ content: 'This stays.', userId: null, user: null }]);
    const [line] = await db
      .select()
      .from(billing.creditTransactions)
      .innerJoin(people.users, eq(people.users.id, billing.creditTransactions.userId))
      .where(sql`${people.users.email} like '%@deleted.invalid'`);
    expect(line).toMatchObject({
      credit_transactions: { amount: 500, description: null, reason: null },
      users: {
        creditBalance: 500,
        firstName: null,
        email: expect.stringMatching(/^former-[\w-]+@deleted\.invalid$/),
      },
    });
    expect(await errorsInBooks(db)).toEqual([]);
  });

  test('deletes an account without credits completely', async ({ server, world }) => {
    const before = await server.db.$count(people.users);
    const { email } = world.nell;
    expect((await remove(server.as(world.nell), { confirm: email, projects: [] })).statusCode).toBe(204);
    expect(await server.db.$count(people.users)).toBe(before - 1);
  });

  test('transfers a project to its editor, from the next call on', async ({ server, world, olive }) => {
    const answer = await remove(olive, {
      confirm: world.olive.email,
      projects: choices(world, world.eddie.id),
    });
    expect(answer.statusCode, answer.body).toBe(204);
    const eddie = server.as(world.eddie);
    expect((await eddie.get(world.projectUrl)).json()).toMatchObject({
      role: 'owner',
      ownerId: world.eddie.id,
    });
    expect((await server.as(world.cora).get(world.projectUrl)).json().role).toBe('commenter');
    const shares = await server.db.select().from(projectTables.projectShares);
    expect(shares.map(({ sharedWithUserId }) => sharedWithUserId)).not.toContain(world.eddie.id);
  });

  test('mails the new owner without the name of the former one', async ({ server, world, olive }) => {
    await remove(olive, { confirm: world.olive.email, projects: choices(world, world.eddie.id) });
    const mails = await server.db.select().from(people.outbox).where(eq(people.outbox.to, world.eddie.email));
    expect(mails).toHaveLength(1);
    expect(JSON.stringify(mails)).toContain('You own it now');
    expect(JSON.stringify(mails)).not.toMatch(/olive/i);
  });

  test('deletes the written mails to the user, and no others', async ({ server, world, olive }) => {
    const { dataDir } = server.env;
    for (const { email } of [world.olive, world.eddie]) {
      await expectLoginMail(server, email);
    }
    await remove(olive, { confirm: world.olive.email, projects: choices(world, null) });
    expect(loginMails(dataDir, world.olive.email)).toHaveLength(0);
    expect(loginMails(dataDir, world.eddie.email).length).toBeGreaterThan(0);
  });

  test('lets every node delete the mails that it wrote to the user', async ({ server, world, olive }) => {
    const { dataDir, adminEmails } = server.env;
    // The folder of another node.
    const other = { dataDir: fs.mkdtempSync(path.join(os.tmpdir(), 'cold-open-node-')), adminEmails };
    for (const { email } of [world.olive, world.cora, world.ada]) await expectLoginMail(server, email);
    fs.cpSync(path.join(dataDir, 'outbox'), path.join(other.dataDir, 'outbox'), { recursive: true });
    await removeOrphanedMailFiles(server.db, other);
    expect(loginMails(other.dataDir, world.olive.email).length).toBeGreaterThan(0);
    await remove(olive, { confirm: world.olive.email, projects: choices(world, null) });
    await removeOrphanedMailFiles(server.db, other);
    expect(loginMails(other.dataDir, world.olive.email)).toHaveLength(0);
    for (const { email } of [world.cora, world.ada])
      expect(loginMails(other.dataDir, email).length).toBeGreaterThan(0);
    fs.rmSync(other.dataDir, { recursive: true });
  });

  test.for(['', 'olive', 'ada@example.com', '<b>olive@example.com</b>'])(
    'rejects the confirmation %o',
    async (confirm, { world, olive }) => {
      const answer = await remove(olive, { confirm, projects: choices(world, null) });
      expect([answer.statusCode, answer.json().fields]).toEqual([400, { confirm: accountTexts.confirm }]);
      expect((await olive.get(world.projectUrl)).statusCode).toBe(200);
    },
  );

  test('rejects a new owner who is no editor, and a list without all projects', async ({
    server,
    world,
    olive,
  }) => {
    const confirm = world.olive.email;
    for (const { id } of [world.cora, world.vic, world.sam, world.olive]) {
      const answer = await remove(olive, { confirm, projects: choices(world, id) });
      expect([answer.statusCode, answer.json().message]).toEqual([400, accountTexts.notAnEditor]);
    }
    const ofEddie = await aProject(server.db, { userId: world.eddie.id });
    for (const projects of [
      [],
      [...choices(world, null), { id: ofEddie.id, newOwnerId: null }],
      [{ id: ofEddie.id, newOwnerId: null }],
    ]) {
      const answer = await remove(olive, { confirm, projects });
      expect([answer.statusCode, answer.json().message]).toEqual([409, accountTexts.newProjects]);
    }
    expect((await olive.get(world.projectUrl)).statusCode).toBe(200);
    expect((await server.as(world.eddie).get(`/api/projects/${ofEddie.id}`)).statusCode).toBe(200);
  });

  test('restores the configured administrator after the last one is deleted', async ({ server, world }) => {
    const { email } = world.ada;
    expect(server.env.adminEmails).toContain(email);
    expect((await remove(server.as(world.ada), { confirm: email, projects: [] })).statusCode).toBe(204);
    const { code, cookies } = await expectLoginMail(server, email);
    const entered = await enterCode(server, email, code, cookies);
    const sid = entered.cookies.findLast(({ name }) => name === 'sid')?.value ?? '';
    const user = await server.visitor.inject({ url: '/api/auth/user', cookies: { sid } });
    expect(user.json()).toMatchObject({ email, isAdmin: true, firstName: null });
    expect(user.json().id).not.toBe(world.ada.id);
  });

  test('rejects an account whose subscription is still charged', async ({ server, world, olive }) => {
    const { db } = server;
    const ofOlive = eq(people.users.id, world.olive.id);
    for (const subscriptionStatus of ['active', 'past_due', 'canceling']) {
      await db.update(people.users).set({ subscriptionStatus }).where(ofOlive);
      const answer = await remove(olive, { confirm: world.olive.email, projects: choices(world, null) });
      expect([answer.statusCode, answer.json().message]).toEqual([409, accountTexts.subscribed]);
    }
    await db.update(people.users).set({ subscriptionStatus: 'canceled' }).where(ofOlive);
    expect(
      (await remove(olive, { confirm: world.olive.email, projects: choices(world, null) })).statusCode,
    ).toBe(204);
  });
});
