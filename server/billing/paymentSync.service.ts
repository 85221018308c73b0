import { and, eq, getColumns, or, type SQL, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Db } from '#server/db/client.ts';
import { paymentTransactions } from '#server/db/schema/billing.ts';
import type { EventSubject } from '#server/db/schema/payments.ts';
import { users } from '#server/db/schema/people.ts';
import { post } from '#server/lib/ledger.ts';
import type { Payments, ProviderInvoice, ProviderPayment, Refund } from '#server/payments/payments.ts';
import type { PaymentState } from '#shared/contract/billing.ts';
import { creditsForCents, subscriptionPlan } from '#shared/credits.ts';
import { creditsText, paymentFailedMail, receiptMail } from './mails.ts';
import {
  lockPayment,
  type PayerRow,
  type PaymentRow,
  queueMailTo,
  updatePayment,
} from './payments.queries.ts';
import { settleReversals, storeReversal } from './reversals.service.ts';
import { recordSubscription } from './subscriptions.service.ts';

/*
 * Updates the ledger from the provider. Every trigger (an event, a return from the payment page,
 * the test mode) runs this code, which asks the provider for the current state. So triggers may
 * come in any order and any number of times. A state never moves backwards: a paid payment stays
 * paid, a final rejection stays rejected (docs/decisions/0032).
 */

export interface LedgerDeps {
  db: Db;
  payments: Payments;
  log: Logger;
  publicUrl: string;
}

/** Update the ledger from the provider for the subject of an event. */
export async function syncFromProvider(deps: LedgerDeps, subject: EventSubject): Promise<void> {
  switch (subject.type) {
    case 'payment': {
      const payment = await deps.payments.readPayment(subject.paymentIntentId);
      if (payment) await recordPayment(deps, payment);
      return;
    }
    case 'invoice':
      await recordInvoice(deps, subject.invoiceId, subject.hasFailed);
      return;
    case 'subscription':
      await recordSubscription(deps, subject.subscriptionId);
      return;
    case 'dispute':
      return recordDispute(deps, subject);
    case 'customer-deleted':
      await deps.db
        .update(users)
        .set({
          stripeCustomerId: null,
          subscriptionStatus: sql`case when ${users.subscriptionStatus} is null then null else 'canceled' end`,
        })
        .where(eq(users.stripeCustomerId, subject.customerId));
      return;
    case 'none':
      return;
  }
}

/** Store the current state of a payment. Returns null for a payment that belongs to no user. */
export async function recordPayment(deps: LedgerDeps, payment: ProviderPayment): Promise<PaymentRow | null> {
  if (payment.buyerId !== null) return recordPurchase(deps, payment, payment.buyerId);
  return payment.invoiceId === null ? null : recordInvoice(deps, payment.invoiceId, false);
}

function recordPurchase(deps: LedgerDeps, payment: ProviderPayment, buyerId: string) {
  const { id, customerId, state, cents } = payment;
  const known = eq(paymentTransactions.stripePaymentIntentId, id);
  const buyer = and(eq(users.id, buyerId), eq(users.stripeCustomerId, customerId ?? ''));
  return deps.db.transaction(async (tx) => {
    const user = await lockPayer(tx, known, buyer);
    if (!user) return logUnknown(deps, id);
    const credits = creditsForCents(cents);
    await tx
      .insert(paymentTransactions)
      .values({
        ...{ userId: user.id, stripePaymentIntentId: id, stripeCustomerId: customerId },
        ...{ paymentType: 'credit_purchase', amount: cents / 100, description: creditsText(credits) },
      })
      .onConflictDoNothing();
    const row = await lockPayment(tx, known);
    return row ? applyState(deps, tx, { row, user, state, cents, credits, refunds: payment.refunds }) : null;
  });
}

/** Store a month of a subscription. `hasFailed`: the provider could not charge it. */
async function recordInvoice(deps: LedgerDeps, id: string, hasFailed: boolean): Promise<PaymentRow | null> {
  const invoice = await deps.payments.readInvoice(id);
  if (!invoice?.subscriptionId) return null;
  const { subscriptionId, customerId, isPaid, isForPeriod, isFirst, paidCents, dueCents } = invoice;
  await recordSubscription(deps, subscriptionId);
  const cents = isPaid ? paidCents : dueCents;
  if (cents === 0) return null;
  const paidBy = invoice.payments.find(({ state }) => state === 'succeeded');
  // At the first payment, a request for authentication is no failure: the user is there to answer
  // it.
  const isFailed = (hasFailed && !isFirst) || invoice.payments.some(({ state }) => state === 'failed');
  const state = isPaid ? 'succeeded' : isFailed ? 'failed' : 'pending';
  const known = eq(paymentTransactions.stripeInvoiceId, id);
  const payer = or(
    eq(users.stripeCustomerId, customerId ?? ''),
    eq(users.stripeSubscriptionId, subscriptionId),
  );
  return deps.db.transaction(async (tx) => {
    const user = await lockPayer(tx, known, payer);
    if (!user) return logUnknown(deps, id);
    const paymentType = 'subscription';
    await tx
      .insert(paymentTransactions)
      .values({
        ...{ userId: user.id, stripeInvoiceId: id, stripeCustomerId: customerId, paymentType },
        ...{ stripeSubscriptionId: subscriptionId, amount: cents / 100, description: 'Monthly subscription' },
      })
      .onConflictDoNothing();
    const row = await lockPayment(tx, known);
    if (!row) return null;
    if (state === 'failed' && row.status === 'pending') await mailFailure(deps, tx, user, invoice);
    if (paidBy && row.stripePaymentIntentId !== paidBy.id)
      await tx
        .update(paymentTransactions)
        .set({ stripePaymentIntentId: paidBy.id })
        .where(eq(paymentTransactions.id, row.id));
    const credits = isForPeriod ? subscriptionPlan.credits : 0;
    const refunds = paidBy?.refunds ?? [];
    return applyState(deps, tx, { row, user, state, cents, credits, refunds });
  });
}

/** Store a dispute. Its state is known only from events, so a decided dispute is never reopened. */
async function recordDispute(
  deps: LedgerDeps,
  { disputeId, paymentIntentId, cents, outcome }: EventSubject & { type: 'dispute' },
): Promise<void> {
  const payment = await deps.payments.readPayment(paymentIntentId);
  const recorded = payment && (await recordPayment(deps, payment));
  if (!recorded) return;
  await deps.db.transaction(async (tx) => {
    const user = await lockUser(tx, recorded.userId);
    const row = user && (await lockPayment(tx, eq(paymentTransactions.id, recorded.id)));
    if (!user || !row) return;
    const isFinal = outcome !== 'open';
    await storeReversal(tx, row.id, 'dispute', {
      ...{ id: disputeId, cents, isFinal },
      isInForce: outcome !== 'won',
    });
    await settleReversals(deps, tx, row, user);
  });
}

interface Entry {
  row: PaymentRow;
  user: PayerRow;
  state: PaymentState;
  cents: number;
  /** Credits to grant when the payment succeeds. */
  credits: number;
  refunds: readonly Refund[];
}

/**
 * Apply the payment's state to its row: grant its credits once, and reclaim refunded ones. The user
 * and the payment must be locked.
 */
async function applyState(deps: LedgerDeps, tx: Db, entry: Entry): Promise<PaymentRow> {
  const { user, state, cents, credits } = entry;
  let { row } = entry;
  if (row.status !== 'succeeded') {
    const isPaid = state === 'succeeded';
    const status = state === 'processing' ? 'pending' : state;
    row = await updatePayment(tx, row.id, {
      ...{ status, amount: cents / 100 },
      ...(isPaid && { creditsGranted: credits, processedAt: new Date() }),
      ...(isPaid && row.paymentType === 'credit_purchase' && { description: creditsText(credits) }),
    });
    if (isPaid && credits > 0) await grant(deps, tx, row, user);
  }
  if (row.status !== 'succeeded') return row;
  for (const refund of entry.refunds) await storeReversal(tx, row.id, 'refund', refund);
  return settleReversals(deps, tx, row, user);
}

async function grant({ publicUrl }: LedgerDeps, tx: Db, row: PaymentRow, user: PayerRow): Promise<void> {
  const { id, paymentType, amount, creditsGranted: credits } = row;
  const isPurchase = paymentType === 'credit_purchase';
  const item = isPurchase ? `${creditsText(credits)} bought` : `${subscriptionPlan.name}: a month`;
  const balance = await post(tx, {
    ...{ userId: user.id, type: isPurchase ? 'purchase' : 'subscription', amount: credits, paymentId: id },
    ...{ description: item, costInUsd: amount, stripePaymentIntentId: row.stripePaymentIntentId },
  });
  const paidAt = row.processedAt ?? new Date();
  await queueMailTo(
    tx,
    user,
    receiptMail({ publicUrl, paymentId: id, item, usd: amount, credits, balance, paidAt }),
  );
}

/**
 * Mail a failed renewal, once per month however often the provider retries. The failure of a first
 * payment is shown on the page instead.
 */
async function mailFailure({ publicUrl }: LedgerDeps, tx: Db, user: PayerRow, invoice: ProviderInvoice) {
  if (invoice.isFirst) return;
  const { dueCents, payHref } = invoice;
  await queueMailTo(tx, user, paymentFailedMail({ publicUrl, usd: dueCents / 100, payHref }));
}

/**
 * Lock and return the payer: the owner of the stored payment, otherwise the user that the provider
 * names.
 */
async function lockPayer(tx: Db, known: SQL, payer: SQL | undefined): Promise<PayerRow | undefined> {
  const [row] = await tx
    .select({ userId: paymentTransactions.userId })
    .from(paymentTransactions)
    .where(known);
  if (row) return lockUser(tx, row.userId);
  const [user] = await tx.select(getColumns(users)).from(users).where(payer).for('no key update');
  return user;
}

/** Lock a user. Every transaction locks the user before the payment, so that none deadlocks. */
async function lockUser(tx: Db, userId: string): Promise<PayerRow | undefined> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
  return user;
}

/** Log a payment that no user of this server made. The nightly comparison reports it too. */
function logUnknown({ log }: LedgerDeps, id: string): null {
  log.warn({ paymentId: id }, 'a payment of the provider belongs to no user');
  return null;
}
