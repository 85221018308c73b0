import { and, eq } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { paymentTransactions } from '#server/db/schema/billing.ts';
import { users } from '#server/db/schema/people.ts';
import { notFound } from '#server/lib/errors.ts';
import { balanceOf } from '#server/lib/ledger.ts';
import { TestDecline } from '#server/payments/testMode.ts';
import type { ConfirmedPayment } from '#shared/contract/billing.ts';
import { creditsForCents } from '#shared/credits.ts';
import type { PaymentWorker } from './events.service.ts';
import { creditsText } from './mails.ts';
import { type LedgerDeps, recordPayment } from './paymentSync.service.ts';
import { customer, isLive } from './subscriptions.service.ts';

/** Begin a purchase. Nothing is granted before the provider reports it as paid. */
export async function beginPurchase(deps: LedgerDeps, userId: string, usd: number) {
  const buyer = await customer(deps, userId);
  const { id, clientSecret } = await deps.payments.startPurchase(buyer, usd);
  const credits = creditsForCents(usd * 100);
  // A webhook event for this payment may have stored the row already.
  await deps.db
    .insert(paymentTransactions)
    .values({
      ...{ userId, stripePaymentIntentId: id, stripeCustomerId: buyer.customerId },
      ...{ paymentType: 'credit_purchase', amount: usd, description: creditsText(credits) },
    })
    .onConflictDoNothing();
  return { clientSecret, paymentIntentId: id, amount: usd, credits };
}

/**
 * Confirm a payment of the caller: ask the provider and grant the purchase in the same way as
 * events do. Throws notFound for payments of others.
 */
export async function confirm(
  deps: LedgerDeps,
  userId: string,
  paymentIntentId: string,
): Promise<ConfirmedPayment> {
  const { db, payments } = deps;
  const [known] = await db
    .select({ userId: paymentTransactions.userId })
    .from(paymentTransactions)
    .where(eq(paymentTransactions.stripePaymentIntentId, paymentIntentId));
  if (known && known.userId !== userId) throw notFound('Payment');
  const payment = await payments.readPayment(paymentIntentId);
  const isTheirs = payment && (known !== undefined || (await isCustomer(db, userId, payment.customerId)));
  if (!isTheirs) throw notFound('Payment');
  const row = await recordPayment(deps, payment);
  // The payment has succeeded, but its invoice is not marked as paid yet.
  const isAhead = payment.state === 'succeeded' && row?.status !== 'succeeded';
  return {
    status: isAhead ? 'processing' : payment.state,
    paymentType: row?.paymentType ?? null,
    creditsGranted: row?.creditsGranted ?? 0,
    creditBalance: await balanceOf(db, userId),
  };
}

async function isCustomer(db: Db, userId: string, customerId: string | null): Promise<boolean> {
  if (customerId === null) return false;
  const isTheirs = and(eq(users.id, userId), eq(users.stripeCustomerId, customerId));
  return (await db.$count(users, isTheirs)) > 0;
}

interface TestOrder {
  clientSecret: string;
  card: string;
  authenticated: boolean;
}

/** Pay with a test card, as the provider's form does. Throws notFound outside of the test mode. */
export async function payInTestMode(
  { payments, paymentWorker }: { payments: LedgerDeps['payments']; paymentWorker: PaymentWorker },
  userId: string,
  order: TestOrder,
) {
  if (!payments.test) throw notFound();
  const paid = await payments.test.pay({ userId, ...order }).catch(async (error) => {
    if (error instanceof TestDecline) await paymentWorker.apply(error.subjects);
    throw error;
  });
  if (paid === null) throw notFound('Payment');
  if (paid === 'needs-step') {
    const paymentIntentId = order.clientSecret.replace(/_secret_.*$/, '');
    return { status: 'pending', paymentIntentId, requiresAction: true } as const;
  }
  await paymentWorker.apply(paid.subjects);
  return { status: paid.state, paymentIntentId: paid.paymentIntentId };
}

/** Move the test clock to the end of the caller's period. */
export async function endTestPeriodOf(
  { db, payments, paymentWorker }: Pick<LedgerDeps, 'db' | 'payments'> & { paymentWorker: PaymentWorker },
  userId: string,
): Promise<void> {
  if (!payments.test) throw notFound();
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  const subscriptionId = user?.stripeSubscriptionId ?? null;
  if (subscriptionId === null || !isLive(user?.subscriptionStatus ?? null)) throw notFound('Subscription');
  await paymentWorker.apply(await payments.test.endPeriods({ subscriptionId }));
}
