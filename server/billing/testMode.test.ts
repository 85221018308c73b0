import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { userActivityLogs } from '#server/db/schema/activity.ts';
import { creditTransactions, paymentTransactions } from '#server/db/schema/billing.ts';
import { outbox, users } from '#server/db/schema/people.ts';
import { anApp, type Caller, type TestApp } from '#test/app.ts';
import { errorsInBooks } from '#test/ledger.ts';
import { newWorldTest as test } from '#test/serverTest.ts';

/* Paying with made-up cards: the whole way of the money without a provider. */

const visa = '4242424242424242';
const pay = (caller: Caller, clientSecret: string, card = visa, more = {}) =>
  caller.post('/api/payments/test-confirm', { clientSecret, card, ...more });
const mails = async (server: TestApp) => (await server.db.select().from(outbox)).map(({ to }) => to);
const lines = (server: TestApp, userId: string) =>
  server.db
    .select()
    .from(creditTransactions)
    .where(eq(creditTransactions.userId, userId))
    .orderBy(creditTransactions.id);

async function subscribed(caller: Caller): Promise<void> {
  const begun = await caller.post('/api/create-subscription');
  expect((await pay(caller, begun.json().clientSecret)).statusCode).toBe(200);
}

test('GET /api/config returns the configuration to everybody, without secrets', async ({ server }) => {
  const answer = await server.visitor.get('/api/config');
  expect(answer.json()).toEqual({ stripePublishableKey: null, paymentsMode: 'test', aiMode: 'simulated' });
});

describe('purchase of credits', () => {
  const buy = async (nell: Caller, amount = 20) =>
    (await nell.post('/api/create-payment-intent', { amount })).json();

  test('grants 1,000 credits for $20, once, with a receipt', async ({ server, world, nell }) => {
    const bought = await buy(nell);
    expect(bought).toMatchObject({ amount: 20, credits: 1000 });
    expect((await nell.get('/api/user/credits')).json()).toMatchObject({ creditBalance: 0 });
    const paid = await pay(nell, bought.clientSecret);
    expect(paid.json()).toEqual({ status: 'succeeded', paymentIntentId: bought.paymentIntentId });
    for (let i = 0; i < 2; i++) {
      const { paymentIntentId } = bought;
      const confirmed = await nell.post('/api/payments/confirm', { paymentIntentId });
      expect(confirmed.json()).toEqual({
        ...{ status: 'succeeded', paymentType: 'credit_purchase', creditsGranted: 1000, creditBalance: 1000 },
      });
    }
    expect(await lines(server, world.nell.id)).toMatchObject([
      {
        type: 'purchase',
        amount: 1000,
        creditsAfter: 1000,
        description: '1,000 credits bought',
        costInUsd: 20,
      },
    ]);
    expect(await mails(server)).toEqual([world.nell.email]);
    const [row] = (await nell.get('/api/payment-history')).json();
    expect(row).toMatchObject({
      ...{ description: '1,000 credits', status: 'succeeded', amount: 20, creditsGranted: 1000 },
      ...{ paymentType: 'credit_purchase', amountReturned: 0 },
    });
    expect(await errorsInBooks(server.db)).toEqual([]);
  });

  test('can be paid with another card after a declined one', async ({ nell }) => {
    const { clientSecret, paymentIntentId } = await buy(nell, 30);
    const declined = await pay(nell, clientSecret, '4000000000000002');
    expect([declined.statusCode, declined.json().message]).toEqual([402, 'Your card was declined.']);
    expect((await pay(nell, clientSecret, '4000000000009995')).json().message).toBe(
      'Your card has insufficient funds.',
    );
    const failed = await nell.post('/api/payments/confirm', { paymentIntentId });
    expect(failed.json()).toMatchObject({ status: 'failed', creditsGranted: 0, creditBalance: 0 });
    expect((await nell.get('/api/payment-history')).json()).toMatchObject([{ status: 'failed' }]);
    await pay(nell, clientSecret);
    expect((await nell.get('/api/payment-history')).json()).toMatchObject([
      { status: 'succeeded', creditsGranted: 1500 },
    ]);
  });

  test('is paid after the authentication that the card requires', async ({ nell }) => {
    const { clientSecret, paymentIntentId } = await buy(nell, 10);
    const challenged = await pay(nell, clientSecret, '4000002500003155');
    expect(challenged.json()).toEqual({ status: 'pending', paymentIntentId, requiresAction: true });
    expect((await nell.get('/api/user/credits')).json().creditBalance).toBe(0);
    const done = await pay(nell, clientSecret, '4000002500003155', { authenticated: true });
    expect(done.json().status).toBe('succeeded');
    expect((await nell.get('/api/user/credits')).json().creditBalance).toBe(500);
  });

  test.for([
    [9, 'Amount must be between $10 and $500.'],
    [510, 'Amount must be between $10 and $500.'],
    [-10, 'Amount must be between $10 and $500.'],
    [0, 'Amount must be between $10 and $500.'],
    [15, 'Amounts must be in $10 increments'],
    [10.5, 'Amounts must be in $10 increments'],
    ['10', 'Amount must be between $10 and $500.'],
    [null, 'Amount must be between $10 and $500.'],
    [undefined, 'Amount must be between $10 and $500.'],
  ] as const)('an amount of %o is rejected: %s', async ([amount, message], { server, nell }) => {
    const rejected = await nell.post('/api/create-payment-intent', { amount });
    expect([rejected.statusCode, rejected.json().message]).toEqual([400, message]);
    expect(await server.db.$count(paymentTransactions)).toBe(0);
  });

  test('cannot be paid or confirmed by another user', async ({ server, world, nell }) => {
    const { clientSecret, paymentIntentId } = await buy(nell);
    const sam = server.as(world.sam);
    expect((await pay(sam, clientSecret)).statusCode).toBe(404);
    expect((await sam.post('/api/payments/confirm', { paymentIntentId })).statusCode).toBe(404);
    await pay(nell, clientSecret);
    expect((await sam.post('/api/payments/confirm', { paymentIntentId })).statusCode).toBe(404);
    expect((await nell.post('/api/payments/confirm', { paymentIntentId: 'pi_made_up' })).statusCode).toBe(
      404,
    );
    expect((await nell.post('/api/payments/confirm', { paymentIntentId: 'pi/../x' })).statusCode).toBe(400);
    expect((await sam.get('/api/user/credits')).json().creditBalance).toBe(500);
  });

  test('rejects unknown card numbers', async ({ nell }) => {
    const { clientSecret } = await buy(nell);
    for (const card of ['4111111111111111', '4242', 'x'.repeat(16), 4242424242424242]) {
      const rejected = await pay(nell, clientSecret, card as string);
      expect([rejected.statusCode, rejected.json().message]).toEqual([400, 'Your card number is invalid.']);
    }
  });
});

describe('subscription', () => {
  const status = async (nell: Caller) => (await nell.get('/api/subscription-status')).json();

  test('is started once, however often the page is loaded, and in two tabs', async ({ nell }) => {
    const [one, two] = await Promise.all([
      nell.post('/api/create-subscription'),
      nell.post('/api/create-subscription'),
    ]);
    const again = await nell.post('/api/create-subscription');
    expect(one.json()).toEqual(two.json());
    expect(again.json()).toEqual(one.json());
    expect(await status(nell)).toEqual({
      ...{ creditBalance: 0, creditsOwed: 0, hasSubscription: false, stripeSubscription: null },
    });
  });

  test('grants 1,000 credits when it is paid, and a second one is rejected', async ({
    server,
    world,
    nell,
  }) => {
    await subscribed(nell);
    expect(await status(nell)).toMatchObject({
      ...{ creditBalance: 1000, hasSubscription: true },
      stripeSubscription: { status: 'active', cancelAtPeriodEnd: false },
    });
    expect((await nell.get('/api/auth/user')).json().subscriptionStatus).toBe('active');
    const rejected = await nell.post('/api/create-subscription');
    expect([rejected.statusCode, rejected.json().message]).toEqual([
      400,
      'You already have an active subscription.',
    ]);
    expect(await lines(server, world.nell.id)).toMatchObject([{ type: 'subscription', amount: 1000 }]);
  });

  test('is renewed at the end of its period, ends then when cancelled, and can be started again', async ({
    server,
    world,
    nell,
  }) => {
    await subscribed(nell);
    await nell.post('/api/payments/test-period');
    expect(await status(nell)).toMatchObject({
      creditBalance: 2000,
      stripeSubscription: { status: 'active' },
    });

    for (let i = 0; i < 2; i++) {
      const cancelled = await nell.post('/api/cancel-subscription');
      expect(cancelled.json()).toMatchObject({
        ...{ success: true, stripeSubscription: { status: 'canceling', cancelAtPeriodEnd: true } },
      });
    }
    // Two receipts, and once the news that it will end.
    expect(await mails(server)).toHaveLength(3);
    const acts = await server.db
      .select()
      .from(userActivityLogs)
      .where(eq(userActivityLogs.action, 'billing.cancel'));
    expect(acts).toHaveLength(1);
    expect((await nell.post('/api/create-subscription')).statusCode).toBe(400);

    await nell.post('/api/payments/test-period');
    expect(await status(nell)).toMatchObject({
      creditBalance: 2000,
      hasSubscription: false,
      stripeSubscription: null,
    });
    const [user] = await server.db.select().from(users).where(eq(users.id, world.nell.id));
    expect(user?.subscriptionStatus).toBe('canceled');
    await subscribed(nell);
    expect(await status(nell)).toMatchObject({
      creditBalance: 3000,
      stripeSubscription: { status: 'active' },
    });
    expect(await errorsInBooks(server.db)).toEqual([]);
  });

  test('cannot be cancelled when there is none', async ({ nell }) => {
    const rejected = await nell.post('/api/cancel-subscription');
    expect([rejected.statusCode, rejected.json().message]).toEqual([400, 'No active subscription found.']);
  });

  test('is renewed by the test clock', async ({ server, nell }) => {
    await subscribed(nell);
    await server.payments.test?.endPeriods(new Date(Date.now() + 20 * 86_400_000));
    const inTime = new Date(Date.now() + 32 * 86_400_000);
    await server.paymentWorker.apply((await server.payments.test?.endPeriods(inTime)) ?? []);
    expect(await status(nell)).toMatchObject({ creditBalance: 2000 });
  });
});

test('payments are unavailable without keys in production, without a test mode', async ({
  server,
  world,
}) => {
  const production = await anApp({ NODE_ENV: 'production' }, undefined, {
    database: { db: server.db, type: 'embedded', close: async () => undefined },
  });
  const caller = production.as(world.nell);
  expect((await caller.get('/api/config')).json().paymentsMode).toBe('off');
  for (const [url, body] of [
    ['/api/create-subscription', {}],
    ['/api/create-payment-intent', { amount: 10 }],
  ] as const) {
    const rejected = await caller.post(url, body);
    expect([rejected.statusCode, rejected.json().message]).toEqual([503, 'Payments are not configured.']);
  }
  expect((await pay(caller, 'pi_test_x_secret_test')).statusCode).toBe(404);
  expect((await caller.post('/api/payments/test-period')).statusCode).toBe(404);
  await production.app.close();
});
