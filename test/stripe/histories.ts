import { randomUUID } from 'node:crypto';
import { eq, gt, isNull, sql } from 'drizzle-orm';
import { findLedgerDifferences } from '#server/billing/reconciliation.service.ts';
import { type Db, rows } from '#server/db/client.ts';
import { paymentEvents } from '#server/db/schema/payments.ts';
import { users } from '#server/db/schema/people.ts';
import { collectOwed, post, release, reserve } from '#server/lib/ledger.ts';
import type { Payments } from '#server/payments/payments.ts';
import { creditsForCents, purchaseUsd, refundedCredits, subscriptionPlan } from '#shared/credits.ts';
import type { Caller, TestApp } from '#test/app.ts';
import { clear } from '#test/db.ts';
import { aUser } from '#test/factories.ts';
import { errorsInBooks } from '#test/ledger.ts';
import type { Random } from '#test/random.ts';
import { StripeApiError, type StripeEvent } from './objects.ts';
import { type StripeServer, signedEvent } from './server.ts';

/*
 * Random histories of paying users: purchases, subscriptions, declined cards, renewals, refunds,
 * disputes, spent and reserved credits. Events arrive late, twice, in any order, and processes
 * crash while they handle them. At the end our ledger must agree with the provider's records, to
 * the cent.
 */

interface Payer {
  caller: Caller;
  id: string;
  spent: number;
  reserved: number;
}

interface Group {
  server: TestApp;
  stripe: StripeServer;
  random: Random;
  /** Events that the provider has sent and that are not delivered yet. */
  undelivered: StripeEvent[];
  payers: Payer[];
}

const visa = '4242424242424242';
const cards = [visa, visa, visa, '4000000000000002', '4000002500003155'];

/**
 * Run the histories of several users interleaved, step by step, in an empty database. Throws if
 * something does not add up. Return how often each event happened.
 */
export async function simulatePayments(
  server: TestApp,
  stripe: StripeServer,
  { random, payers: count, steps }: { random: Random; payers: number; steps: number },
): Promise<Record<string, number>> {
  await clear(server.db);
  stripe.books.clear();
  const payers: Payer[] = [];
  for (let i = 0; i < count; i++) {
    const { id } = await aUser(server.db, { email: `${randomUUID()}@example.com` });
    payers.push({ id, caller: server.as({ id }), spent: 0, reserved: 0 });
  }
  const group: Group = { server, stripe, random, payers, undelivered: [] };
  stripe.books.onEvent = (event) => group.undelivered.push(event);
  const restore = injectCrashes(server.payments, random);
  const debtors = new Set<string>();
  for (let step = 0; step < steps; step++) {
    for (const payer of payers) await runStep(group, payer);
    await recordDebtors(server.db, debtors);
    if (random.chance(0.5)) await deliverSome(group, random.below(20));
    if (random.chance(0.3)) stripe.books.advance(1 + random.below(20));
  }
  restore();
  for (const payer of payers) await releaseReserved(server.db, payer);
  await deliverAll(group);
  const wrong = await findDifferences(group);
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  await recordDebtors(server.db, debtors);
  return { ...(await countEvents(server.db)), debtors: debtors.size };
}

/**
 * Record the users who owe credits now. The next payment settles most debts, so the final state
 * shows few of them.
 */
async function recordDebtors(db: Db, debtors: Set<string>): Promise<void> {
  const owing = await db.select({ id: users.id }).from(users).where(gt(users.creditsOwed, 0));
  for (const { id } of owing) debtors.add(id);
}

/** Count events, so that a run in which little happened does not pass as a proof. */
async function countEvents(db: Db): Promise<Record<string, number>> {
  const [counts] = await rows<Record<string, number>>(
    db,
    sql`select (select count(*) from payment_events)::int as events,
      (select count(*) from payment_events where attempts > 1)::int as repeated,
      (select count(*) from payment_transactions where status = 'succeeded')::int as paid,
      (select count(*) from payment_transactions where status = 'failed')::int as failed,
      (select count(*) from payment_reversals)::int as reversals,
      (select count(*) from payment_reversals where not is_in_force)::int as "reversalsUndone",
      (select count(*) from credit_transactions where type = 'usage')::int as uses`,
  );
  return counts ?? {};
}

/** Run one step of a user's history: an action of the user, of the bank or of the provider. */
async function runStep({ server: { db }, stripe: { books }, random }: Group, payer: Payer): Promise<void> {
  const intents = () => [...books.intents.values()].filter((each) => each.customer === customerId);
  const [user] = await db.select().from(users).where(eq(users.id, payer.id));
  const customerId = user?.stripeCustomerId ?? 'nobody';
  const paid = () => intents().filter(({ status }) => status === 'succeeded');
  const subscription = books.subscriptions.get(user?.stripeSubscriptionId ?? '');
  switch (random.below(15)) {
    case 0:
    case 1: {
      const amount = purchaseUsd.step * (1 + random.below(50));
      const begun = await payer.caller.post('/api/create-payment-intent', { amount });
      if (begun.statusCode !== 200) return;
      const { paymentIntentId } = begun.json();
      pay(books, paymentIntentId, random);
      // Some users return from the payment, some close the tab.
      if (random.chance(0.5)) await payer.caller.post('/api/payments/confirm', { paymentIntentId });
      return;
    }
    case 2:
    case 3: {
      const begun = await Promise.all(
        Array.from({ length: 1 + random.below(2) }, () => payer.caller.post('/api/create-subscription')),
      );
      const secret = begun.find(({ statusCode }) => statusCode === 200)?.json().clientSecret as
        | string
        | undefined;
      if (secret !== undefined) pay(books, secret.split('_secret_')[0] ?? '', random);
      return;
    }
    case 4:
      return void (random.chance(0.4) && (await payer.caller.post('/api/cancel-subscription')));
    case 5:
      if (subscription) subscription.card = random.pick(['pays', 'declines']);
      return;
    case 6:
      if (subscription?.status === 'past_due') books.payInvoice(subscription.latest_invoice);
      return;
    case 7: {
      const one = paid()[0] && random.pick(paid());
      const left = one ? one.amount - books.returnedOf(one.id) : 0;
      if (one && left > 0) books.refund(one.id, random.chance(0.4) ? left : 1 + random.below(left));
      return;
    }
    case 8: {
      const made = [...books.refunds.values()].filter(
        ({ status, payment_intent: intent }) =>
          status === 'succeeded' && intents().some(({ id }) => id === intent),
      );
      if (made.length > 0) books.failRefund(random.pick(made).id);
      return;
    }
    case 9: {
      const one = paid()[0] && random.pick(paid());
      const left = one ? one.amount - books.returnedOf(one.id) : 0;
      const open = [...books.disputes.values()].filter(
        ({ status, payment_intent: intent }) =>
          status === 'needs_response' && intents().some(({ id }) => id === intent),
      );
      if (open.length > 0) books.closeDispute(random.pick(open).id, random.pick(['won', 'lost']));
      else if (one && left > 0) books.dispute(one.id, left);
      return;
    }
    default:
      return spend(db, random, payer);
  }
}

function pay(books: StripeServer['books'], intentId: string, random: Random): void {
  const tries = random.below(3);
  for (let i = 0; i < tries; i++) {
    try {
      books.confirm(intentId, random.pick(cards), random.chance(0.5));
    } catch (error) {
      if (!(error instanceof StripeApiError)) throw error;
    }
  }
}

/**
 * Spend as calls to models do: reserve some credits, settle part of the reservation, release the
 * rest.
 */
function spend(db: Db, random: Random, payer: Payer): Promise<void> {
  return db.transaction(async (tx) => {
    if (payer.reserved > 0) {
      const cost = Math.min(payer.reserved, random.below(payer.reserved * 100 + 1) / 100);
      await release(tx, payer.id, payer.reserved);
      if (cost > 0) await post(tx, { userId: payer.id, type: 'usage', amount: -cost });
      payer.spent += cost;
      payer.reserved = 0;
      await collectOwed(tx, payer.id);
      return;
    }
    payer.reserved = (await reserve(tx, payer.id, { min: 0.01, max: 1 + random.below(60_000) / 100 })) ?? 0;
  });
}

async function releaseReserved(db: Db, payer: Payer): Promise<void> {
  if (payer.reserved === 0) return;
  await db.transaction(async (tx) => {
    await release(tx, payer.id, payer.reserved);
    await collectOwed(tx, payer.id);
  });
  payer.reserved = 0;
}

/** Throw after one in twelve answers of the provider, as if the process crashed. */
function injectCrashes(payments: Payments, random: Random): () => void {
  const { readPayment, readInvoice, readSubscription } = payments;
  const withCrashes =
    <R>(read: (id: string) => Promise<R>) =>
    async (id: string): Promise<R> => {
      const answer = await read(id);
      if (random.chance(1 / 12)) throw new Error('the process died');
      return answer;
    };
  Object.assign(payments, {
    ...{ readPayment: withCrashes(readPayment), readInvoice: withCrashes(readInvoice) },
    readSubscription: withCrashes(readSubscription),
  });
  return () => void Object.assign(payments, { readPayment, readInvoice, readSubscription });
}

async function deliverSome(group: Group, count: number): Promise<void> {
  const { server, random, undelivered } = group;
  for (let i = 0; i < count && undelivered.length > 0; i++) {
    const at = random.below(undelivered.length);
    const event = undelivered[at] as StripeEvent;
    // Some are delivered again later.
    if (random.chance(0.8)) undelivered.splice(at, 1);
    await server.app.inject(signedEvent(event));
  }
  await server.paymentWorker.work();
  // As if the process crashed after the work was done and before that was recorded.
  if (random.chance(0.2))
    await server.db.execute(
      sql`update payment_events set processed_at = null, next_attempt_at = now()
        where id = (select id from payment_events order by random() limit 1)`,
    );
}

async function deliverAll(group: Group): Promise<void> {
  while (group.undelivered.length > 0) await deliverSome(group, 1000);
  const { db } = group.server;
  // Retries wait for minutes. Make them due now.
  await db.update(paymentEvents).set({ nextAttemptAt: new Date() }).where(isNull(paymentEvents.processedAt));
  await group.server.paymentWorker.work();
}

interface LedgerState {
  balance: number;
  owed: number;
  status: string | null;
  customer: string | null;
  subscription: string | null;
}

async function findDifferences({ server, stripe, payers }: Group): Promise<string[]> {
  const { db, payments } = server;
  const { books } = stripe;
  const wrong = [
    ...stripe.problems,
    ...(await errorsInBooks(db)),
    ...(await findLedgerDifferences({ db, payments })).differences,
  ];
  const waiting = await db.$count(paymentEvents, isNull(paymentEvents.processedAt));
  if (waiting > 0) wrong.push(`${waiting} events are not processed`);
  for (const { id, spent } of payers) {
    const [ledger] = await rows<LedgerState>(
      db,
      sql`select credit_balance::float8 as balance, credits_owed::float8 as owed, subscription_status as status,
        stripe_customer_id as customer, stripe_subscription_id as subscription from users where id = ${id}`,
    );
    if (!ledger) continue;
    let bought = 0;
    for (const { id: intentId, customer, status, metadata, amount } of books.intents.values()) {
      if (customer !== ledger.customer || status !== 'succeeded') continue;
      const granted = metadata.kind === 'credits' ? creditsForCents(amount) : subscriptionPlan.credits;
      bought += granted - refundedCredits(granted, amount, books.returnedOf(intentId));
    }
    const expected = Math.round((bought - spent) * 100);
    if (Math.round((ledger.balance - ledger.owed) * 100) !== expected)
      wrong.push(
        `${id} has ${ledger.balance} and owes ${ledger.owed}; ${bought} bought at the provider, ${spent} spent`,
      );
    const subscription = books.subscriptions.get(ledger.subscription ?? '');
    const isEnding = subscription?.cancel_at_period_end && /active|past_due/.test(subscription.status);
    const status = isEnding ? 'canceling' : (subscription?.status ?? null);
    if (ledger.status !== status) wrong.push(`${id} is ${ledger.status}, and ${status} at the provider`);
  }
  return wrong;
}
