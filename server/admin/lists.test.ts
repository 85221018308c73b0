import { sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { rows } from '#server/db/client.ts';
import { userActivityLogs } from '#server/db/schema/activity.ts';
import { aiUsageLogs } from '#server/db/schema/ai.ts';
import type { users } from '#server/db/schema/people.ts';
import type { AdminUser, BetaSignup, UserActivity, UserInvitation } from '#shared/contract/admin.ts';
import type { Caller, TestApp } from '#test/app.ts';
import { aBetaApplication, anInvitation, aProject, aUser } from '#test/factories.ts';
import { test } from '#test/serverTest.ts';
import { findUsers } from './admin.queries.ts';

/* Tests the administrators' lists with more rows than one page. */

let ada: Caller;
let greta: typeof users.$inferSelect;

const day = (n: number) => new Date(Date.UTC(2026, 0, n));

test.beforeAll(async ({ server }) => {
  const { db } = server;
  ada = server.as(await aUser(db, { email: 'ada@example.com', createdAt: day(1) }));
  const names = [
    ['Åse', 'Berg', 'rejected'],
    ['greta', 'alm', 'pending'],
    ['Per%', 'Cent_', 'approved'],
    ['אבי', 'כהן', 'pending'],
  ] as const;
  for (const [i, [firstName, lastName, status]] of names.entries()) {
    const email = `guest${i}@example.com`;
    await aBetaApplication(db, { email, firstName, lastName, status, createdAt: day(i + 1) });
  }
  greta = await aUser(db, {
    ...{ email: 'greta@example.com', firstName: 'Greta', lastName: 'Alm', createdAt: day(2), credits: 40 },
  });
  await aUser(db, { email: 'per@example.com', firstName: 'Per', lastName: 'Berg', createdAt: day(3) });
  await db.execute(sql`insert into user_invitations (email, invite_token, created_at, expires_at)
    select 'many' || n || '@example.com', 'token' || n, now() - make_interval(mins => n), now() + interval '7 days'
    from generate_series(1, 1000) n`);
  const over = { email: 'late@example.com', createdAt: day(1), expiresAt: day(2) };
  await anInvitation(db, { ...over, inviteToken: 'late' });
  await anInvitation(db, { ...over, email: 'old@example.com', inviteToken: 'old', status: 'expired' });
  await anInvitation(db, {
    ...{
      email: 'in@example.com',
      inviteToken: 'in',
      createdAt: day(1),
      status: 'accepted',
      acceptedAt: day(3),
    },
  });
});

async function list<Row>(path: string): Promise<Row[]> {
  const answer = await ada.get(`/api/admin/${path}`);
  expect(answer.statusCode).toBe(200);
  return answer.json() as Row[];
}

describe('GET /api/admin/beta-signups', () => {
  const emails = async (query = '') =>
    (await list<BetaSignup>(`beta-signups${query}`)).map(({ email }) => email[5]).join('');

  test('returns all applications newest first, without tokens', async () => {
    expect(await emails()).toBe('3210');
    const [first] = await list<BetaSignup>('beta-signups?limit=1');
    expect(Object.keys(first ?? {}).sort()).toEqual(
      [
        ...['id', 'email', 'firstName', 'lastName', 'role', 'experience', 'previousWork', 'currentProjects'],
        ...['interests', 'reason', 'status', 'invitedAt', 'createdAt'],
      ].sort(),
    );
  });

  test.each([
    ['?sort=createdAt&order=asc', '0123'],
    ['?sort=name', '1023'],
    ['?sort=name&order=desc', '3201'],
    ['?sort=email&order=desc', '3210'],
    ['?sort=status', '2130'],
    ['?status=pending', '31'],
    ['?search=GRETA', '1'],
    ['?search=greta%20al', '1'],
    ['?search=guest2', '2'],
    [`?search=${encodeURIComponent('%')}`, '2'],
    ['?search=_', '2'],
    [`?search=${encodeURIComponent('\\')}`, ''],
    [`?search=${encodeURIComponent("' or 1=1 --")}`, ''],
    [`?search=${encodeURIComponent('כהן')}`, '3'],
    ['?limit=2&offset=1', '21'],
    ['?limit=2&offset=4', ''],
  ])('returns %s in the order %j', async (query, order) => {
    expect(await emails(query)).toBe(order);
  });

  test.each([
    'limit=0',
    'limit=501',
    'limit=x',
    'offset=-1',
    'sort=inviteToken',
    'order=up',
    'status=open',
    'search=%00',
  ])('rejects the query %s', async (query) => {
    for (const name of ['beta-signups', 'user-invitations'])
      expect((await ada.get(`/api/admin/${name}?${query}`)).statusCode).toBe(400);
  });
});

describe('GET /api/admin/user-invitations with 1,000 rows', () => {
  test('returns each invitation once across pages', async () => {
    const seen = new Set<string>();
    for (let offset = 0; ; offset += 400) {
      const page = await list<UserInvitation>(`user-invitations?limit=400&offset=${offset}`);
      for (const { email } of page) seen.add(email);
      if (page.length < 400) break;
    }
    expect(seen.size).toBe(1003);
    expect(await list('user-invitations')).toHaveLength(50);
  });

  test('filters by address and status', async () => {
    const found = async (query: string) =>
      (await list<UserInvitation>(`user-invitations?${query}`)).map(({ email }) => email);
    expect(await found('search=MANY999')).toEqual(['many999@example.com']);
    expect(await found('status=expired&sort=email')).toEqual(['late@example.com', 'old@example.com']);
    expect(await found('status=accepted')).toEqual(['in@example.com']);
    expect(await found('status=pending&search=late')).toEqual([]);
    expect(await found('sort=expiresAt&order=asc&limit=1')).toEqual(['late@example.com']);
    expect((await found('limit=1'))[0]).toBe('many1@example.com');
  });

  test('includes the link while an invitation is pending, and shows the others as expired', async ({
    server,
  }) => {
    const byEmail = async (email: string) =>
      (await list<UserInvitation>(`user-invitations?search=${email}`))[0];
    const inviteUrl = `${server.env.publicUrl}/api/login?invite=token7`;
    expect(await byEmail('many7@')).toMatchObject({ status: 'pending', inviteUrl });
    expect(await byEmail('late@')).toMatchObject({ status: 'expired', inviteUrl: null });
    expect(await byEmail('in@')).toMatchObject({
      ...{ status: 'accepted', acceptedAt: day(3).toISOString(), inviteUrl: null },
    });
    expect(await byEmail('in@')).not.toHaveProperty('inviteToken');
  });
});

describe('GET /api/admin/users', () => {
  test('returns users with their projects, credits and usage', async ({ server }) => {
    const { db } = server;
    const { id: userId } = greta;
    const { id: projectId } = await aProject(db, { userId });
    await aProject(db, { userId });
    const call = { userId, service: 'openai', feature: 'chat', model: 'm', createdAt: day(9) };
    await db.insert(aiUsageLogs).values([
      { ...call, cost: 0.25 },
      { ...call, cost: 0.5, projectId, createdAt: day(8) },
    ]);
    await db.insert(userActivityLogs).values([
      { userId, action: 'auth.login', createdAt: day(7) },
      { userId, action: 'auth.failed', createdAt: day(30) },
    ]);
    const [row] = await list<AdminUser>('users?search=greta');
    expect(row).toEqual({
      id: userId,
      ...{ email: 'greta@example.com', firstName: 'Greta', lastName: 'Alm', creditBalance: 40 },
      ...{ subscriptionStatus: null, projects: 2, aiRequests: 2, aiCost: 0.75 },
      createdAt: day(2).toISOString(),
      lastActiveAt: day(9).toISOString(),
    });
    expect((await list<AdminUser>('users?search=per@'))[0]).toMatchObject({
      ...{ projects: 0, aiRequests: 0, aiCost: 0, lastActiveAt: null },
    });
  });

  test.each([
    ['', 'per greta ada'],
    ['?order=asc', 'ada greta per'],
    ['?sort=name', 'greta per ada'],
    ['?sort=email', 'ada greta per'],
    ['?sort=creditBalance&limit=1', 'greta'],
    ['?search=PER%20b', 'per'],
    ['?limit=1&offset=1', 'greta'],
  ])('returns %s in the order: %s', async (query, order) => {
    const found = await list<AdminUser>(`users${query}`);
    expect(found.map(({ email }) => email.split('@')[0]).join(' ')).toBe(order);
  });
});

test("GET /api/admin/user-activity returns 20 entries by default, newest first, with the user's email", async ({
  server,
}) => {
  const { db } = server;
  await db.delete(userActivityLogs);
  await db.execute(sql`insert into user_activity_logs (user_id, action, created_at, ip_address)
    select ${greta.id}, 'project.update', now() - make_interval(mins => n), '198.51.100.7'
    from generate_series(1, 30) n`);
  await db.insert(userActivityLogs).values({ userId: null, action: 'auth.failed', details: { by: 'code' } });
  const found = await list<UserActivity>('user-activity');
  expect(found).toHaveLength(20);
  expect(found[0]).toMatchObject({ email: null, action: 'auth.failed', details: { by: 'code' } });
  expect(found[1]).toMatchObject({ email: 'greta@example.com', ipAddress: '198.51.100.7' });
  expect(await list('user-activity?limit=500')).toHaveLength(31);
  expect(await list('user-activity?search=auth')).toHaveLength(1);
  expect(await list('user-activity?search=Greta@&limit=40')).toHaveLength(30);
  expect(await list('user-activity?offset=30')).toHaveLength(1);
  const [oldest] = await list<UserActivity>('user-activity?order=asc&limit=1');
  expect(oldest?.id).toBe((await list<UserActivity>('user-activity?offset=30'))[0]?.id);
});

/** A node of a Postgres query plan with its actual counts. */
interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: PlanNode[];
}

describe('findUsers with 10,000 users', () => {
  test.beforeAll(async ({ server }) => {
    await server.db.execute(sql`insert into users (email, created_at)
      select 'crowd' || n || '@example.com', now() - make_interval(mins => n) from generate_series(1, 10000) n`);
    await server.db.execute(sql`insert into ai_usage_logs (user_id, service, feature, model)
      select id, 'openai', 'chat', 'm' from users`);
    await server.db.execute(sql`analyze`);
  });

  async function planOf(server: TestApp, query: Parameters<typeof findUsers>[1]): Promise<PlanNode[]> {
    const statement = findUsers(server.db, query).getSQL();
    const [row] = await rows<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      server.db,
      sql`explain (analyze, format json) ${statement}`,
    );
    const all = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(all)];
    const plan = row?.['QUERY PLAN'][0].Plan;
    if (!plan) throw new Error('No plan');
    return all(plan);
  }
  const touched = (nodes: PlanNode[]) =>
    Math.max(...nodes.map((node) => node['Actual Rows'] * node['Actual Loops']));
  const usual = { limit: 50, offset: 0, search: undefined, order: undefined };

  test.for(['createdAt', 'email'] as const)(
    'reads only one page when sorted by %s',
    async (sort, { server }) => {
      // One more row shows whether there is a next page.
      expect(touched(await planOf(server, { ...usual, sort }))).toBeLessThanOrEqual(51);
    },
  );

  test('looks up usage only for the users of the page, for late pages, names and searches', async ({
    server,
  }) => {
    for (const query of [
      { ...usual, sort: 'createdAt' as const, offset: 9000 },
      { ...usual, sort: 'name' as const, offset: 200 },
      { ...usual, sort: 'name' as const, search: 'crowd' },
    ]) {
      const plan = await planOf(server, query);
      expect(Math.max(...plan.map((node) => node['Actual Loops']))).toBe(50);
      const whole = plan.filter((node) => node['Node Type'] === 'Seq Scan');
      expect(whole.map((node) => node['Relation Name'])).not.toContain('ai_usage_logs');
    }
  });
});
