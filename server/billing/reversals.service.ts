import { eq, sql } from 'drizzle-orm';
import { type Db, rows } from '#server/db/client.ts';
import { paymentReversals } from '#server/db/schema/payments.ts';
import { reclaim } from '#server/lib/ledger.ts';
import type { Refund } from '#server/payments/payments.ts';
import { refundedCredits } from '#shared/credits.ts';
import { refundMail, restoredMail } from './mails.ts';
import { type PayerRow, type PaymentRow, queueMailTo, updatePayment } from './payments.queries.ts';

/** Store a refund or dispute of a payment. A final one is not changed any more. */
export async function storeReversal(
  tx: Db,
  paymentId: number,
  type: 'refund' | 'dispute',
  refund: Refund,
): Promise<void> {
  const { id: reversalId, cents, isInForce, isFinal } = refund;
  const fields = { amount: cents / 100, isInForce, isFinal };
  await tx
    .insert(paymentReversals)
    .values({ paymentId, reversalId, type, ...fields })
    .onConflictDoUpdate({
      target: paymentReversals.reversalId,
      set: fields,
      setWhere: eq(paymentReversals.isFinal, false),
    });
}

/**
 * Reclaim or restore credits so that they match the refunded or disputed money, and mail the user.
 * Returns the updated payment.
 */
export async function settleReversals(
  { publicUrl }: { publicUrl: string },
  tx: Db,
  row: PaymentRow,
  user: PayerRow,
): Promise<PaymentRow> {
  const [sum] = await rows<{ returned: string }>(
    tx,
    sql`select least(coalesce(sum(amount) filter (where is_in_force), 0), ${row.amount}::numeric) as returned
      from payment_reversals where payment_id = ${row.id}`,
  );
  const amountReturned = Number(sum?.returned ?? 0);
  if (amountReturned === row.amountReturned) return row;
  const reclaimed = refundedCredits(row.creditsGranted, inCents(row.amount), inCents(amountReturned));
  await reclaim(tx, row, reclaimed);
  const settled = await updatePayment(tx, row.id, { amountReturned });
  const item = row.description ?? 'A payment';
  const owed = settled.creditsReclaimed - settled.creditsTaken;
  await queueMailTo(
    tx,
    user,
    amountReturned > row.amountReturned
      ? refundMail({ publicUrl, item, usd: amountReturned, credits: reclaimed, owed })
      : restoredMail({ publicUrl, item }),
  );
  return settled;
}

function inCents(usd: number): number {
  return Math.round(usd * 100);
}
