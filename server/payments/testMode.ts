import { randomBytes } from 'node:crypto';
import { addMonths } from 'date-fns/addMonths';
import { and, eq, gte, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { type EventSubject, testPayments } from '#server/db/schema/payments.ts';
import { HttpError, invalid } from '#server/lib/errors.ts';
import { billingTexts, type PaymentState } from '#shared/contract/billing.ts';
import { subscriptionPlan } from '#shared/credits.ts';
import type {
  Payments,
  ProviderInvoice,
  ProviderPayment,
  ProviderSubscription,
  TestPayments,
} from './payments.ts';

/*
 * The built-in test mode: a provider with simulated cards and a clock that can be advanced. Its
 * state is in one table, so that subscriptions continue after a restart.
 */

interface TestPayment {
  state: PaymentState;
  cents: number;
  invoiceId: string | null;
}

interface TestInvoice {
  subscriptionId: string;
  isFirst: boolean;
  isPaid: boolean;
  paymentId: string | null;
}

interface TestSubscription {
  status: 'incomplete' | 'active' | 'canceled';
  periodEnd: string | null;
  cancelAtPeriodEnd: boolean;
  invoiceId: string;
  paymentId: string;
  key: string;
}

interface Kinds {
  payment: TestPayment;
  invoice: TestInvoice;
  subscription: TestSubscription;
}
type Kind = keyof Kinds;
type Kept<K extends Kind> = { id: string; userId: string; data: Kinds[K] };

const prefixes: Record<Kind, string> = { payment: 'pi', invoice: 'in', subscription: 'sub' };

/**
 * Behaviour of each test card, as with the provider's own test cards. Other numbers are rejected.
 */
const cards: Record<string, 'pays' | 'declined' | 'no-funds' | 'asks'> = {
  '4242424242424242': 'pays',
  '5555555555554444': 'pays',
  '4000000000000002': 'declined',
  '4000000000009995': 'no-funds',
  '4000002500003155': 'asks',
};

const planCents = subscriptionPlan.usd * 100;
const secretOf = (paymentId: string) => `${paymentId}_secret_test`;
const customerOf = (userId: string) => `cus_test_${userId.replaceAll('-', '')}`;

/** Create the test mode. It behaves like a provider and charges nothing. */
export function testModePayments(db: Db): Payments {
  return {
    mode: 'test',
    publishableKey: null,
    createCustomer: async ({ userId }) => customerOf(userId),
    startSubscription: async ({ userId }, key) => {
      const same = await subscriptionWithKey(db, userId, key);
      return subscriptionOf(same ?? (await begin(db, userId, key)));
    },
    startPurchase: async ({ userId }, usd) => {
      const { id } = await keep(db, 'payment', userId, {
        state: 'pending',
        cents: usd * 100,
        invoiceId: null,
      });
      return { id, clientSecret: secretOf(id) };
    },
    readPayment: async (id) => paymentOf(await find(db, 'payment', id)),
    readInvoice: async (id) => invoiceOf(db, await find(db, 'invoice', id)),
    readSubscription: async (id) => {
      const found = await find(db, 'subscription', id);
      return found && subscriptionOf(found);
    },
    cancel: async (id) => {
      const ended = await change(db, 'subscription', id, { cancelAtPeriodEnd: true });
      if (!ended) throw invalid(billingTexts.noSubscription);
      return subscriptionOf(ended);
    },
    eventIn: async () => {
      throw invalid(billingTexts.badSignature);
    },
    recordsSince: (since) => recordsSince(db, since),
    test: testDesk(db),
  };
}

function testDesk(db: Db): TestPayments {
  return {
    pay: async ({ userId, clientSecret, card, authenticated }) => {
      const payment = await find(db, 'payment', clientSecret.replace(/_secret_test$/, ''));
      if (payment?.userId !== userId || secretOf(payment.id) !== clientSecret) return null;
      const { id, data } = payment;
      const subjects: EventSubject[] = [
        data.invoiceId === null
          ? { type: 'payment', paymentIntentId: id }
          : { type: 'invoice', invoiceId: data.invoiceId, hasFailed: false },
      ];
      if (data.state === 'succeeded') return { paymentIntentId: id, state: data.state, subjects };
      const does = cards[card];
      if (does === undefined) throw invalid(billingTexts.wrongCard, { card: billingTexts.wrongCard });
      if (does === 'asks' && !authenticated) return 'needs-step';
      const isPaid = does === 'pays' || does === 'asks';
      await change(db, 'payment', id, { state: isPaid ? 'succeeded' : 'failed' });
      if (isPaid && data.invoiceId !== null) subjects.push(...(await invoicePaid(db, data.invoiceId)));
      if (isPaid) return { paymentIntentId: id, state: 'succeeded', subjects };
      throw new TestDecline(does === 'declined' ? billingTexts.declined : billingTexts.noFunds, subjects);
    },
    endPeriods: async (until) => {
      const running = await db
        .select()
        .from(testPayments)
        .where(
          and(
            eq(testPayments.type, 'subscription'),
            sql`${testPayments.data} ->> 'status' = 'active'`,
            'subscriptionId' in until
              ? eq(testPayments.id, until.subscriptionId)
              : sql`(${testPayments.data} ->> 'periodEnd')::timestamptz <= ${until.toISOString()}::timestamptz`,
          ),
        );
      const subjects: EventSubject[] = [];
      for (const each of running)
        subjects.push(...(await endPeriod(db, each as unknown as Kept<'subscription'>)));
      return subjects;
    },
  };
}

/**
 * Error of a declined test card. `subjects` lists the changed payments, which must still be
 * recorded.
 */
export class TestDecline extends HttpError {
  readonly subjects: EventSubject[];
  constructor(message: string, subjects: EventSubject[]) {
    super('payment_declined', message);
    this.subjects = subjects;
  }
}

async function begin(db: Db, userId: string, key: string): Promise<Kept<'subscription'>> {
  const ids = { subscription: newId('subscription'), invoice: newId('invoice'), payment: newId('payment') };
  return db.transaction(async (tx) => {
    const pending = { state: 'pending', cents: planCents, invoiceId: ids.invoice } as const;
    await keep(tx, 'payment', userId, pending, ids.payment);
    const { subscription: subscriptionId, payment: paymentId } = ids;
    const first = { subscriptionId, isFirst: true, isPaid: false, paymentId };
    await keep(tx, 'invoice', userId, first, ids.invoice);
    return keep(
      tx,
      'subscription',
      userId,
      {
        ...{ status: 'incomplete', periodEnd: null, cancelAtPeriodEnd: false },
        ...{ invoiceId: ids.invoice, paymentId: ids.payment, key },
      },
      ids.subscription,
    );
  });
}

async function invoicePaid(db: Db, invoiceId: string): Promise<EventSubject[]> {
  const invoice = await change(db, 'invoice', invoiceId, { isPaid: true });
  if (!invoice) return [];
  const { subscriptionId } = invoice.data;
  const periodEnd = addMonths(new Date(), 1).toISOString();
  await change(db, 'subscription', subscriptionId, { status: 'active', periodEnd });
  return [{ type: 'subscription', subscriptionId, customerId: customerOf(invoice.userId) }];
}

async function endPeriod(db: Db, { id, userId, data }: Kept<'subscription'>): Promise<EventSubject[]> {
  const changed: EventSubject = { type: 'subscription', subscriptionId: id, customerId: customerOf(userId) };
  if (data.cancelAtPeriodEnd) {
    await change(db, 'subscription', id, { status: 'canceled' });
    return [changed];
  }
  return db.transaction(async (tx) => {
    const [held] = await tx.select().from(testPayments).where(eq(testPayments.id, id)).for('update');
    // Another node has already renewed the period.
    if (held?.data.periodEnd !== data.periodEnd) return [];
    const payment = await keep(tx, 'payment', userId, {
      state: 'succeeded',
      cents: planCents,
      invoiceId: null,
    });
    const paid = { subscriptionId: id, isFirst: false, isPaid: true, paymentId: payment.id };
    const invoice = await keep(tx, 'invoice', userId, paid);
    await change(tx, 'payment', payment.id, { invoiceId: invoice.id });
    const from = new Date(Math.max(Date.now(), Date.parse(data.periodEnd ?? '')));
    await change(tx, 'subscription', id, { periodEnd: addMonths(from, 1).toISOString() });
    return [{ type: 'invoice', invoiceId: invoice.id, hasFailed: false }, changed];
  });
}

function newId(kind: Kind): string {
  return `${prefixes[kind]}_test_${randomBytes(12).toString('hex')}`;
}

async function keep<K extends Kind>(
  db: Db,
  type: K,
  userId: string,
  data: Kinds[K],
  id = newId(type),
): Promise<Kept<K>> {
  await db.insert(testPayments).values({ id, userId, type, data: { ...data } });
  return { id, userId, data };
}

async function find<K extends Kind>(db: Db, type: K, id: string): Promise<Kept<K> | null> {
  const [row] = await db
    .select()
    .from(testPayments)
    .where(and(eq(testPayments.id, id), eq(testPayments.type, type)));
  return row ? (row as unknown as Kept<K>) : null;
}

async function change<K extends Kind>(
  db: Db,
  type: K,
  id: string,
  news: Partial<Kinds[K]>,
): Promise<Kept<K> | null> {
  const [row] = await db
    .update(testPayments)
    .set({ data: sql`${testPayments.data} || ${JSON.stringify(news)}::jsonb` })
    .where(and(eq(testPayments.id, id), eq(testPayments.type, type)))
    .returning();
  return row ? (row as unknown as Kept<K>) : null;
}

async function subscriptionWithKey(db: Db, userId: string, key: string) {
  const [row] = await db
    .select()
    .from(testPayments)
    .where(and(eq(testPayments.userId, userId), sql`${testPayments.data} ->> 'key' = ${key}`));
  return row ? (row as unknown as Kept<'subscription'>) : null;
}

function subscriptionOf({ id, userId, data }: Kept<'subscription'>): ProviderSubscription {
  const { status, periodEnd, cancelAtPeriodEnd, paymentId } = data;
  return {
    ...{ id, status, cancelAtPeriodEnd, customerId: customerOf(userId) },
    periodEnd: periodEnd === null ? null : new Date(periodEnd),
    clientSecret: status === 'incomplete' ? secretOf(paymentId) : null,
  };
}

function paymentOf(found: Kept<'payment'> | null): ProviderPayment | null {
  if (!found) return null;
  const { id, userId, data } = found;
  const { state, cents, invoiceId } = data;
  const buyerId = invoiceId === null ? userId : null;
  return { id, customerId: customerOf(userId), state, cents, buyerId, invoiceId, refunds: [] };
}

async function invoiceOf(db: Db, found: Kept<'invoice'> | null): Promise<ProviderInvoice | null> {
  if (!found) return null;
  const { id, userId, data } = found;
  const payment = data.paymentId === null ? null : paymentOf(await find(db, 'payment', data.paymentId));
  return {
    ...{ id, customerId: customerOf(userId), subscriptionId: data.subscriptionId },
    ...{ isForPeriod: true, isFirst: data.isFirst, isPaid: data.isPaid, payHref: null },
    paidCents: data.isPaid ? planCents : 0,
    dueCents: planCents,
    payments: payment ? [payment] : [],
  };
}

async function* recordsSince(db: Db, since: Date) {
  const rows = await db.select().from(testPayments).where(gte(testPayments.createdAt, since));
  for (const row of rows) {
    if (row.type === 'payment') {
      const payment = paymentOf(row as unknown as Kept<'payment'>);
      if (payment) yield { type: 'payment', payment } as const;
    } else if (row.type === 'invoice') {
      const invoice = await invoiceOf(db, row as unknown as Kept<'invoice'>);
      if (invoice) yield { type: 'invoice', invoice } as const;
    }
  }
}
