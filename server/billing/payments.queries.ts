import { eq, type SQL } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { paymentTransactions } from '#server/db/schema/billing.ts';
import type { users } from '#server/db/schema/people.ts';
import type { ComposedMail } from '#server/mail/composeMail.ts';
import { queueMail } from '#server/mail/outbox.ts';

export type PaymentRow = typeof paymentTransactions.$inferSelect;
export type PayerRow = typeof users.$inferSelect;

/** Lock and return the payment that matches a condition. */
export async function lockPayment(tx: Db, condition: SQL): Promise<PaymentRow | undefined> {
  const [row] = await tx.select().from(paymentTransactions).where(condition).for('update');
  return row;
}

export async function updatePayment(
  tx: Db,
  id: number,
  values: Partial<typeof paymentTransactions.$inferInsert>,
): Promise<PaymentRow> {
  const [row] = await tx
    .update(paymentTransactions)
    .set(values)
    .where(eq(paymentTransactions.id, id))
    .returning();
  if (!row) throw new Error(`UPDATE of payment ${id} returned no row`);
  return row;
}

/** Queue a mail to a user, unless the account was deleted. */
export async function queueMailTo(tx: Db, { email }: PayerRow, mail: ComposedMail): Promise<void> {
  if (!email.endsWith('@deleted.invalid')) await queueMail(tx, { to: email, ...mail });
}
