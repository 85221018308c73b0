import { sql } from 'drizzle-orm';
import { type Db, rows } from '#server/db/client.ts';

/**
 * Return the differences between the sums that the database stores and the rows themselves; empty
 * when they agree. Sums exist of calls by hour and by user, of transactions by day, and of each
 * month's reserved and spent credits by user and by project.
 */
export async function errorsInSums(db: Db): Promise<string[]> {
  const wrong = await rows<{ what: string; of: string; stored: string; counted: string }>(
    db,
    sql.raw(
      [
        difference(
          'hours and days',
          `select concat_ws(' ', step, extract(epoch from at)::int, service, feature, model) as of,
            concat_ws(' ', requests, failures, tokens, cost::float8) as figures from ai_usage_sums`,
          `select concat_ws(' ', step, extract(epoch from date_trunc(step, created_at, 'UTC'))::int, service, feature, model),
            concat_ws(' ', count(*), count(*) filter (where not success), sum(total_tokens), sum(cost)::float8)
            from ai_usage_logs, unnest(array['hour', 'day']) step
            group by step, date_trunc(step, created_at, 'UTC'), service, feature, model`,
        ),
        difference(
          'people',
          `select user_id as of, concat_ws(' ', requests, cost::float8, last_at) as figures from user_ai_usage`,
          `select user_id, concat_ws(' ', count(*), sum(cost)::float8, max(created_at)) from ai_usage_logs
            where user_id is not null group by user_id`,
        ),
        difference(
          'credits',
          `select concat_ws(' ', day, type) as of, concat_ws(' ', transactions, amount::float8) as figures from credit_days`,
          `select concat_ws(' ', (created_at at time zone 'UTC')::date, type), concat_ws(' ', count(*), sum(amount)::float8)
            from credit_transactions group by (created_at at time zone 'UTC')::date, type`,
        ),
        difference(
          'spending of people',
          `select user_id as of, concat_ws(' ', sum(spent)::float8, sum(held)::float8) as figures from spending_months
            where user_id is not null group by user_id having sum(spent) + sum(held) > 0`,
          `select * from (select id, concat_ws(' ',
            (select coalesce(-sum(amount), 0)::float8 from credit_transactions where user_id = users.id and type = 'usage'),
            (select coalesce(sum(reserved), 0)::float8 from ai_requests where user_id = users.id)) as figures from users) u
            where figures <> '0 0'`,
        ),
        difference(
          'spending in projects',
          `select project_id::text as of, concat_ws(' ', sum(spent)::float8, sum(held)::float8) as figures from spending_months
            where project_id is not null group by project_id having sum(spent) + sum(held) > 0`,
          `select * from (select id::text, concat_ws(' ',
            (select coalesce(-sum(t.amount), 0)::float8 from credit_transactions t
              join ai_usage_logs l on l.id = t.related_ai_usage_id where l.project_id = projects.id and t.type = 'usage'),
            (select coalesce(sum(reserved), 0)::float8 from ai_requests where project_id = projects.id)) as figures
            from projects) p where figures <> '0 0'`,
        ),
      ].join(' union all '),
    ),
  );
  return wrong.map((row) => JSON.stringify(row));
}

function difference(what: string, stored: string, counted: string): string {
  return `select '${what}' as what, coalesce(k.of, c.of) as of, k.figures as stored, c.figures as counted
    from (${stored}) k full join (${counted}) c(of, figures) on c.of = k.of where k.figures is distinct from c.figures`;
}
