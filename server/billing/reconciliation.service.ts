import { and, eq, gte, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { type Db, rows } from '#server/db/client.ts';
import { databaseTime } from '#server/db/databaseTime.ts';
import { paymentTransactions } from '#server/db/schema/billing.ts';
import { reconciliations } from '#server/db/schema/payments.ts';
import { queueMail } from '#server/mail/outbox.ts';
import type { Payments, ProviderInvoice, ProviderPayment } from '#server/payments/payments.ts';
import { creditsForCents, refundedCredits, subscriptionPlan } from '#shared/credits.ts';
import { differencesMail } from './mails.ts';
import type { PaymentRow } from './payments.queries.ts';

interface ReconcilingDeps {
  db: Db;
  payments: Payments;
  log: Logger;
  env: { publicUrl: string; adminEmails: readonly string[] };
}

/** Days to look back. Longer than a month, so that every renewal is compared more than once. */
const lookBackDays = 40;
/** Minutes before a payment is compared, because a recent one may still be processed. */
const restMinutes = 15;

/**
 * Compare the ledger with the provider's records and with itself once per UTC day, on the node that
 * comes first. A comparison that failed is repeated. Differences are stored, logged and mailed to
 * the administrators, and not corrected: an automatic correction would hide the cause.
 */
export async function reconcileDaily(deps: ReconcilingDeps, at?: Date): Promise<void> {
  const { db, payments, log, env } = deps;
  if (payments.mode === 'off') return;
  const now = at ?? (await databaseTime(db));
  const day = now.toISOString().slice(0, 10);
  const run = await startDay(db, day);
  if (!run) return;
  const { differences, compared } = await findLedgerDifferences(deps, now).catch(async (error) => {
    await db.delete(reconciliations).where(eq(reconciliations.id, run.id));
    throw error;
  });
  await db.transaction(async (tx) => {
    const done = { finishedAt: new Date(), differences, payments: compared };
    await tx.update(reconciliations).set(done).where(eq(reconciliations.id, run.id));
    if (differences.length === 0) return;
    for (const to of env.adminEmails)
      await queueMail(tx, { to, ...differencesMail(env.publicUrl, day, differences) });
  });
  if (differences.length > 0) log.error({ day, differences }, 'the ledger differs from the payment provider');
  else log.info({ day, compared }, 'the ledger matches the payment provider');
}

/** Record the start of a day's comparison. Undefined: another one has it, and has not died. */
async function startDay(db: Db, day: string): Promise<{ id: number } | undefined> {
  const hasDied = sql`${reconciliations.finishedAt} is null and ${reconciliations.startedAt} < now() - interval '1 hour'`;
  const [run] = await db
    .insert(reconciliations)
    .values({ day })
    .onConflictDoUpdate({
      target: reconciliations.day,
      set: { startedAt: sql`now()` },
      setWhere: hasDied,
    })
    .returning({ id: reconciliations.id });
  return run;
}

/** Return the differences as sentences; empty if there are none. */
export async function findLedgerDifferences(
  { db, payments }: Pick<ReconcilingDeps, 'db' | 'payments'>,
  now = new Date(),
): Promise<{ differences: string[]; compared: number }> {
  const since = new Date(now.getTime() - lookBackDays * 86_400_000);
  const until = new Date(now.getTime() - restMinutes * 60_000);
  const differences: string[] = await ownErrors(db);
  const seen = new Set<string>();
  for await (const record of payments.recordsSince(since)) {
    if (record.type === 'payment') differences.push(...(await ofPurchase(db, record.payment, seen)));
    else differences.push(...(await ofInvoice(db, record.invoice, seen)));
  }
  const ownPayments = await db
    .select()
    .from(paymentTransactions)
    .where(and(eq(paymentTransactions.status, 'succeeded'), gte(paymentTransactions.processedAt, since)));
  for (const { id, stripeInvoiceId, stripePaymentIntentId, createdAt } of ownPayments) {
    const known = stripeInvoiceId ?? stripePaymentIntentId;
    if (known !== null && !seen.has(known) && createdAt > since && createdAt < until)
      differences.push(`Payment ${id} (${known}) is paid in the ledger but not at the provider.`);
  }
  return { differences, compared: seen.size };
}

async function ofPurchase(db: Db, payment: ProviderPayment, seen: Set<string>): Promise<string[]> {
  const { id, buyerId, state, cents } = payment;
  if (buyerId === null || state !== 'succeeded') return [];
  seen.add(id);
  const [row] = await db
    .select()
    .from(paymentTransactions)
    .where(eq(paymentTransactions.stripePaymentIntentId, id));
  return compare(row, { id, cents, credits: creditsForCents(cents), payments: [payment] });
}

async function ofInvoice(db: Db, invoice: ProviderInvoice, seen: Set<string>): Promise<string[]> {
  const { id, isPaid, paidCents: cents, isForPeriod, subscriptionId, payments } = invoice;
  if (!isPaid || cents === 0 || subscriptionId === null) return [];
  seen.add(id);
  const [row] = await db
    .select()
    .from(paymentTransactions)
    .where(eq(paymentTransactions.stripeInvoiceId, id));
  return compare(row, { id, cents, credits: isForPeriod ? subscriptionPlan.credits : 0, payments });
}

interface Expected {
  id: string;
  cents: number;
  credits: number;
  payments: readonly ProviderPayment[];
}

function compare(row: PaymentRow | undefined, { id, cents, credits, payments }: Expected): string[] {
  if (row?.status !== 'succeeded') return [`${id} is paid at the provider but not in the ledger.`];
  const found: string[] = [];
  if (Math.round(row.amount * 100) !== cents)
    found.push(`${id} is ${cents} cents at the provider and $${row.amount} here.`);
  if (row.creditsGranted !== credits)
    found.push(`${id} should have granted ${credits} credits, not ${row.creditsGranted}.`);
  const refunded = payments
    .flatMap(({ refunds }) => refunds)
    .reduce((sum, refund) => sum + (refund.isInForce ? refund.cents : 0), 0);
  // Disputes add to refunds; the provider's list of payments does not contain them.
  if (Math.round(row.amountReturned * 100) < Math.min(refunded, cents))
    found.push(`${id} was refunded ${refunded} cents at the provider and $${row.amountReturned} here.`);
  const back = refundedCredits(
    row.creditsGranted,
    Math.round(row.amount * 100),
    Math.round(row.amountReturned * 100),
  );
  if (row.creditsReclaimed !== back)
    found.push(`${id} should take ${back} credits back, not ${row.creditsReclaimed}.`);
  return found;
}

/** Check the ledger against itself: balances, owed credits and grants. */
async function ownErrors(db: Db): Promise<string[]> {
  const people = await rows<{ id: string; what: string }>(
    db,
    sql`select u.id, case
        when u.credit_balance <> coalesce(l.sum, 0) then 'a balance that differs from the sum of the ledger entries'
        else 'owed credits that differ from the sum of the reclaimed payments' end as what
      from users u
      left join (select user_id, sum(amount) as sum from credit_transactions group by user_id) l on l.user_id = u.id
      left join (select user_id, sum(credits_reclaimed - credits_taken) as sum from payment_transactions
        group by user_id) o on o.user_id = u.id
      where u.credit_balance <> coalesce(l.sum, 0) or u.credits_owed <> coalesce(o.sum, 0)`,
  );
  const grants = await rows<{ id: number }>(
    db,
    sql`select p.id from payment_transactions p
      left join credit_transactions t on t.payment_id = p.id and t.type in ('purchase', 'subscription')
      where p.credits_granted <> coalesce(t.amount, 0)`,
  );
  return [
    ...people.map(({ id, what }) => `User ${id} has ${what}.`),
    ...grants.map(({ id }) => `Payment ${id} has granted credits without a matching ledger entry.`),
  ];
}
