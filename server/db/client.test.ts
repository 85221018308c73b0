import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { databaseTest as test } from '#test/serverTest.ts';
import { type Db, rows } from './client.ts';
import { creditTransactions } from './schema/billing.ts';
import { betaSignups, sessions, users } from './schema/people.ts';
import { projects } from './schema/projects.ts';
import { characters } from './schema/script.ts';

async function aUser(db: Db, email: string) {
  const [user] = await db.insert(users).values({ email }).returning();
  if (!user) throw new Error('no row came back');
  return user;
}

test('new users have a uuid, no credits, and dates', async ({ db }) => {
  const user = await aUser(db, 'olive@nightferry.test');
  expect(user.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
  expect(user.creditBalance).toBe(0);
  expect(user.createdAt).toBeInstanceOf(Date);
  expect(Math.abs(user.createdAt.getTime() - Date.now())).toBeLessThan(600_000);
});

test('email addresses are case-insensitive', async ({ db }) => {
  const user = await aUser(db, '  Eddie@NightFerry.test ');
  expect(user.email).toBe('eddie@nightferry.test');
  expect(await db.$count(users, eq(users.email, 'EDDIE@nightferry.test'))).toBe(1);
  await expect(aUser(db, 'eddie@NIGHTFERRY.test')).rejects.toMatchObject({ cause: { code: '23505' } });
  await expect(
    db.execute(sql`insert into users (email) values ('Raw@nightferry.test')`),
  ).rejects.toMatchObject({ cause: { code: '23514', constraint: 'users_email_check' } });
});

test('money columns are exact numbers', async ({ db }) => {
  const user = await aUser(db, 'cora@nightferry.test');
  await db.update(users).set({ creditBalance: 0.1 }).where(eq(users.id, user.id));
  const [after] = await db
    .update(users)
    .set({ creditBalance: sql`${users.creditBalance} + 0.2` })
    .where(eq(users.id, user.id))
    .returning();
  expect(after?.creditBalance).toBe(0.3);
  await db.insert(creditTransactions).values({
    userId: user.id,
    type: 'usage',
    amount: -0.05,
    creditsAfter: 0.25,
    costInUsd: 0.001,
  });
  const [entry] = await db.select().from(creditTransactions).where(eq(creditTransactions.userId, user.id));
  expect(entry).toMatchObject({ amount: -0.05, creditsAfter: 0.25, costInUsd: 0.001 });
});

test('the balance cannot become negative', async ({ db }) => {
  const user = await aUser(db, 'nell@nightferry.test');
  await expect(
    db.update(users).set({ creditBalance: -0.01 }).where(eq(users.id, user.id)),
  ).rejects.toMatchObject({ cause: { code: '23514', constraint: 'users_credit_balance_check' } });
});

test('JSON columns are objects, lists and SQL null', async ({ db }) => {
  const [signup] = await db
    .insert(betaSignups)
    .values({
      email: 'sam@nightferry.test',
      firstName: 'Sam',
      lastName: 'Stone',
      role: 'student',
      experience: 'beginner',
      interests: ['Documentary', 'a "quoted" one'],
      reason: 'I would like to write.',
    })
    .returning();
  expect(signup?.interests).toEqual(['Documentary', 'a "quoted" one']);
  const user = await aUser(db, 'vic@nightferry.test');
  const [project] = await db
    .insert(projects)
    .values({ userId: user.id, name: 'Night Ferry', sourceExtras: { fdx: '<a/>' }, titlePage: null })
    .returning();
  expect(project?.sourceExtras).toEqual({ fdx: '<a/>' });
  expect(await db.$count(projects, sql`title_page is null and id = ${project?.id}`)).toBe(1);
  const [mara] = await db
    .insert(characters)
    .values({ projectId: project?.id ?? 0, name: 'MARA' })
    .returning();
  expect(mara?.voiceSettings).toEqual({
    stability: 0.5,
    similarity_boost: 0.5,
    style: 0,
    use_speaker_boost: true,
  });
});

test('sessions are found by their user', async ({ db }) => {
  await db.insert(sessions).values({ sid: 'a', sess: { userId: 'u1' }, expire: new Date(Date.now() + 1000) });
  expect(await db.$count(sessions, sql`sess ->> 'userId' = 'u1'`)).toBe(1);
});

test('rows gives the same values on both engines', async ({ db }) => {
  const [row] = await rows<Record<string, unknown>>(
    db,
    sql`select count(*) as many, sum(n) as total, 1.50::numeric(12,2) as price, true as yes, null as none,
      timestamptz '2026-11-21 10:00:00.5+02' as moment, '{"a":[1]}'::jsonb as json,
      json_build_object('at', timestamptz '2026-11-21 10:00:00+02')::text as text
      from generate_series(1, 3) as n`,
  );
  expect(row).toEqual({
    many: 3,
    total: 6,
    price: '1.50',
    yes: true,
    none: null,
    moment: '2026-11-21 08:00:00.5+00',
    json: { a: [1] },
    text: '{"at" : "2026-11-21T08:00:00+00:00"}',
  });
});

test('a transaction is a Db, and is rolled back when it throws', async ({ db }) => {
  const add = (on: Db, email: string) => on.insert(users).values({ email });
  await expect(
    db.transaction(async (tx) => {
      await add(tx, 'gone@nightferry.test');
      throw new Error('stop');
    }),
  ).rejects.toThrow('stop');
  expect(await db.$count(users, eq(users.email, 'gone@nightferry.test'))).toBe(0);
});

test('concurrent writers of one row are serialised without losing a write', async ({ db }) => {
  const user = await aUser(db, 'ada@nightferry.test');
  const add = () =>
    db.transaction(async (tx) => {
      const [row] = await tx.select().from(users).where(eq(users.id, user.id)).for('update');
      await tx
        .update(users)
        .set({ creditBalance: (row?.creditBalance ?? 0) + 1 })
        .where(eq(users.id, user.id));
    });
  await Promise.all(Array.from({ length: 20 }, add));
  const [row] = await db.select().from(users).where(eq(users.id, user.id));
  expect(row?.creditBalance).toBe(20);
});
