import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, describe, expect } from 'vitest';
import { creditTransactions, paymentTransactions } from '#server/db/schema/billing.ts';
import { paymentEvents, paymentReversals, reconciliations } from '#server/db/schema/payments.ts';
import { outbox, users } from '#server/db/schema/people.ts';
import { post } from '#server/lib/ledger.ts';
import type { Caller, TestApp } from '#test/app.ts';
import { clear } from '#test/db.ts';
import { errorsInBooks } from '#test/ledger.ts';
import { outboxMails } from '#test/outbox.ts';
import { test as serverTest } from '#test/serverTest.ts';
import type { StripeEvent } from '#test/stripe/objects.ts';
import { aStripeServer, signedEvent, stripeSettings } from '#test/stripe/server.ts';
import { aWorld, type World } from '#test/world.ts';
import { findLedgerDifferences, reconcileDaily } from './reconciliation.service.ts';
import { endSubscription } from './subscriptions.service.ts';

/* The same way of the money with Stripe, played by a local one that is held against Stripe's own description. */

const stripe = await aStripeServer();
const { books } = stripe;

const test = serverTest.extend('settings', { scope: 'file' }, { variables: stripeSettings(stripe) });
afterAll(async () => {
  await stripe.close();
});

let people: World;
let nell: Caller;

test.beforeEach(async ({ server }) => {
  await clear(server.db);
  // Mails of the tests before lie in the same folder.
  people = await aWorld(server.db, { host: `${randomUUID().slice(0, 8)}.example.com` });
  nell = server.as(people.nell);
  books.events.length = 0;
  books.onEvent = () => undefined;
});
afterEach(() => {
  expect(stripe.problems).toEqual([]);
});

const deliver = async (server: TestApp, ...events: StripeEvent[]) => {
  for (const event of events) expect((await server.app.inject(signedEvent(event))).statusCode).toBe(200);
  await server.paymentWorker.work();
};
const deliverAll = (server: TestApp) => deliver(server, ...books.events.splice(0));
const status = async (caller = nell) => (await caller.get('/api/subscription-status')).json();
const lines = async (server: TestApp) =>
  (await server.db.select().from(creditTransactions).where(eq(creditTransactions.userId, people.nell.id)))
    .sort((a, b) => a.id - b.id)
    .map(({ type, amount, creditsAfter }) => [type, amount, creditsAfter]);
const mails = async (server: TestApp) => {
  await server.mail.send();
  return outboxMails(server.env.dataDir).filter(({ to }) => to === people.nell.email);
};
const subjects = async (server: TestApp) => (await mails(server)).map(({ subject }) => subject);
const spend = (server: TestApp, amount: number) =>
  server.db.transaction((tx) => post(tx, { userId: people.nell.id, type: 'usage', amount: -amount }));

const intentOf = (clientSecret: string) => clientSecret.split('_secret_')[0] ?? '';
async function bought(amount = 10): Promise<string> {
  const { paymentIntentId } = (await nell.post('/api/create-payment-intent', { amount })).json();
  books.confirm(paymentIntentId, '4242424242424242');
  return paymentIntentId;
}
async function subscribed(server: TestApp): Promise<string> {
  const { clientSecret, subscriptionId } = (await nell.post('/api/create-subscription')).json();
  books.confirm(intentOf(clientSecret), '4242424242424242');
  await deliverAll(server);
  return subscriptionId;
}

describe('purchase', () => {
  test('is granted once by its event, however often that is repeated', async ({ server }) => {
    await bought(30);
    expect(await status()).toMatchObject({ creditBalance: 0 });
    const events = books.events.splice(0);
    await deliver(server, ...events, ...events);
    expect(await lines(server)).toEqual([['purchase', 1500, 1500]]);
    expect(await server.db.$count(paymentEvents)).toBe(events.length);
    expect(await subjects(server)).toEqual(['Your receipt from Cold Open: $30.00']);
  });

  test('is granted when the user returns, and the later event changes nothing', async ({ server }) => {
    const paymentIntentId = await bought();
    const confirmed = (await nell.post('/api/payments/confirm', { paymentIntentId })).json();
    expect(confirmed).toEqual({
      ...{ status: 'succeeded', paymentType: 'credit_purchase', creditsGranted: 500, creditBalance: 500 },
    });
    await deliverAll(server);
    expect(await lines(server)).toEqual([['purchase', 500, 500]]);
  });

  test('is granted once when it is reported by several channels concurrently', async ({ server }) => {
    const paymentIntentId = await bought();
    const events = books.events.splice(0);
    const confirming = Array.from({ length: 4 }, () =>
      nell.post('/api/payments/confirm', { paymentIntentId }),
    );
    const answers = await Promise.all([
      ...confirming,
      deliver(server, ...events),
      deliver(server, ...events),
    ]);
    expect(answers.slice(0, 4).map((answer) => answer?.json().creditBalance)).toEqual([500, 500, 500, 500]);
    expect(await lines(server)).toEqual([['purchase', 500, 500]]);
    expect(await subjects(server)).toHaveLength(1);
  });

  test('may be reported before its call is answered', async ({ server }) => {
    const { startPurchase } = server.payments;
    server.payments.startPurchase = async (...order) => {
      const begun = await startPurchase(...order);
      books.confirm(begun.id, '4242424242424242');
      await deliverAll(server);
      return begun;
    };
    const beginning = await nell.post('/api/create-payment-intent', { amount: 10 });
    server.payments.startPurchase = startPurchase;
    expect(beginning.statusCode).toBe(200);
    expect(await lines(server)).toEqual([['purchase', 500, 500]]);
    expect((await nell.get('/api/payment-history')).json()).toHaveLength(1);
  });

  test("is granted to its buyer only, and a payment of the provider's account without a buyer grants nothing", async ({
    server,
  }) => {
    const paymentIntentId = await bought();
    const sam = server.as(people.sam);
    expect((await sam.post('/api/payments/confirm', { paymentIntentId })).statusCode).toBe(404);
    const foreign = books.addIntent(5000, 'cus_of_a_shop', { kind: 'credits', userId: people.sam.id });
    books.confirm(foreign.id, '4242424242424242');
    const stranger = books.addIntent(5000, 'cus_of_a_shop', {});
    books.confirm(stranger.id, '4242424242424242');
    await deliverAll(server);
    for (const { id } of [foreign, stranger])
      expect((await sam.post('/api/payments/confirm', { paymentIntentId: id })).statusCode).toBe(404);
    expect(await status(sam)).toMatchObject({ creditBalance: 500 });
    expect(await status()).toMatchObject({ creditBalance: 500 });
  });

  test('is listed as declined until another card pays it', async ({ server }) => {
    const { paymentIntentId } = (await nell.post('/api/create-payment-intent', { amount: 10 })).json();
    expect(() => books.confirm(paymentIntentId, '4000000000000002')).toThrow();
    await deliverAll(server);
    expect((await nell.get('/api/payment-history')).json()).toMatchObject([
      { status: 'failed', creditsGranted: 0 },
    ]);
    books.confirm(paymentIntentId, '4242424242424242');
    await deliver(server, ...books.events.splice(0).reverse());
    expect((await nell.get('/api/payment-history')).json()).toMatchObject([{ status: 'succeeded' }]);
  });
});

describe('subscription', () => {
  test('is started once in two tabs and after a reload, and is paid, renewed and ended by events in any order', async ({
    server,
  }) => {
    const begun = await Promise.all([
      nell.post('/api/create-subscription'),
      nell.post('/api/create-subscription'),
    ]);
    const [one, two] = begun.map((answer) => answer.json());
    expect(one).toEqual(two);
    expect((await nell.post('/api/create-subscription')).json()).toEqual(one);
    expect(
      [...books.subscriptions.values()].filter(
        ({ customer }) => customer === [...books.customers.keys()].at(-1),
      ),
    ).toHaveLength(1);

    books.confirm(intentOf(one.clientSecret), '4242424242424242');
    await deliver(server, ...books.events.splice(0).reverse());
    expect(await status()).toMatchObject({ creditBalance: 1000, stripeSubscription: { status: 'active' } });
    books.advance(31);
    await deliver(server, ...books.events.splice(0).reverse());
    expect(await status()).toMatchObject({ creditBalance: 2000, stripeSubscription: { status: 'active' } });

    expect((await nell.post('/api/cancel-subscription')).json()).toMatchObject({
      ...{ success: true, stripeSubscription: { status: 'canceling', cancelAtPeriodEnd: true } },
    });
    await deliverAll(server);
    books.advance(31);
    await deliver(server, ...books.events.splice(0).reverse());
    expect(await status()).toMatchObject({ creditBalance: 2000, hasSubscription: false });
    expect(await lines(server)).toEqual([
      ['subscription', 1000, 1000],
      ['subscription', 1000, 2000],
    ]);
    expect(await subjects(server)).toEqual([
      'Your receipt from Cold Open: $20.00',
      'Your receipt from Cold Open: $20.00',
      'Your subscription will end',
    ]);
  });

  test('is ended once, with one mail, by two tabs at the same time', async ({ server }) => {
    await subscribed(server);
    const { db, payments, env } = server;
    const bothCalled = Promise.withResolvers<void>();
    let calls = 0;
    const cancel = async (id: string) => {
      calls += 1;
      if (calls === 2) bothCalled.resolve();
      await bothCalled.promise;
      return payments.cancel(id);
    };
    let records = 0;
    const end = () =>
      endSubscription(
        { db, payments: { ...payments, cancel }, publicUrl: env.publicUrl },
        people.nell.id,
        async () => {
          records += 1;
        },
      );
    const ended = await Promise.all([end(), end()]);
    expect(ended.map(({ subscriptionStatus }) => subscriptionStatus)).toEqual(['canceling', 'canceling']);
    expect(records).toBe(1);
    expect(await subjects(server)).toEqual([
      'Your receipt from Cold Open: $20.00',
      'Your subscription will end',
    ]);
  });

  test('is confirmed when the user returns before any event', async ({ server }) => {
    const { clientSecret } = (await nell.post('/api/create-subscription')).json();
    const paymentIntentId = intentOf(clientSecret);
    const before = (await nell.post('/api/payments/confirm', { paymentIntentId })).json();
    expect(before).toMatchObject({ status: 'pending', creditsGranted: 0 });
    books.confirm(paymentIntentId, '4242424242424242');
    expect((await nell.post('/api/payments/confirm', { paymentIntentId })).json()).toMatchObject({
      ...{ status: 'succeeded', paymentType: 'subscription', creditsGranted: 1000, creditBalance: 1000 },
    });
    expect(await status()).toMatchObject({ hasSubscription: true });
    await deliverAll(server);
    expect(await lines(server)).toEqual([['subscription', 1000, 1000]]);
  });

  test('grants nothing for a failed renewal, sends one mail with the payment page, and continues after payment', async ({
    server,
  }) => {
    const id = await subscribed(server);
    books.subscription(id).card = 'declines';
    books.advance(31);
    await deliver(server, ...books.events, ...books.events);
    books.events.length = 0;
    expect(await status()).toMatchObject({ creditBalance: 1000, stripeSubscription: { status: 'past_due' } });
    expect(
      (await subjects(server)).filter((each) => each === 'Your payment did not go through'),
    ).toHaveLength(1);
    const mail = (await mails(server)).find(({ subject }) => subject.startsWith('Your payment'));
    expect(mail?.text).toContain('https://invoice.stripe.com/i/');
    expect((await nell.get('/api/payment-history')).json()).toMatchObject([{ status: 'failed' }, {}]);
    books.payInvoice(books.subscription(id).latest_invoice);
    await deliverAll(server);
    expect(await status()).toMatchObject({ creditBalance: 2000, stripeSubscription: { status: 'active' } });
  });

  test('expires when unpaid, and can be started again', async ({ server }) => {
    const first = (await nell.post('/api/create-subscription')).json();
    books.advance(2);
    await deliverAll(server);
    expect(await status()).toMatchObject({ hasSubscription: false });
    const second = (await nell.post('/api/create-subscription')).json();
    expect(second.subscriptionId).not.toBe(first.subscriptionId);
  });
});

describe('refunds and disputes', () => {
  test('reclaim the share of the credits, and restore them when they fail', async ({ server }) => {
    const intent = await bought(20);
    await deliverAll(server);
    const refund = books.refund(intent, 500);
    await deliver(server, ...books.events, ...books.events);
    books.events.length = 0;
    expect(await lines(server)).toEqual([
      ['purchase', 1000, 1000],
      ['refund', -250, 750],
    ]);
    expect((await nell.get('/api/payment-history')).json()).toMatchObject([{ amountReturned: 5 }]);
    books.failRefund(refund.id);
    await deliverAll(server);
    expect(await status()).toMatchObject({ creditBalance: 1000, creditsOwed: 0 });
    expect((await lines(server)).at(-1)).toEqual(['refund', 250, 1000]);
    expect(await subjects(server)).toEqual([
      ...['Your receipt from Cold Open: $20.00', '$5.00 refunded or disputed'],
      'Your credits were restored',
    ]);
  });

  test('leave credits owed that were spent already, until the next credits arrive', async ({ server }) => {
    const intent = await bought(20);
    await deliverAll(server);
    await spend(server, 900);
    books.refund(intent, 2000);
    await deliverAll(server);
    expect(await status()).toMatchObject({ creditBalance: 0, creditsOwed: 900 });
    expect(await errorsInBooks(server.db)).toEqual([]);
    await bought(10);
    await deliverAll(server);
    expect(await status()).toMatchObject({ creditBalance: 0, creditsOwed: 400 });
    await bought(10);
    await deliverAll(server);
    expect(await status()).toMatchObject({ creditBalance: 100, creditsOwed: 0 });
    expect((await lines(server)).slice(2)).toEqual([
      ['refund', -100, 0],
      ['purchase', 500, 500],
      ['refund', -500, 0],
      ['purchase', 500, 500],
      ['refund', -400, 100],
    ]);
    expect(await errorsInBooks(server.db)).toEqual([]);
  });

  test('restore the credits when a dispute is won, also when its end is reported before its start', async ({
    server,
  }) => {
    const id = await subscribed(server);
    const { intent } = books.invoice(books.subscription(id).latest_invoice);
    const lost = books.dispute(intent, 2000);
    await deliverAll(server);
    expect(await status()).toMatchObject({ creditBalance: 0 });
    books.closeDispute(lost.id, 'won');
    await deliverAll(server);
    expect(await status()).toMatchObject({ creditBalance: 1000 });

    const second = books.dispute(intent, 2000);
    books.closeDispute(second.id, 'won');
    await deliver(server, ...books.events.splice(0).reverse());
    expect(await status()).toMatchObject({ creditBalance: 1000 });
    const third = books.dispute(intent, 2000);
    books.closeDispute(third.id, 'lost');
    await deliver(server, ...books.events.splice(0).reverse());
    expect(await status()).toMatchObject({ creditBalance: 0 });
    expect(await server.db.$count(paymentReversals)).toBe(3);
    expect(await errorsInBooks(server.db)).toEqual([]);
  });

  test('may be reported before the payment', async ({ server }) => {
    const intent = await bought(10);
    books.refund(intent, 1000);
    const events = books.events.splice(0).reverse();
    for (const event of events) await deliver(server, event);
    expect(await status()).toMatchObject({ creditBalance: 0, creditsOwed: 0 });
    expect(await lines(server)).toEqual([
      ['purchase', 500, 500],
      ['refund', -500, 0],
    ]);
  });
});

describe('payment event', () => {
  const anEvent = async () => {
    await bought();
    return books.events.at(-1) as StripeEvent;
  };
  const year = 365 * 86_400;
  const now = () => Math.floor(Date.now() / 1000);

  test.for([
    ['with the secret of another', (event: StripeEvent) => signedEvent(event, now(), 'whsec_other')],
    ['that is a year old', (event: StripeEvent) => signedEvent(event, now() - year)],
    ['that is six minutes old', (event: StripeEvent) => signedEvent(event, now() - 360)],
    [
      'whose body was changed on the way',
      (event: StripeEvent) => {
        const request = signedEvent(event);
        return { ...request, payload: request.payload.replace('"amount":1000', '"amount":9000') };
      },
    ],
    [
      'without a signature',
      (event: StripeEvent) => ({ ...signedEvent(event), headers: { 'content-type': 'application/json' } }),
    ],
    ['that is no event', () => ({ ...signedEvent('nonsense' as never), payload: '{' })],
  ] as const)('%s is rejected, and nothing is written', async ([_what, request], { server }) => {
    const answer = await server.app.inject(request(await anEvent()));
    expect([answer.statusCode, answer.json().message]).toEqual([400, 'The signature is not valid.']);
    expect(await server.db.$count(paymentEvents)).toBe(0);
  });

  test('is stored with the reason when it cannot be processed, and is retried', async ({ server }) => {
    const event = await anEvent();
    stripe.next('fails', 'fails', 'fails');
    await deliver(server, event);
    const [waiting] = await server.db.select().from(paymentEvents);
    expect(waiting).toMatchObject({ processedAt: null, attempts: 1 });
    expect(await status()).toMatchObject({ creditBalance: 0 });
    await server.db.update(paymentEvents).set({ nextAttemptAt: new Date() });
    await server.paymentWorker.work();
    expect(await status()).toMatchObject({ creditBalance: 500 });
  });

  test('keeps the credits of a customer deleted at the provider, and creates a new customer', async ({
    server,
  }) => {
    await subscribed(server);
    const [before] = await server.db.select().from(users).where(eq(users.id, people.nell.id));
    const { id, created } = { id: before?.stripeCustomerId ?? '', created: now() };
    const customer = { object: 'customer', id, created, email: null, livemode: false, deleted: true };
    const event = {
      id: 'evt_gone',
      object: 'event',
      api_version: '2026-10-28.endive',
      created,
      livemode: false,
    } as const;
    await deliver(server, { ...event, type: 'customer.deleted', data: { object: customer } });
    expect(await status()).toMatchObject({ creditBalance: 1000, hasSubscription: false });
    await bought();
    await deliverAll(server);
    expect(await status()).toMatchObject({ creditBalance: 1500 });
  });
});

describe('unavailable payment provider', () => {
  test('leaves no secret in the logged error', async ({ server }) => {
    const { paymentIntentId, clientSecret } = (
      await nell.post('/api/create-payment-intent', { amount: 10 })
    ).json();
    stripe.next('fails', 'fails', 'fails');
    const error = await server.payments.readPayment(paymentIntentId).catch((thrown: unknown) => thrown);
    const shown = inspect(error, { depth: 20, showHidden: true });
    expect(shown).toContain('StripeAPIError');
    for (const secret of ['sk_test_of_the_double', clientSecret, people.nell.email])
      expect(shown).not.toContain(secret);
  });

  test('is answered with 502, and a retry creates nothing twice', async () => {
    stripe.next('fails', 'fails', 'fails');
    const rejected = await nell.post('/api/create-subscription');
    expect([rejected.statusCode, rejected.json().message]).toEqual([
      502,
      'The payment service did not answer. Please try again in a minute.',
    ]);
    const customers = books.customers.size;
    stripe.next('is-lost', 'works', 'is-lost');
    const begun = await nell.post('/api/create-subscription');
    expect(begun.statusCode).toBe(200);
    expect(books.customers.size).toBeLessThanOrEqual(customers + 1);
    expect((await nell.post('/api/create-subscription')).json()).toEqual(begun.json());
  });
});

test('GET /api/config contains the publishable key, and no reply contains the secret one', async ({
  server,
}) => {
  const config = (await server.visitor.get('/api/config')).json();
  expect(config).toMatchObject({ stripePublishableKey: 'pk_test_of_the_double', paymentsMode: 'stripe' });
  expect(JSON.stringify(config)).not.toContain('sk_');
  expect(
    (await nell.post('/api/payments/test-confirm', { clientSecret: 'x', card: '4242424242424242' }))
      .statusCode,
  ).toBe(404);
});

describe('reconcileDaily', () => {
  const compare = async (server: TestApp, now?: Date) =>
    (await findLedgerDifferences({ db: server.db, payments: server.payments }, now)).differences;

  test('finds no differences when all events were processed, and otherwise states what is missing', async ({
    server,
  }) => {
    await subscribed(server);
    const intent = await bought();
    await deliverAll(server);
    books.refund(intent, 300);
    await deliverAll(server);
    const ofOthers = /belongs|paid at the provider but not in the ledger/;
    expect((await compare(server)).filter((each) => !ofOthers.test(each))).toEqual([]);
    const missing = await bought();
    expect(await compare(server)).toContain(`${missing} is paid at the provider but not in the ledger.`);
    const refund = books.refund(intent, 200);
    expect(await compare(server)).toContain(`${intent} was refunded 500 cents at the provider and $3 here.`);
    await server.db.update(users).set({ creditBalance: 7000 }).where(eq(users.id, people.nell.id));
    expect(await compare(server)).toContain(
      `User ${people.nell.id} has a balance that differs from the sum of the ledger entries.`,
    );
    expect(refund.amount).toBe(200);
  });

  test('reports a payment that the provider does not have after a quarter of an hour', async ({ server }) => {
    const [payment] = await server.db
      .insert(paymentTransactions)
      .values({
        ...{ userId: people.nell.id, stripePaymentIntentId: 'pi_unknown', paymentType: 'credit_purchase' },
        ...{ amount: 10, status: 'succeeded', processedAt: new Date() },
      })
      .returning();
    const difference = `Payment ${payment?.id} (pi_unknown) is paid in the ledger but not at the provider.`;
    expect(await compare(server)).not.toContain(difference);
    expect(await compare(server, new Date(Date.now() + 16 * 60_000))).toContain(difference);
  });

  test('runs once a day, mails administrators, and changes nothing', async ({ server }) => {
    const missing = await bought();
    const parts = { db: server.db, payments: server.payments, env: server.env, log: server.app.log as never };
    const now = new Date();
    await reconcileDaily(parts, now);
    await reconcileDaily(parts, now);
    const runs = await server.db.select().from(reconciliations);
    expect(runs).toHaveLength(1);
    expect(runs[0]?.differences).toContain(`${missing} is paid at the provider but not in the ledger.`);
    expect((await server.db.select().from(outbox)).map(({ to }) => to)).toEqual(['ada@example.com']);
    expect(await status()).toMatchObject({ creditBalance: 0 });
  });
});
