import { and, desc, eq, getColumns, inArray, not, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { aiUsageLogs } from '#server/db/schema/ai.ts';
import { users } from '#server/db/schema/people.ts';
import { anyContains } from '#server/db/textSearch.ts';
import type { listAiUsage } from '#shared/contract/dashboard.ts';
import type { HandlerInput } from '#shared/endpoint.ts';
import { fullName } from './admin.queries.ts';

type UsageQuery = HandlerInput<typeof listAiUsage>['query'];

/**
 * Up to this number of users, look up the latest calls per user. With more, scanning the latest
 * calls is enough.
 */
const maxPeople = 100;

/**
 * Return one page of AI calls, newest first. Pages start after an entry, so that all of them cost
 * the same.
 */
export async function findUsage(db: Db, query: UsageQuery) {
  const people = query.search ? await findPeople(db, query.search) : null;
  return people?.length === 0 ? [] : usageOf(db, query, people);
}

/** Build the statement, for all users or for `people`. */
export function usageOf(db: Db, { limit, ...query }: UsageQuery, people: readonly string[] | null) {
  const conditions = conditionsOf(query);
  const isFew = people !== null && people.length <= maxPeople;
  const matches = people && !isFew && query.search ? anyContains(searched, query.search) : undefined;
  return db
    .select({ ...getColumns(aiUsageLogs), email: users.email })
    .from(aiUsageLogs)
    .leftJoin(users, eq(users.id, aiUsageLogs.userId))
    .where(isFew ? inArray(aiUsageLogs.id, latestOf(people, conditions, limit)) : and(conditions, matches))
    .orderBy(desc(aiUsageLogs.createdAt), desc(aiUsageLogs.id))
    .limit(limit);
}

const searched = [users.email, fullName(users)];

async function findPeople(db: Db, search: string): Promise<string[]> {
  const matchingUsers = await db
    .select({ id: users.id })
    .from(users)
    .where(anyContains(searched, search))
    .limit(maxPeople + 1);
  return matchingUsers.map(({ id }) => id);
}

/** Select the ids of the latest calls of each user, at most one page per user. */
function latestOf(people: readonly string[], conditions: SQL | undefined, limit: number): SQL {
  const condition = and(sql`${aiUsageLogs.userId} = person.id`, conditions);
  return sql`(select latest.id from unnest(${sql.param([...people])}::text[]) as person(id) cross join lateral (
    select ${aiUsageLogs.id} from ${aiUsageLogs} where ${condition}
    order by ${aiUsageLogs.createdAt} desc, ${aiUsageLogs.id} desc limit ${limit}
  ) latest)`;
}

function conditionsOf({ before, feature, outcome }: Omit<UsageQuery, 'limit'>): SQL | undefined {
  const { createdAt, id, success } = aiUsageLogs;
  return and(
    before === undefined
      ? undefined
      : sql`(${createdAt}, ${id}) < (select created_at, id from ai_usage_logs where id = ${before})`,
    feature && eq(aiUsageLogs.feature, feature),
    outcome && (outcome === 'failed' ? not(success) : eq(success, true)),
  );
}
