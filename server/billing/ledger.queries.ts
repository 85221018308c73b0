import { and, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { type Db, rows } from '#server/db/client.ts';
import { aiUsageLogs } from '#server/db/schema/ai.ts';
import { creditTransactions, paymentTransactions } from '#server/db/schema/billing.ts';
import type { exportLedger, LedgerLine, ProjectUse } from '#shared/contract/billing.ts';
import { type CsvCell, csvMark, fixedNumber, toCsv } from '#shared/csv.ts';
import type { HandlerInput } from '#shared/endpoint.ts';

type LedgerFilter = HandlerInput<typeof exportLedger>['query'];

/** Build the condition for the days from `from` to `to` in UTC, both included. */
function within({ from, to }: Pick<LedgerFilter, 'from' | 'to'>): (SQL | undefined)[] {
  const { createdAt } = creditTransactions;
  return [
    from === undefined ? undefined : gte(createdAt, new Date(`${from}T00:00:00Z`)),
    to === undefined ? undefined : lt(createdAt, new Date(Date.parse(`${to}T00:00:00Z`) + 86_400_000)),
  ];
}

/** Select the name of the entry's project if the user may still see the project. */
const shownName = (userId: string) => sql<string | null>`(select p.name from projects p
  where p.id = ${aiUsageLogs.projectId} and (p.user_id = ${userId} or exists (
    select from project_shares s where s.project_id = p.id and s.shared_with_user_id = ${userId} and s.status = 'accepted')))`;

/** List entries older than `before`, newest first. The cost does not depend on the page. */
export function ledgerLines(
  db: Db,
  userId: string,
  { before, limit, ...filter }: LedgerFilter & { before?: number | undefined; limit: number },
) {
  const { id, createdAt, type, description, aiFeature, amount, creditsAfter } = creditTransactions;
  return db
    .select({
      ...{ id, createdAt, type, description, aiFeature, amount, creditsAfter },
      projectName: shownName(userId),
    })
    .from(creditTransactions)
    .leftJoin(aiUsageLogs, eq(aiUsageLogs.id, creditTransactions.relatedAiUsageId))
    .where(
      and(
        eq(creditTransactions.userId, userId),
        before === undefined ? undefined : lt(id, before),
        filter.type && eq(type, filter.type),
        filter.project === undefined ? undefined : eq(aiUsageLogs.projectId, filter.project),
        ...within(filter),
      ),
    )
    .orderBy(desc(id))
    .limit(limit);
}

const linesPerRead = 500;

/** Yield the ledger as CSV in batches, while it is sent. */
export async function* ledgerCsv(db: Db, userId: string, filter: LedgerFilter): AsyncGenerator<string> {
  const titles = ['Date (UTC)', 'Type', 'Description', 'Feature', 'Project', 'Credits', 'Balance'];
  yield `${csvMark}${toCsv([titles])}\r\n`;
  for (let before: number | undefined; ; ) {
    const lines = await ledgerLines(db, userId, { ...filter, before, limit: linesPerRead });
    if (lines.length > 0) yield `${toCsv(lines.map(cellsOf))}\r\n`;
    before = lines.at(-1)?.id;
    if (lines.length < linesPerRead) return;
  }
}

function cellsOf(line: Omit<LedgerLine, 'createdAt'> & { createdAt: Date }): CsvCell[] {
  const { createdAt, type, description, aiFeature, projectName, amount, creditsAfter } = line;
  const texts = [type, description ?? '', aiFeature ?? '', projectName ?? ''];
  return [createdAt.toISOString(), ...texts, fixedNumber(amount, 2), fixedNumber(creditsAfter, 2)];
}

/** Sum the costs of AI calls by project. Projects that the user may not see share one row. */
export async function creditUse(
  db: Db,
  userId: string,
  period: Pick<LedgerFilter, 'from' | 'to'>,
): Promise<ProjectUse[]> {
  const from = period.from === undefined ? '-infinity' : `${period.from}T00:00:00Z`;
  const to =
    period.to === undefined ? 'infinity' : new Date(Date.parse(period.to) + 86_400_000).toISOString();
  return rows<ProjectUse>(
    db,
    sql`select p.id as "projectId", p.name, sum(used.calls)::int as calls, sum(used.credits)::float8 as credits
      from (
        select l.project_id, count(*) as calls, -sum(t.amount) as credits
        from credit_transactions t left join ai_usage_logs l on l.id = t.related_ai_usage_id
        where t.user_id = ${userId} and t.type = 'usage'
          and t.created_at >= ${from}::timestamptz and t.created_at < ${to}::timestamptz
        group by l.project_id
      ) as used
      left join projects p on p.id = used.project_id and (p.user_id = ${userId} or exists (
        select from project_shares s
        where s.project_id = p.id and s.shared_with_user_id = ${userId} and s.status = 'accepted'))
      group by p.id, p.name order by credits desc, p.id`,
  );
}

/** List payments with a result; a purchase that was never paid is left out (decision OQ-48). */
export function paymentsOf(db: Db, userId: string) {
  return db
    .select()
    .from(paymentTransactions)
    .where(
      and(
        eq(paymentTransactions.userId, userId),
        inArray(paymentTransactions.status, ['succeeded', 'failed']),
      ),
    )
    .orderBy(desc(paymentTransactions.createdAt), desc(paymentTransactions.id));
}
