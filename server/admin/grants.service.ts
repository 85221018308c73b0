import { and, desc, eq, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { creditTransactions } from '#server/db/schema/billing.ts';
import { users } from '#server/db/schema/people.ts';
import { notFound } from '#server/lib/errors.ts';
import { post } from '#server/lib/ledger.ts';

interface Grant {
  userId: string;
  amount: number;
  reason: string;
  /** Id of the administrator. */
  adminUserId: string;
  /** Idempotency key of the caller. A repeated key adds nothing. */
  requestKey: string | null;
}

/**
 * Add credits to a user's balance, with one ledger entry that names the administrator and the
 * reason. The user's row is locked first, so that a grant sent twice is executed once. Throws
 * notFound.
 */
export async function grantCredits(tx: Db, { requestKey, ...grant }: Grant) {
  const { userId, adminUserId } = grant;
  const [user] = await tx
    .select({ creditBalance: users.creditBalance })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update');
  if (!user) throw notFound('User');
  const earlier = requestKey === null ? null : await grantUnder(tx, userId, adminUserId, requestKey);
  if (earlier) return { userId, creditBalance: user.creditBalance, transaction: earlier, isNew: false };
  const creditBalance = await post(tx, {
    ...grant,
    type: 'admin_grant',
    description: 'Credits from an administrator',
    ...(requestKey !== null && { metadata: { requestKey } }),
  });
  const isGrant = and(eq(creditTransactions.userId, userId), eq(creditTransactions.type, 'admin_grant'));
  const [transaction] = await tx
    .select()
    .from(creditTransactions)
    .where(isGrant)
    .orderBy(desc(creditTransactions.id))
    .limit(1);
  if (!transaction) throw new Error('SELECT of the new grant returned no row');
  return { userId, creditBalance, transaction, isNew: true };
}

async function grantUnder(tx: Db, userId: string, adminUserId: string, requestKey: string) {
  const [found] = await tx
    .select()
    .from(creditTransactions)
    .where(
      and(
        eq(creditTransactions.userId, userId),
        eq(creditTransactions.adminUserId, adminUserId),
        sql`${creditTransactions.createdAt} > now() - interval '1 day'`,
        sql`${creditTransactions.metadata} ->> 'requestKey' = ${requestKey}`,
      ),
    )
    .limit(1);
  return found;
}
