import { desc, eq } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { creditTransactions } from '#server/db/schema/billing.ts';

/**
 * Return the latest ledger entries of a user, newest first. Entries are ordered by id: createdAt is
 * the start of the transaction, so parallel transactions would break the running balance. See
 * `write` in server/lib/ledger.ts.
 */
export function creditEntriesOf(db: Db, userId: string, limit: number) {
  return db
    .select()
    .from(creditTransactions)
    .where(eq(creditTransactions.userId, userId))
    .orderBy(desc(creditTransactions.id))
    .limit(limit);
}
