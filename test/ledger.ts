import { sql } from 'drizzle-orm';
import { type Db, rows } from '#server/db/client.ts';

interface Account {
  email: string;
  balance: number;
  sum: number;
  reserved: number;
  held: number;
  owed: number;
  owing: number;
  lowest: number;
}

/**
 * Return descriptions of everything that does not add up; empty when the ledger is right. The
 * balance is the sum of the transactions. Running calls hold the reserved credits. Refunded
 * payments are owed. Every line contains the balance after it. No balance was ever below 0.
 */
export async function errorsInBooks(db: Db): Promise<string[]> {
  const accounts = await rows<Account>(
    db,
    sql`select email, credit_balance::float8 as balance, reserved_credits::float8 as reserved,
      (select coalesce(sum(amount), 0)::float8 from credit_transactions where user_id = users.id) as sum,
      (select coalesce(min(credits_after), 0)::float8 from credit_transactions where user_id = users.id) as lowest,
      (select coalesce(sum(reserved), 0)::float8 from ai_requests where user_id = users.id) as held,
      credits_owed::float8 as owed,
      (select coalesce(sum(credits_reclaimed - credits_taken), 0)::float8 from payment_transactions
        where user_id = users.id) as owing
      from users`,
  );
  const wrongLines = await rows<{ id: number }>(
    db,
    sql`select id from (
      select id, credits_after, sum(amount) over (partition by user_id order by id) as running from credit_transactions
    ) as lines where credits_after <> running`,
  );
  return [
    ...accounts
      .filter(
        ({ balance, sum, reserved, held, lowest, owed, owing }) =>
          balance !== sum ||
          reserved !== held ||
          lowest < 0 ||
          reserved > balance ||
          owed !== owing ||
          // Credits that are not reserved settle owed credits at once.
          (owed > 0 && balance > reserved),
      )
      .map((account) => JSON.stringify(account)),
    ...wrongLines.map(({ id }) => `transaction ${id} has a wrong balance after it`),
  ];
}
