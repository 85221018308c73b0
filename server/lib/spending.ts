import { type SQL, sql } from 'drizzle-orm';
import { type Db, rows } from '#server/db/client.ts';
import { spendingMonths } from '#server/db/schema/spending.ts';
import { renewalDay } from '#shared/spending.ts';
import { HttpError } from './errors.ts';

/**
 * Monthly spending limits (docs/decisions/0034). Reservations and costs are counted in the
 * transactions of the ledger, for the paying user and the project, also without a limit: a limit
 * set within a month applies to all of it. Rows are always locked in the same order: the server's
 * month, the project's month, the user's month, the user.
 */
export interface Spender {
  userId: string;
  projectId: number | null;
}

/** Owner of a limit. The server's is set by its operator. */
type LimitOwner = 'user' | 'project' | 'server';

/** Build the month (UTC) of a time expression. */
function monthOf(moment: SQL): SQL {
  return sql`date_trunc('month', ${moment}, 'UTC')::date`;
}

interface BudgetMonth {
  id: number;
  of: 'user' | 'project';
  limit: number | null;
  spent: number;
  held: number;
}

/** Month that is locked until the end of the transaction. */
type LockedMonth = BudgetMonth | (Omit<BudgetMonth, 'id' | 'of'> & { id: null; of: 'server' });

export interface Reservation {
  min: number;
  max: number;
  /** Limit of the operator for all users together (QUOTA_ORGANISATION_AI_CREDITS_PER_MONTH). */
  serverLimit: number | null;
}

/**
 * Return how much of `max` the limits still allow. The months stay locked until `reserveSpending`,
 * so that parallel calls cannot take the same amount. Throws over_limit if not even `min` is left.
 */
export async function lockRemainingBudget(tx: Db, spender: Spender, { min, max, serverLimit }: Reservation) {
  const found: LockedMonth[] = [];
  if (serverLimit !== null) found.push(await lockServerMonth(tx, serverLimit));
  if (spender.projectId !== null) found.push(await lockMonth(tx, 'project', spender.projectId));
  found.push(await lockMonth(tx, 'user', spender.userId));
  let available = max;
  for (const { of, limit, spent, held } of found) {
    if (limit === null) continue;
    // Credits have two decimals; sums of binary fractions are inexact.
    const left = Math.round((limit - spent - held) * 100) / 100;
    if (left < min || left <= 0) throw overLimit({ of, limit, spent, held, required: min });
    available = Math.min(available, left);
  }
  return { available, months: found.flatMap(({ id }) => (id === null ? [] : [id])) };
}

/** Advisory lock of calls that reserve credits while the operator limits all users together. */
const serverMonthLock = 7_894_564;

/**
 * Sum the current month of all users. Other calls that reserve credits wait until the transaction
 * ends, on all nodes. Months of projects are not added: they repeat those of their users.
 */
async function lockServerMonth(tx: Db, limit: number): Promise<LockedMonth> {
  await rows(tx, sql`select pg_advisory_xact_lock(${serverMonthLock}) is null as locked`);
  const [sum] = await rows<{ spent: number; held: number }>(
    tx,
    sql`select coalesce(sum(spent), 0)::float8 as spent, coalesce(sum(held), 0)::float8 as held
      from ${spendingMonths} where user_id is not null and month = ${monthOf(sql`now()`)}`,
  );
  if (!sum) throw new Error('SELECT of the spending of all users returned no row');
  return { ...sum, limit, id: null, of: 'server' };
}

/** Lock the row of the current month, and create it if needed. */
async function lockMonth(tx: Db, of: BudgetMonth['of'], id: string | number): Promise<BudgetMonth> {
  const column = sql.raw(of === 'user' ? 'user_id' : 'project_id');
  const [budget] = await rows<Omit<BudgetMonth, 'of'>>(
    tx,
    sql`insert into ${spendingMonths} as m (${column}, month) values (${id}, ${monthOf(sql`now()`)})
      on conflict (${column}, month) do update set held = m.held
      returning m.id, m.spent::float8 as spent, m.held::float8 as held,
        (select credits::float8 from spending_limits where ${column} = ${id}) as limit`,
  );
  if (!budget) throw new Error('INSERT INTO spending_months returned no row');
  return { ...budget, of };
}

/** Add a reservation to the months that `lockRemainingBudget` locked. */
export async function reserveSpending(tx: Db, months: readonly number[], amount: number): Promise<void> {
  await tx
    .update(spendingMonths)
    .set({ held: sql`${spendingMonths.held} + ${amount}::numeric` })
    .where(sql`${spendingMonths.id} = any(${sql.param([...months])}::int[])`);
}

/** Totals of a month after a call ended. */
export interface SpentMonth extends Omit<BudgetMonth, 'held'> {
  /** The owner has been notified that most of the limit is spent. */
  isAlerted: boolean;
}

/** Called with the totals after a call was paid. */
export type OnSpent = (tx: Db, spender: Spender, months: readonly SpentMonth[]) => Promise<void>;

/**
 * Release a reservation and add the cost to the month in which the call began, for project and
 * user.
 */
export async function settleSpending(
  tx: Db,
  { userId, projectId }: Spender,
  { began, held, spent }: { began: Date; held: number; spent: number },
): Promise<SpentMonth[]> {
  const month = monthOf(sql`${began.toISOString()}::timestamptz`);
  const settled: SpentMonth[] = [];
  const settle = async (of: SpentMonth['of'], id: string | number) => {
    const column = sql.raw(of === 'user' ? 'user_id' : 'project_id');
    // A call that began before months were counted has no row.
    const [row] = await rows<Omit<SpentMonth, 'of'>>(
      tx,
      sql`update ${spendingMonths} m
        set held = greatest(m.held - ${held}::numeric, 0), spent = m.spent + ${spent}::numeric
        where m.${column} = ${id} and m.month = ${month}
        returning m.id, m.spent::float8 as spent, m.alerted_at is not null as "isAlerted",
          (select credits::float8 from spending_limits where ${column} = ${id}) as limit`,
    );
    if (row) settled.push({ ...row, of });
  };
  if (projectId !== null) await settle('project', projectId);
  await settle('user', userId);
  return settled;
}

/** Return the limits for a call of this user in this project, with the spent amounts. */
export function limitsOf(db: Db, { userId, projectId }: Spender) {
  return rows<Pick<BudgetMonth, 'of' | 'spent'> & { limit: number }>(
    db,
    sql`select case when l.user_id is null then 'project' else 'user' end as of, l.credits::float8 as limit,
      coalesce(m.spent, 0)::float8 as spent
      from spending_limits l left join ${spendingMonths} m
        on (m.user_id = l.user_id or m.project_id = l.project_id) and m.month = ${monthOf(sql`now()`)}
      where l.user_id = ${userId} or l.project_id = ${projectId} order by l.project_id nulls last`,
  );
}

interface Over {
  of: LimitOwner;
  limit: number;
  spent: number;
  held: number;
  required: number;
}

const amount = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

const limitTexts: Record<LimitOwner, { whose: string; raise: string }> = {
  user: { whose: 'your monthly limit', raise: 'Raise it in your account' },
  project: {
    whose: 'the monthly limit of this project',
    raise: 'The owner of the project can raise it in Project Settings',
  },
  server: {
    whose: 'the monthly limit of all users of this server',
    raise: 'Ask an administrator to raise it',
  },
};

function overLimit({ of, limit, spent, held, required }: Over): HttpError {
  const running = held > 0 ? `, and calls that run hold ${amount.format(held)}` : '';
  const used = `${amount.format(spent)} of ${amount.format(limit)} credits of this month are spent${running}`;
  const { whose, raise } = limitTexts[of];
  const message = `This could go over ${whose}: ${used}. ${raise}, or wait until ${renewalDay(new Date())}.`;
  return new HttpError('over_limit', message, { limitOf: of, limit, spent, held, required });
}
