import { sql } from 'drizzle-orm';
import { rows } from '#server/db/client.ts';
import { anApp } from '#test/app.ts';
import { aUser } from '#test/factories.ts';
import { onBothEngines } from './engines.ts';
import { compare, type Row } from './measure.ts';

const calls = 1_000_000;
const people = 1_000;

/**
 * Measure the administrators' dashboard over HTTP, with a million calls of a thousand users in
 * ninety days, beside the same figures computed from the rows.
 */
export function run(): Promise<Row[]> {
  return onBothEngines(measured);
}

async function measured(engine: string): Promise<Row[]> {
  const { db, as, close } = await anApp();
  try {
    const ada = as(await aUser(db, { email: 'ada@example.com' }));
    await db.execute(
      sql`insert into users (email) select 'crowd' || n || '@example.com' from generate_series(1, ${people}::int) n`,
    );
    // In parts: a database in the memory of this process holds the rows of a statement, too.
    for (let from = 0; from < calls; from += 100_000)
      await db.execute(sql`with people as (select id, row_number() over (order by email) as n from users)
        insert into ai_usage_logs (user_id, service, feature, model, total_tokens, cost, success, created_at)
        select people.id, 'openai', (array['chat', 'script_analysis', 'image_generation', 'voice_generation'])[1 + s % 4],
          'gpt-' || s % 5, s % 4000, (s % 100) * 0.01, s % 50 <> 0, now() - make_interval(secs => s * 7.776)
        from generate_series(${from}::int, ${from}::int + 99999) s join people on people.n = 1 + s % ${people}::int`);
    await db.execute(sql`insert into credit_transactions (user_id, type, amount, credits_after, created_at)
      select user_id, 'usage', -1, 0, created_at from ai_usage_logs where id % 2 = 0`);
    await db.execute(sql`analyze`);
    const read = async (address: string) => {
      const answer = await ada.get(`/api/admin/${address}`);
      if (answer.statusCode !== 200) throw new Error(`${address} answered ${answer.statusCode}`);
      return answer.json();
    };
    const [middle] = await rows<{ id: number }>(
      db,
      sql`select id from ai_usage_logs where created_at < now() - interval '80 days' order by created_at desc limit 1`,
    );
    const tab = (name: string, ...addresses: string[]) => ({
      name,
      work: () => Promise.all(addresses.map(read)),
    });
    const found = await compare(
      [
        tab('AI Usage, as it opens: figures above, and 7 days', 'dashboard-stats', 'ai-usage-stats'),
        tab('Cost Analysis, 90 days', 'dashboard-stats', 'ai-usage-stats?range=90d'),
        tab('Pricing', 'dashboard-stats', 'ai-pricing', 'ai-pricing-changes'),
        tab('Credits', 'dashboard-stats', 'credit-stats', 'user-credits?limit=21'),
        tab('Users', 'dashboard-stats', 'users?limit=51'),
        tab('Logs', 'dashboard-stats', 'ai-usage?limit=51'),
        tab('Logs, a page far behind', `ai-usage?limit=51&before=${middle?.id}`),
        tab('Logs of what failed, of one feature', 'ai-usage?limit=51&outcome=failed&feature=chat'),
        tab('Logs of one person', 'ai-usage?limit=51&search=crowd77@'),
        tab('Logs of a feature that never was', 'ai-usage?limit=51&feature=video_generation'),
        {
          name: 'plain read: the figures of 90 days, summed from the calls',
          of: 'floor',
          work: () =>
            rows(
              db,
              sql`select date_trunc('day', created_at, 'UTC') as day, feature, count(*)::int, sum(cost)::float8
              from ai_usage_logs where created_at > now() - interval '90 days' group by 1, 2`,
            ),
        },
      ],
      { rounds: 10, warmUps: 2 },
    );
    return found.map((row) => ({ ...row, name: `${engine}: ${row.name}` }));
  } finally {
    await close();
  }
}
