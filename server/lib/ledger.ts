import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { type Db, rows } from '#server/db/client.ts';
import { creditTransactions, paymentTransactions } from '#server/db/schema/billing.ts';
import { users } from '#server/db/schema/people.ts';

/**
 * The credits of a user. At every moment the sum of credit_transactions is users.credit_balance, and 0 <=
 * reserved_credits <= credit_balance: the database refuses anything else. What was taken back with a refund after it
 * had been spent is owed beside it (docs/decisions/0032). Every function runs in the transaction of what it stands for. Amounts are credits with two decimals; SQL does the arithmetic (decision OQ-42).
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

/** Gives back what was held. Whoever owes credits pays with it at the end of the transaction (collectOwed). */
export async function release(tx: Db, userId: string, amount: number): Promise<void> {
  await tx
    .update(users)
    .set({ reservedCredits: sql`${users.reservedCredits} - ${amount}::numeric` })
    .where(eq(users.id, userId));
}

/**
 * Writes one line of the ledger and moves the balance with it; the balance afterwards. Never below what is held. What
 * comes in pays what is owed first, in a line of its own.
 */
export async function post(tx: Db, entry: LedgerEntry): Promise<number> {
  const balance = await write(tx, entry);
  return entry.amount > 0 ? balance - (await collectOwed(tx, entry.userId)) : balance;
}

/**
 * Move the balance, then insert the line with the balance after it. Keep this order: the update locks the user's row,
 * so the id is drawn inside the lock and the ids of a user's lines follow the order of their balances.
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

/** Takes what somebody owes from what is free of their balance, the oldest payment first; how much it was. */
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
    description: `Taken back: ${payment.description ?? 'a payment'} was refunded or disputed`,
    paymentId: id,
    stripePaymentIntentId: payment.stripePaymentIntentId,
  });
}

/**
 * Sets how many of the credits that a payment granted go back in all. More than before: they are taken, or owed until
 * they can be. Fewer, because a refund failed or a dispute was won: what was taken comes back.
 */
export async function reclaim(tx: Db, payment: PaymentRow, credits: number): Promise<void> {
  const change = cents(credits) - cents(payment.creditsReclaimed);
  if (change === 0) return;
  const { id, userId } = payment;
  // What is taken may not exceed what goes back, so it is given back together with it.
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
    description: `Given back: ${payment.description ?? 'a payment'} stays paid`,
    paymentId: id,
    stripePaymentIntentId: payment.stripePaymentIntentId,
  });
}

/** Credits have two decimals; whole hundredths add up exactly. */
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

/** The balance, and what is owed beside it. */
export async function creditsOf(db: Db, userId: string) {
  const [user] = await db
    .select({ creditBalance: users.creditBalance, creditsOwed: users.creditsOwed })
    .from(users)
    .where(eq(users.id, userId));
  return user ?? { creditBalance: 0, creditsOwed: 0 };
}
