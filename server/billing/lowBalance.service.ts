import { eq } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { users } from '#server/db/schema/people.ts';
import { queueMail } from '#server/mail/outbox.ts';
import { lowBalanceMail } from './mails.ts';

/**
 * Send a mail when a balance becomes low, once on the way down, in the transaction of the call that
 * caused it.
 */
export function sendLowBalanceMail(publicUrl: string) {
  return async (tx: Db, userId: string, balance: number): Promise<void> => {
    const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId));
    if (user) await queueMail(tx, { to: user.email, ...lowBalanceMail({ publicUrl, balance }) });
  };
}
