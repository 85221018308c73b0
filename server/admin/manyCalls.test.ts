import { type SQL, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { type Db, rows } from '#server/db/client.ts';
import { databaseTest as test } from '#test/serverTest.ts';
import { statementsOf } from '#test/statements.ts';
import { errorsInSums } from '#test/sums.ts';
import { creditStats, dashboardStats, usageStats } from './dashboard.queries.ts';
import { findUsage, usageOf } from './usageLog.queries.ts';

/*
 * The dashboard must not read more rows when there are more calls. Counts the rows that its
 * statements touch with 40,000 calls of 200 users in 90 days.
 */

const calls = 40_000;

test.beforeAll(async ({ db }) => {
  await db.execute(
    sql`insert into users (email) select 'crowd' || n || '@example.com' from generate_series(1, 199) n`,
  );
  // One call in a thousand fails, one user made one call, and pictures are rare.
  await db.execute(sql`with people as (select id, row_number() over (order by email) as n from users)
    insert into ai_usage_logs (user_id, service, feature, model, cost, success, created_at)
    select people.id, 'openai', case when s % 5000 = 7 then 'image_generation' else 'chat' end, 'gpt', 0.1, s % 1000 <> 3,
      now() - make_interval(secs => s * 180)
    from generate_series(1, ${calls}::int) s join people on people.n = 1 + s % 199`);
  await db.execute(sql`insert into users (email) values ('alone@example.com')`);
  await db.execute(sql`insert into ai_usage_logs (user_id, service, feature, model, created_at)
    select id, 'openai', 'chat', 'gpt', now() - interval '80 days' from users where email = 'alone@example.com'`);
  await db.execute(sql`analyze`);
});

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

/** Return how many rows of single calls a statement reads. */
async function callsRead(db: Db, statement: SQL): Promise<number> {
  const [row] = await rows<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    db,
    sql`explain (analyze, format json) ${statement}`,
  );
  const all = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(all)];
  const plan = row?.['QUERY PLAN'][0].Plan;
  if (!plan) throw new Error('No plan');
  return all(plan)
    .filter((node) => node['Relation Name'] === 'ai_usage_logs')
    .reduce(
      (sum, node) =>
        sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
      0,
    );
}

test('usage sums match the rows', async ({ db }) => {
  expect(await errorsInSums(db)).toEqual([]);
});

test('dashboard figures and charts read no row of a single call', async ({ db }) => {
  const texts = await statementsOf(async () => {
    expect(await dashboardStats(db)).toMatchObject({ totalAiRequests: calls + 1, totalUsers: 200 });
    expect((await usageStats(db, '90d')).totalRequests).toBe(calls + 1);
    await usageStats(db, '24h');
    await creditStats(db);
  });
  expect(texts.length).toBeGreaterThanOrEqual(6);
  for (const text of texts) expect(text).not.toMatch(/\bai_usage_logs\b|\bcredit_transactions\b/);
});

describe('usageOf', () => {
  const page = { limit: 51 };
  const before = async (db: Db, age: string) => {
    const [found] = await rows<{ id: number }>(
      db,
      sql`select id from ai_usage_logs where created_at < now() - ${age}::interval order by created_at desc, id desc limit 1`,
    );
    return found?.id ?? 0;
  };
  const idOf = async (db: Db, email: string) => {
    const [found] = await rows<{ id: string }>(db, sql`select id from users where email = ${email}`);
    return found?.id ?? '';
  };

  test.for([
    ['the first', {}],
    ['of what failed', { outcome: 'failed' }],
    ['of what is rare', { feature: 'image_generation' }],
    ['of what never was', { feature: 'video_generation' }],
  ] as const)('reads only the rows of the page for %s', async ([_, wanted], { db }) => {
    expect(await callsRead(db, usageOf(db, { ...page, ...wanted }, null).getSQL())).toBeLessThanOrEqual(
      2 * 51,
    );
  });

  test('reads as few rows for a late page', async ({ db }) => {
    const statement = usageOf(db, { ...page, before: await before(db, '70 days') }, null).getSQL();
    // One more row is the entry before the page.
    expect(await callsRead(db, statement)).toBeLessThanOrEqual(52);
  });

  test('reads one page per user for one or a few users', async ({ db }) => {
    const one = await idOf(db, 'alone@example.com');
    const other = await idOf(db, 'crowd7@example.com');
    expect(
      await callsRead(db, usageOf(db, { ...page, search: 'alone@' }, [one]).getSQL()),
    ).toBeLessThanOrEqual(4);
    expect(
      await callsRead(db, usageOf(db, { ...page, search: 'crowd' }, [one, other]).getSQL()),
    ).toBeLessThanOrEqual(4 * 51 + 200);
    expect(await findUsage(db, { ...page, search: 'alone@' })).toHaveLength(1);
  });
});
