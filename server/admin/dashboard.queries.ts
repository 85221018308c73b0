import { sql } from 'drizzle-orm';
import { type Db, rows } from '#server/db/client.ts';
import { userActivityLogs } from '#server/db/schema/activity.ts';
import { users } from '#server/db/schema/people.ts';
import { projects } from '#server/db/schema/projects.ts';
import { creditDays, userAiUsage } from '#server/db/schema/usage.ts';
import { failedSignIn } from '#server/lib/activity.ts';
import { activeUserDays, maxTopUsers, type UsageRange } from '#shared/contract/dashboard.ts';

/*
 * Queries of the dashboard. They read sums that the database maintains (server/db/schema/usage.ts),
 * never single calls.
 */

const activeTime = sql.raw(`interval '${activeUserDays} days'`);

/** Count active users: those with any activity or AI call in the period. */
export const activeUsers = sql`(select count(*)::int from ${users} u
  where exists (
    select from ${userAiUsage} a where a.user_id = u.id and a.last_at > now() - ${activeTime}
  ) or exists (
    select from ${userActivityLogs} l
    where l.user_id = u.id and l.created_at > now() - ${activeTime} and l.action <> ${failedSignIn}
  ))`;

/** Counts of users, projects and AI calls. */
export async function dashboardStats(db: Db) {
  const [stats] = await rows<Stats>(
    db,
    sql`select
      (select count(*)::int from ${users}) as "totalUsers",
      ${activeUsers} as "activeUsers",
      (select count(*)::int from ${projects}) as "totalProjects",
      coalesce(sum(requests) filter (where at >= ${today}), 0)::int as "todayAiRequests",
      coalesce(sum(requests), 0)::int as "totalAiRequests",
      coalesce(sum(cost) filter (where at >= ${today}), 0)::float8 as "todayAiCost",
      coalesce(sum(cost), 0)::float8 as "totalAiCost"
      from ai_usage_sums where step = 'day'`,
  );
  if (!stats) throw new Error('SELECT of the dashboard figures returned no row');
  return { ...stats, topUsers: await topUsers(db) };
}

interface Stats {
  totalUsers: number;
  activeUsers: number;
  totalProjects: number;
  todayAiRequests: number;
  totalAiRequests: number;
  todayAiCost: number;
  totalAiCost: number;
}

const today = sql.raw(`date_trunc('day', now(), 'UTC')`);

/** Users with the highest total cost. */
function topUsers(db: Db) {
  const { userId, cost, requests } = userAiUsage;
  return db
    .select({
      ...{ userId, cost, requests },
      ...{ firstName: users.firstName, lastName: users.lastName, email: users.email },
    })
    .from(userAiUsage)
    .innerJoin(users, sql`${users.id} = ${userId}`)
    .orderBy(sql`${cost} desc, ${userId} desc`)
    .limit(maxTopUsers);
}

/** Step and number of steps of each range. */
const steps: Record<UsageRange, { unit: 'hour' | 'day'; count: number }> = {
  '24h': { unit: 'hour', count: 24 },
  '7d': { unit: 'day', count: 7 },
  '30d': { unit: 'day', count: 30 },
  '90d': { unit: 'day', count: 90 },
};

interface Sums {
  /** The grouping of this row. The other columns are null. */
  level: 'time' | 'service' | 'feature' | 'model' | 'all';
  at: string | null;
  service: string | null;
  feature: string | null;
  model: string | null;
  requests: number;
  failures: number;
  tokens: number;
  cost: number;
}

/** Return the AI usage within the range, with all groupings of the dashboard in one query. */
export async function usageStats(db: Db, range: UsageRange) {
  const { unit, count } = steps[range];
  const step = sql.raw(`'${unit}'`);
  const first = sql.raw(`date_trunc('${unit}', now(), 'UTC') - interval '${count - 1} ${unit}s'`);
  // Dates as text, because drivers convert values without a declared column differently.
  const text = sql.raw(`to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`);
  const sums = await rows<Sums>(
    db,
    sql`select
      case when grouping(at) = 0 then 'time' when grouping(model) = 0 then 'model'
        when grouping(service) = 0 then 'service' when grouping(feature) = 0 then 'feature' else 'all' end as level,
      ${text} as at, service, feature, model,
      coalesce(sum(requests), 0)::int as requests, coalesce(sum(failures), 0)::int as failures,
      coalesce(sum(tokens), 0)::float8 as tokens, coalesce(sum(cost), 0)::float8 as cost
      from ai_usage_sums where step = ${step} and at >= ${first}
      group by grouping sets ((at, feature), (service), (feature), (service, model), ())
      order by cost desc, requests desc, service, feature, model, at`,
  );
  const times = await rows<{ at: string }>(
    db,
    sql`select ${text} as at from generate_series(0, ${count - 1}::int) n,
      lateral (select ${first} + make_interval(${sql.raw(`${unit}s`)} => n) as at) t order by t.at`,
  );
  const of = (level: Sums['level']) => sums.filter((row) => row.level === level);
  const total = of('all')[0];
  return {
    serviceBreakdown: of('service').map(({ service, ...row }) => ({ ...row, service: service ?? '' })),
    featureBreakdown: of('feature').map(({ feature, ...row }) => ({ ...row, feature: feature ?? '' })),
    modelBreakdown: of('model').map((row) => {
      return { ...row, service: row.service ?? '', model: row.model ?? '' };
    }),
    totalCost: total?.cost ?? 0,
    totalRequests: total?.requests ?? 0,
    totalTokens: total?.tokens ?? 0,
    totalFailures: total?.failures ?? 0,
    times: times.map(({ at }) => new Date(at)),
    series: of('time')
      .map((row) => ({ ...row, at: new Date(row.at ?? 0), feature: row.feature ?? '' }))
      .sort((a, b) => a.at.getTime() - b.at.getTime() || (a.feature < b.feature ? -1 : 1)),
  };
}

interface CreditStats {
  totalCreditsInCirculation: number;
  totalCreditsUsed: number;
  totalTransactions: number;
  averageUserBalance: number;
  usersWithZeroBalance: number;
}

export async function creditStats(db: Db) {
  const [stats] = await rows<CreditStats>(
    db,
    sql`select
      coalesce(sum(credit_balance), 0)::float8 as "totalCreditsInCirculation",
      coalesce(round(avg(credit_balance), 2), 0)::float8 as "averageUserBalance",
      count(*) filter (where credit_balance = 0)::int as "usersWithZeroBalance",
      (select coalesce(-sum(amount) filter (where type = 'usage'), 0)::float8 from ${creditDays}) as "totalCreditsUsed",
      (select coalesce(sum(transactions), 0)::int from ${creditDays}) as "totalTransactions"
      from ${users}`,
  );
  if (!stats) throw new Error('SELECT of the dashboard figures returned no row');
  return stats;
}
