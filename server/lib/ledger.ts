import { and, eq, sql } from 'drizzle-orm';
import { type Db, rows } from '#server/db/client.ts';
import { creditTransactions } from '#server/db/schema/billing.ts';
import { users } from '#server/db/schema/people.ts';

/**
 * The credits of a user. At every moment the sum of credit_transactions is users.credit_balance, and 0 <=
 * reserved_credits <= credit_balance: the database refuses anything else. Every function runs in the transaction of
 * what it stands for. Amounts are credits with two decimals; SQL does the arithmetic (decision OQ-42).
 */
export type LedgerEntry = Omit<typeof creditTransactions.$inferInsert, 'id' | 'creditsAfter' | 'createdAt'>;

/**
 * Holds up to `most` of what nobody else holds, if that is at least `least`; needs a transaction. Gives what is held
 * now; null: there is not enough, and nothing is held.
 */
export async function reserve(
  tx: Db,
  userId: string,
  { least, max }: { least: number; max: number },
): Promise<number | null> {
  if (await hold(tx, userId, max)) return max;
  // Locked and read anew: no condition of an update can say how much it found. `no key`, because rows that point at
  // the user, written by others in transactions of their own, must not stand in the way.
  const [free] = await rows<{ amount: string }>(
    tx,
    sql`select least(${max}::numeric, credit_balance - reserved_credits) as amount
      from users where id = ${userId} for no key update`,
  );
  const amount = Number(free?.amount ?? 0);
  return amount >= least && (await hold(tx, userId, amount)) ? amount : null;
}

/** One conditional update, so that calls side by side never hold the same credit. */
async function hold(tx: Db, userId: string, amount: number): Promise<boolean> {
  const held = await tx
    .update(users)
    .set({ reservedCredits: sql`${users.reservedCredits} + ${amount}::numeric` })
    .where(
      and(eq(users.id, userId), sql`${users.creditBalance} - ${users.reservedCredits} >= ${amount}::numeric`),
    )
    .returning({ id: users.id });
  return held.length > 0;
}

/** Gives back what was held. */
export async function release(tx: Db, userId: string, amount: number): Promise<void> {
  await tx
    .update(users)
    .set({ reservedCredits: sql`${users.reservedCredits} - ${amount}::numeric` })
    .where(eq(users.id, userId));
}

/** Writes one line of the ledger and moves the balance with it; the balance afterwards. Never below what is held. */
export async function post(tx: Db, entry: LedgerEntry): Promise<number> {
  const [user] = await tx
    .update(users)
    .set({ creditBalance: sql`${users.creditBalance} + ${entry.amount}::numeric` })
    .where(eq(users.id, entry.userId))
    .returning({ creditBalance: users.creditBalance });
  if (!user) throw new Error(`No user ${entry.userId} to post credits to`);
  await tx.insert(creditTransactions).values({ ...entry, creditsAfter: user.creditBalance });
  return user.creditBalance;
}

export async function balanceOf(db: Db, userId: string): Promise<number> {
  const [user] = await db
    .select({ creditBalance: users.creditBalance })
    .from(users)
    .where(eq(users.id, userId));
  return user?.creditBalance ?? 0;
}
