import { desc, eq } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { creditTransactions } from '#server/db/schema/billing.ts';

/** The latest lines of somebody's ledger, newest first. */
export function creditEntriesOf(db: Db, userId: string, limit: number) {
  return db
    .select()
    .from(creditTransactions)
    .where(eq(creditTransactions.userId, userId))
    .orderBy(desc(creditTransactions.createdAt), desc(creditTransactions.id))
    .limit(limit);
}
