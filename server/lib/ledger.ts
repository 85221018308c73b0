import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { type Db, rows } from '#server/db/client.ts';
import { creditTransactions, paymentTransactions } from '#server/db/schema/billing.ts';
import { users } from '#server/db/schema/people.ts';

/**
 * Ledger of a user's credits. The sum of credit_transactions always equals users.credit_balance,
 * and 0 <= reserved_credits <= credit_balance: the database enforces it. Refunded credits that were
 * already spent are owed (docs/decisions/0032). Every function must run in a transaction. Amounts
 * are credits with two decimals; SQL does the arithmetic (decision OQ-42).
 */
export type LedgerEntry = Omit<typeof creditTransactions.$inferInsert, 'id' | 'creditsAfter' | 'createdAt'>;

/**
 * Reserve up to `max` of the free credits, if at least `min` are free. Must run in a transaction.
 * Returns the reserved amount. Null: there are too few, and nothing is reserved.
 */
export async function reserve(
  tx: Db,
  userId: string,
  { min, max }: { min: number; max: number },
): Promise<number | null> {
  if (await hold(tx, userId, max)) return max;
  // Lock and read again: the condition of an update cannot return the amount. `no key`, so that
  // other transactions can insert rows that reference the user.
  const [free] = await rows<{ amount: string }>(
    tx,
    sql`select least(${max}::numeric, credit_balance - reserved_credits) as amount
      from users where id = ${userId} for no key update`,
  );
  const amount = Number(free?.amount ?? 0);
  return amount >= min && (await hold(tx, userId, amount)) ? amount : null;
}

/** Reserve by one conditional update, so that parallel calls never reserve the same credit. */
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

/**
 * Release a reservation. Owed credits are deducted by `collectOwed` at the end of the transaction.
 */
export async function release(tx: Db, userId: string, amount: number): Promise<void> {
  await tx
    .update(users)
    .set({ reservedCredits: sql`${users.reservedCredits} - ${amount}::numeric` })
    .where(eq(users.id, userId));
}

/**
 * Insert a ledger entry and change the balance. Returns the new balance, which is never below the
 * reserved credits. Incoming credits are first used for owed credits, in a separate entry.
 */
export async function post(tx: Db, entry: LedgerEntry): Promise<number> {
  const balance = await write(tx, entry);
  return entry.amount > 0 ? balance - (await collectOwed(tx, entry.userId)) : balance;
}

/**
 * Change the balance, then insert the entry with the balance after it. Keep this order: the update
 * locks the user's row, so the id is drawn inside the lock, and the ids of a user's entries follow
 * the order of their balances.
 */
async function write(tx: Db, entry: LedgerEntry): Promise<number> {
  const [user] = await tx
    .update(users)
    .set({ creditBalance: sql`${users.creditBalance} + ${entry.amount}::numeric` })
    .where(eq(users.id, entry.userId))
    .returning({ creditBalance: users.creditBalance });
  if (!user) throw new Error(`No user ${entry.userId} to post credits to`);
  await tx.insert(creditTransactions).values({ ...entry, creditsAfter: user.creditBalance });
  return user.creditBalance;
}

/** Deduct owed credits from the free balance, for the oldest payment first. Returns the amount. */
export async function collectOwed(tx: Db, userId: string): Promise<number> {
  const [debtor] = await rows<{ free: string }>(
    tx,
    sql`select least(credits_owed, credit_balance - reserved_credits) as free
      from users where id = ${userId} and credits_owed > 0 for no key update`,
  );
  let left = cents(Number(debtor?.free ?? 0));
  if (left <= 0) return 0;
  const owing = await tx
    .select()
    .from(paymentTransactions)
    .where(
      and(
        eq(paymentTransactions.userId, userId),
        gt(paymentTransactions.creditsReclaimed, paymentTransactions.creditsTaken),
      ),
    )
    .orderBy(asc(paymentTransactions.id));
  let collected = 0;
  for (const payment of owing) {
    const part = Math.min(left, cents(payment.creditsReclaimed) - cents(payment.creditsTaken));
    if (part <= 0) continue;
    left -= part;
    collected += part;
    await takeBack(tx, payment, part / 100);
  }
  return collected / 100;
}

type PaymentRow = typeof paymentTransactions.$inferSelect;

async function takeBack(tx: Db, { id, userId, ...payment }: PaymentRow, amount: number): Promise<void> {
  await tx
    .update(paymentTransactions)
    .set({ creditsTaken: sql`${paymentTransactions.creditsTaken} + ${amount}::numeric` })
    .where(eq(paymentTransactions.id, id));
  await tx
    .update(users)
    .set({ creditsOwed: sql`${users.creditsOwed} - ${amount}::numeric` })
    .where(eq(users.id, userId));
  await write(tx, {
    userId,
    type: 'refund',
    amount: -amount,
    description: `Reclaimed: ${payment.description ?? 'a payment'} was refunded or disputed`,
    paymentId: id,
    stripePaymentIntentId: payment.stripePaymentIntentId,
  });
}

/**
 * Set how many granted credits of a payment are reclaimed in all. A higher number deducts them, or
 * makes them owed. A lower one, after a failed refund or a won dispute, restores them.
 */
export async function reclaim(tx: Db, payment: PaymentRow, credits: number): Promise<void> {
  const change = cents(credits) - cents(payment.creditsReclaimed);
  if (change === 0) return;
  const { id, userId } = payment;
  // A constraint limits creditsTaken to creditsReclaimed, so both change together.
  const returned = Math.max(0, cents(payment.creditsTaken) - cents(credits));
  await tx
    .update(paymentTransactions)
    .set({
      creditsReclaimed: credits,
      creditsTaken: sql`${paymentTransactions.creditsTaken} - ${returned / 100}::numeric`,
    })
    .where(eq(paymentTransactions.id, id));
  await tx
    .update(users)
    .set({ creditsOwed: sql`${users.creditsOwed} + ${(change + returned) / 100}::numeric` })
    .where(eq(users.id, userId));
  if (returned === 0) {
    await collectOwed(tx, userId);
    return;
  }
  await post(tx, {
    userId,
    type: 'refund',
    amount: returned / 100,
    description: `Restored: ${payment.description ?? 'a payment'} stays paid`,
    paymentId: id,
    stripePaymentIntentId: payment.stripePaymentIntentId,
  });
}

/** Convert to hundredths. Credits have two decimals, and whole hundredths add up exactly. */
function cents(credits: number): number {
  return Math.round(credits * 100);
}

export async function balanceOf(db: Db, userId: string): Promise<number> {
  const [user] = await db
    .select({ creditBalance: users.creditBalance })
    .from(users)
    .where(eq(users.id, userId));
  return user?.creditBalance ?? 0;
}

/** Return the balance and the owed credits. */
export async function creditsOf(db: Db, userId: string) {
  const [user] = await db
    .select({ creditBalance: users.creditBalance, creditsOwed: users.creditsOwed })
    .from(users)
    .where(eq(users.id, userId));
  return user ?? { creditBalance: 0, creditsOwed: 0 };
}
