import { sql } from 'drizzle-orm';
import { type Db, rows } from '#server/db/client.ts';
import { databaseTime } from '#server/db/databaseTime.ts';
import { systemMetrics } from '#server/db/schema/people.ts';
import { activeUsers } from './dashboard.queries.ts';

/**
 * Store the active users, and the number and cost of AI calls in the previous hour of UTC (decision
 * OQ-28). The first node of each hour does it. No screen shows these rows. They are for queries on
 * the database.
 */
export async function recordSystemMetrics(db: Db, at?: Date): Promise<void> {
  const now = at ?? (await databaseTime(db));
  /** Start of the current hour. */
  const hour = sql`date_trunc('hour', ${now.toISOString()}::timestamptz, 'UTC')`;
  await db.transaction(async (tx) => {
    // The lock makes a second node wait and then find the rows of the first.
    await tx.execute(sql`lock table ${systemMetrics} in share row exclusive mode`);
    const [found] = await rows<HourFigures>(
      tx,
      sql`select ${hour} - interval '1 hour' as hour, ${activeUsers} as active,
        coalesce(sum(requests), 0)::int as requests, coalesce(sum(cost), 0)::float8 as cost
        from ai_usage_sums where step = 'hour' and at = ${hour} - interval '1 hour'
        having not exists (select from ${systemMetrics} m where m.created_at >= ${hour})`,
    );
    if (!found) return;
    const of = { metadata: { hour: new Date(found.hour).toISOString() }, createdAt: now };
    await tx.insert(systemMetrics).values([
      { ...of, metricType: 'active_users', value: found.active, unit: 'users' },
      { ...of, metricType: 'ai_requests', value: found.requests, unit: 'requests' },
      { ...of, metricType: 'ai_cost', value: found.cost, unit: 'USD' },
    ]);
  });
}

interface HourFigures {
  hour: string;
  active: number;
  requests: number;
  cost: number;
}
