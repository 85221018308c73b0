import { and, eq, getColumns, or, type SQL, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { type Db, rows } from '#server/db/client.ts';
import { paymentTransactions } from '#server/db/schema/billing.ts';
import { type EventSubject, paymentReversals } from '#server/db/schema/payments.ts';
import { users } from '#server/db/schema/people.ts';
import { post, reclaim } from '#server/lib/ledger.ts';
import type { ComposedMail } from '#server/mail/composeMail.ts';
import { queueMail } from '#server/mail/outbox.ts';
import type { Payments, ProviderInvoice, ProviderPayment, Refund } from '#server/payments/payments.ts';
import type { PaymentState } from '#shared/contract/billing.ts';
import { creditsForCents, refundedCredits, subscriptionPlan } from '#shared/credits.ts';
import { creditsText, paymentFailedMail, receiptMail, refundMail, restoredMail } from './mails.ts';
import { recordSubscription } from './subscriptions.service.ts';

/*
 * Ledger of payments. Every trigger (an event, a return from paying, the test mode) leads here, and
 * the provider is asked for the present state; so triggers may come in any order and number. States
 * only go forward: paid stays paid, a final rejection stays one (docs/decisions/0032).
 */

export interface BooksDeps {
  db: Db;
  payments: Payments;
  log: Logger;
  publicUrl: string;
}

export type PaymentRow = typeof paymentTransactions.$inferSelect;
type UserRow = typeof users.$inferSelect;

/** Update the ledger from the provider for the subject of an event. */
export async function syncFromProvider(deps: BooksDeps, subject: EventSubject): Promise<void> {
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

/** Store the present state of a payment; null if it is not ours. */
export async function recordPayment(deps: BooksDeps, payment: ProviderPayment): Promise<PaymentRow | null> {
  if (payment.buyerId !== null) return recordPurchase(deps, payment, payment.buyerId);
  return payment.invoiceId === null ? null : recordInvoice(deps, payment.invoiceId, false);
}

function recordPurchase(deps: BooksDeps, payment: ProviderPayment, buyerId: string) {
  const { id, customerId, state, cents } = payment;
  const known = eq(paymentTransactions.stripePaymentIntentId, id);
  const buyer = and(eq(users.id, buyerId), eq(users.stripeCustomerId, customerId ?? ''));
  return deps.db.transaction(async (tx) => {
    const user = await ownerOf(tx, known, buyer);
    if (!user) return strange(deps, id);
    const credits = creditsForCents(cents);
    await tx
      .insert(paymentTransactions)
      .values({
        ...{ userId: user.id, stripePaymentIntentId: id, stripeCustomerId: customerId },
        ...{ paymentType: 'credit_purchase', amount: cents / 100, description: creditsText(credits) },
      })
      .onConflictDoNothing();
    const row = await held(tx, known);
    return row ? enter(deps, tx, { row, user, state, cents, credits, refunds: payment.refunds }) : null;
  });
}

/** Store a month of a subscription. `hasFailed`: the provider could not charge it. */
async function recordInvoice(deps: BooksDeps, id: string, hasFailed: boolean): Promise<PaymentRow | null> {
  const invoice = await deps.payments.readInvoice(id);
  if (!invoice?.subscriptionId) return null;
  const { subscriptionId, customerId, isPaid, isForPeriod, isFirst, paidCents, dueCents } = invoice;
  await recordSubscription(deps, subscriptionId);
  const cents = isPaid ? paidCents : dueCents;
  if (cents === 0) return null;
  const paidBy = invoice.payments.find(({ state }) => state === 'succeeded');
  // At the first payment a bank's question is no rejection, because the user is there to answer.
  const isRefused = (hasFailed && !isFirst) || invoice.payments.some(({ state }) => state === 'failed');
  const state = isPaid ? 'succeeded' : isRefused ? 'failed' : 'pending';
  const known = eq(paymentTransactions.stripeInvoiceId, id);
  const payer = or(
    eq(users.stripeCustomerId, customerId ?? ''),
    eq(users.stripeSubscriptionId, subscriptionId),
  );
  return deps.db.transaction(async (tx) => {
    const user = await ownerOf(tx, known, payer);
    if (!user) return strange(deps, id);
    const paymentType = 'subscription';
    await tx
      .insert(paymentTransactions)
      .values({
        ...{ userId: user.id, stripeInvoiceId: id, stripeCustomerId: customerId, paymentType },
        ...{ stripeSubscriptionId: subscriptionId, amount: cents / 100, description: 'Monthly subscription' },
      })
      .onConflictDoNothing();
    const row = await held(tx, known);
    if (!row) return null;
    if (state === 'failed' && row.status === 'pending') await mailFailure(deps, tx, user, invoice);
    if (paidBy && row.stripePaymentIntentId !== paidBy.id)
      await tx
        .update(paymentTransactions)
        .set({ stripePaymentIntentId: paidBy.id })
        .where(eq(paymentTransactions.id, row.id));
    const credits = isForPeriod ? subscriptionPlan.credits : 0;
    const refunds = paidBy?.refunds ?? [];
    return enter(deps, tx, { row, user, state, cents, credits, refunds });
  });
}

/** Store a dispute, which is known by its events alone. A decided one is the later state. */
async function recordDispute(
  deps: BooksDeps,
  { disputeId, paymentIntentId, cents, outcome }: EventSubject & { type: 'dispute' },
): Promise<void> {
  const payment = await deps.payments.readPayment(paymentIntentId);
  const recorded = payment && (await recordPayment(deps, payment));
  if (!recorded) return;
  await deps.db.transaction(async (tx) => {
    const user = await lock(tx, recorded.userId);
    const row = user && (await held(tx, eq(paymentTransactions.id, recorded.id)));
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
  user: UserRow;
  state: PaymentState;
  cents: number;
  /** Credits that it grants once it is paid. */
  credits: number;
  refunds: readonly Refund[];
}

/** Grant once and reclaim refunded credits, with the user and the payment locked. */
async function enter(deps: BooksDeps, tx: Db, entry: Entry): Promise<PaymentRow> {
  const { user, state, cents, credits } = entry;
  let { row } = entry;
  if (row.status !== 'succeeded') {
    const isPaid = state === 'succeeded';
    const status = state === 'processing' ? 'pending' : state;
    row = await changed(tx, row.id, {
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

async function grant({ publicUrl }: BooksDeps, tx: Db, row: PaymentRow, user: UserRow): Promise<void> {
  const { id, paymentType, amount, creditsGranted: credits } = row;
  const isPurchase = paymentType === 'credit_purchase';
  const what = isPurchase ? `${creditsText(credits)} bought` : `${subscriptionPlan.name}: a month`;
  const balance = await post(tx, {
    ...{ userId: user.id, type: isPurchase ? 'purchase' : 'subscription', amount: credits, paymentId: id },
    ...{ description: what, costInUsd: amount, stripePaymentIntentId: row.stripePaymentIntentId },
  });
  const paidAt = row.processedAt ?? new Date();
  await tell(
    tx,
    user,
    receiptMail({ publicUrl, paymentId: id, what, usd: amount, credits, balance, paidAt }),
  );
}

async function storeReversal(
  tx: Db,
  paymentId: number,
  type: 'refund' | 'dispute',
  one: Refund,
): Promise<void> {
  const { id: reversalId, cents, isInForce, isFinal } = one;
  const news = { amount: cents / 100, isInForce, isFinal };
  await tx
    .insert(paymentReversals)
    .values({ paymentId, reversalId, type, ...news })
    .onConflictDoUpdate({
      target: paymentReversals.reversalId,
      set: news,
      setWhere: eq(paymentReversals.isFinal, false),
    });
}

async function settleReversals(
  { publicUrl }: BooksDeps,
  tx: Db,
  row: PaymentRow,
  user: UserRow,
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
  const settled = await changed(tx, row.id, { amountReturned });
  const what = row.description ?? 'A payment';
  const owed = settled.creditsReclaimed - settled.creditsTaken;
  await tell(
    tx,
    user,
    amountReturned > row.amountReturned
      ? refundMail({ publicUrl, what, usd: amountReturned, credits: reclaimed, owed })
      : restoredMail({ publicUrl, what }),
  );
  return settled;
}

/**
 * Send one mail per month, however often the provider retries. The user sees the failure of a first
 * payment.
 */
async function mailFailure({ publicUrl }: BooksDeps, tx: Db, user: UserRow, invoice: ProviderInvoice) {
  if (invoice.isFirst) return;
  const { dueCents, payHref } = invoice;
  await tell(tx, user, paymentFailedMail({ publicUrl, usd: dueCents / 100, payHref }));
}

/** A deleted account has no mailbox. */
async function tell(tx: Db, { email }: UserRow, mail: ComposedMail): Promise<void> {
  if (!email.endsWith('@deleted.invalid')) await queueMail(tx, { to: email, ...mail });
}

/** Lock and return the payer: as in the ledger, otherwise as the provider says. */
async function ownerOf(tx: Db, known: SQL, told: SQL | undefined): Promise<UserRow | undefined> {
  const [row] = await tx
    .select({ userId: paymentTransactions.userId })
    .from(paymentTransactions)
    .where(known);
  if (row) return lock(tx, row.userId);
  const [user] = await tx.select(getColumns(users)).from(users).where(told).for('no key update');
  return user;
}

/** Lock the user before the payment in every transaction, so that none deadlocks. */
async function lock(tx: Db, userId: string): Promise<UserRow | undefined> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
  return user;
}

async function held(tx: Db, which: SQL): Promise<PaymentRow | undefined> {
  const [row] = await tx.select().from(paymentTransactions).where(which).for('update');
  return row;
}

async function changed(
  tx: Db,
  id: number,
  values: Partial<typeof paymentTransactions.$inferInsert>,
): Promise<PaymentRow> {
  const [row] = await tx
    .update(paymentTransactions)
    .set(values)
    .where(eq(paymentTransactions.id, id))
    .returning();
  if (!row) throw new Error(`Payment ${id} is gone`);
  return row;
}

/**
 * Log a payment of the provider's account that no user made; the nightly comparison reports it too.
 */
function strange({ log }: BooksDeps, id: string): null {
  log.warn({ paymentId: id }, 'a payment belongs to nobody here');
  return null;
}

function inCents(usd: number): number {
  return Math.round(usd * 100);
}
