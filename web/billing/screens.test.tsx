import { screen as page, waitFor, within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { creditTransactions, paymentTransactions } from '#server/db/schema/billing.ts';
import { users } from '#server/db/schema/people.ts';
import {
  cancelSubscription,
  confirmPayment,
  createPaymentIntent,
  createSubscription,
  getConfig,
  getSubscriptionStatus,
  listLedger,
} from '#shared/contract/billing.ts';
import { aBrowser, type TestBrowser } from '#test/browser.ts';
import { pageNavigation } from '#web/lib/pageNavigation.ts';
import { freshBrowser, isOff } from '#web/lib/testing.ts';
import { openMoney } from './testing.tsx';

freshBrowser();

const message = (text: string) => page.findByText(text, { selector: 'div' });
const button = (name: string | RegExp) => page.findByRole('button', { name });
const leaving = () => vi.spyOn(pageNavigation, 'leaveTo').mockImplementation(() => undefined);
const section = async (name: string) => within(await page.findByRole('region', { name }));

async function fillCard(user: ReturnType<typeof openMoney>['user'], number: string): Promise<void> {
  await user.clear(await page.findByLabelText('Card number'));
  await user.type(page.getByLabelText('Card number'), number);
  await user.clear(page.getByLabelText('Expires'));
  await user.type(page.getByLabelText('Expires'), '04/39');
  await user.clear(page.getByLabelText('Security code'));
  await user.type(page.getByLabelText('Security code'), '318');
}

test('the subscribe page shows the plan, its price, and the label of the test mode', async () => {
  const { network } = openMoney(await aBrowser(), '/subscribe');
  const plan = await section('The plan');
  expect(plan.getByRole('heading').textContent).toBe('Cold Open, monthly');
  expect(plan.getByText(/per month/, { selector: 'p' }).textContent).toMatch(/^\$20 per month/);
  expect(plan.getByText('Cancel anytime')).toBeTruthy();
  expect(plan.getByText('Credits every month for everything that AI does beside you.')).toBeTruthy();
  expect(plan.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '1000 AI credits per month$20 value',
    ...['Unlimited script projects', 'AI dialogue generation', 'Voice synthesis for characters'],
    ...['Scene image generation', 'Real-time collaboration', 'Advanced export options', 'Priority support'],
  ]);
  expect(page.getByText(/agree to our terms and privacy policy.*account settings/)).toBeTruthy();
  expect(await page.findByText('Test mode')).toBeTruthy();
  await button('Subscribe for $20/month');
  expect(network.callsOf(createSubscription)).toHaveLength(1);
});

test('shows a spinner while the subscription starts; a failure is a card with retry and a toast', async () => {
  const browser = await aBrowser();
  const release = browser.network.hold(createSubscription);
  const reload = vi.spyOn(pageNavigation, 'reload').mockImplementation(() => undefined);
  const { user } = openMoney(browser, '/subscribe');
  await section('Payment');
  expect(page.getByText('Loading...')).toBeTruthy();
  release('rejected');
  const card = await section('Subscription Error');
  expect(card.getByRole('heading').textContent).toBe('Subscription Error');
  await message('Subscription Error');
  await user.click(card.getByRole('button', { name: 'Try Again' }));
  expect(reload).toHaveBeenCalledOnce();
});

test('reports a subscription without an answer on the card and in a toast', async () => {
  const browser = await aBrowser();
  browser.network.cut(createSubscription);
  openMoney(browser, '/subscribe');
  const card = await section('Subscription Error');
  expect(card.getByRole('alert').textContent).toBe('Failed to create subscription');
  await message('Failed to create subscription');
  expect(card.queryByRole('link')).toBeNull();
});

test("shows the server's message to a subscriber, with a link to the management", async () => {
  const browser = await aBrowser();
  const text = 'You already have an active subscription.';
  browser.network.reject(createSubscription, 'invalid', text);
  openMoney(browser, '/subscribe');
  const card = await section('Subscription Error');
  expect(card.getByText(text)).toBeTruthy();
  expect(card.getByRole('link', { name: 'Manage Subscription' }).getAttribute('href')).toBe('/billing');
});

test('shows why a card is declined; a payment returns to our dashboard', async () => {
  const left = leaving();
  const { user } = openMoney(await aBrowser(), '/subscribe');
  await fillCard(user, '4000000000000002');
  await user.click(await button('Subscribe for $20/month'));
  await message('Payment Failed');
  await message('Your card was declined.');
  await fillCard(user, '4242424242424242');
  await user.click(await button('Subscribe for $20/month'));
  await waitFor(() => expect(left).toHaveBeenCalledOnce());
  const address = new URL(left.mock.calls[0]?.[0] ?? '');
  expect(address.origin).toBe(window.location.origin);
  expect(`${address.pathname}${address.search}`).toMatch(
    /^\/dashboard\?payment=success&payment_intent=pi_test_\w+$/,
  );
  await button('Processing...');
});

test('rejects an invalid card before it is sent', async () => {
  const { user, network } = openMoney(await aBrowser(), '/subscribe');
  await user.type(await page.findByLabelText('Card number'), '4242');
  await user.click(await button('Subscribe for $20/month'));
  expect(await page.findByText('A card number has 16 digits.')).toBeTruthy();
  expect(page.getByText('Enter the three- or four-digit security code.')).toBeTruthy();
  expect(network.writes.filter(({ url }) => url.includes('test-confirm'))).toEqual([]);
});

test('reloads a page that the browser restores from before a payment', async () => {
  const reload = vi.spyOn(pageNavigation, 'reload').mockImplementation(() => undefined);
  openMoney(await aBrowser(), '/buy-credits');
  await button('Continue to Payment');
  const shown = (persisted: boolean) =>
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
  shown(false);
  expect(reload).not.toHaveBeenCalled();
  shown(true);
  expect(reload).toHaveBeenCalledOnce();
});

test('offers amounts in steps of $10 from $10 to $500, by presets and by a stepper', async () => {
  const { user } = openMoney(await aBrowser(), '/buy-credits');
  const amount = await section('Amount');
  const presets = amount.getAllByRole('button', { name: /credits$/ });
  expect(presets.map(({ textContent }) => textContent)).toEqual([
    ...['$10500 credits', '$201,000 credits', '$502,500 credits', '$1005,000 credits'],
  ]);
  const chosen = () => amount.getByRole('status').textContent;
  const [less, more] = [
    amount.getByRole('button', { name: '$10 less' }),
    amount.getByRole('button', { name: '$10 more' }),
  ];
  expect([chosen(), isOff(less), isOff(more)]).toEqual(['$10', true, false]);
  await user.click(more);
  expect([chosen(), isOff(less)]).toEqual(['$20', false]);
  await user.click(less);
  await user.click(less);
  expect(chosen()).toBe('$10');
  await user.click(presets[3] as HTMLElement);
  for (let i = 0; i < 50; i++) await user.click(more);
  expect([chosen(), isOff(more)]).toEqual(['$500', true]);
  for (const text of [
    ...['Amounts must be in $10 increments', '50 credits = $1', 'about 5 to 10 credits'],
    ...['about 20 to 30 credits', 'about 15 to 25 credits', 'about 10 to 20 credits'],
  ])
    expect(amount.getByText(text)).toBeTruthy();
});

test('continuing starts one payment, and another amount starts another', async () => {
  const browser = await aBrowser();
  const release = browser.network.hold(createPaymentIntent);
  const { user, network } = openMoney(browser, '/buy-credits');
  expect(await page.findByText(/^Select an amount and continue/)).toBeTruthy();
  expect(page.getByText('Credits are added immediately after payment.')).toBeTruthy();
  await user.click(await button(/^\$20 ?1,000 credits$/));
  await user.dblClick(await button('Continue to Payment'));
  await button('Preparing Payment...');
  release();
  await button('Purchase 1000 Credits for $20');
  expect(network.callsOf(createPaymentIntent).map(({ body }) => body)).toEqual([{ amount: 20 }]);
  expect(page.queryByText(/^Select an amount/)).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(page.getByLabelText('Card number')));
  await user.click(await button(/^\$50 ?2,500 credits$/));
  await button('Continue to Payment');
});

test('shows failures before the payment in a red box and in a toast', async () => {
  const browser = await aBrowser();
  browser.network.reject(createPaymentIntent, 'internal', 'Something went wrong. Please try again.', 1);
  browser.network.cut(createPaymentIntent, 1);
  const { user } = openMoney(browser, '/buy-credits');
  await user.click(await button('Continue to Payment'));
  expect((await page.findByRole('alert')).textContent).toBe('Failed to create payment intent');
  await user.click(await button('Continue to Payment'));
  await message('Payment Error');
  await waitFor(() =>
    expect(page.getByRole('alert').textContent).toBe('Something went wrong. Please try again.'),
  );
});

test('returns with the credits and the payment after the extra step', async () => {
  const left = leaving();
  const { user } = openMoney(await aBrowser(), '/buy-credits');
  await user.click(await button('Continue to Payment'));
  await fillCard(user, '4000002500003155');
  await user.click(await button('Purchase 500 Credits for $10'));
  await user.click(await button('Yes, pay'));
  await waitFor(() => expect(left).toHaveBeenCalledOnce());
  expect(left.mock.calls[0]?.[0]).toMatch(
    /^http:\/\/localhost(:\d+)?\/dashboard\?payment=success&credits=500&payment_intent=pi_test_\w+$/,
  );
});

/** Open the subscribe page with a fake of the provider's script. */
async function withProvider(confirmPayment: (order: never) => Promise<unknown>) {
  const browser = await aBrowser();
  browser.network.amend(getConfig, (config) => ({
    ...{ ...config, paymentsMode: 'stripe', stripePublishableKey: 'pk_test_1' },
  }));
  const ready = Promise.withResolvers<() => void>();
  const keys: string[] = [];
  const provider = (key: string) => {
    keys.push(key);
    const on = (event: string, listener: () => void) => event === 'ready' && ready.resolve(listener);
    const element = { mount: () => undefined, destroy: () => undefined, on };
    return { elements: () => ({ create: () => element }), confirmPayment };
  };
  vi.stubGlobal('Stripe', provider);
  const append = document.head.append.bind(document.head);
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    const [script] = nodes;
    if (!(script instanceof HTMLScriptElement)) return append(...nodes);
    expect(script.src).toBe('https://js.stripe.com/endive/stripe.js');
    script.dispatchEvent(new Event('load'));
  });
  return { ...openMoney(browser, '/subscribe'), ready: ready.promise, keys };
}

test("the provider's form is disabled until it is ready, and returns to our origin", async () => {
  const orders: { confirmParams: { return_url: string } }[] = [];
  const { user, ready, keys } = await withProvider(async (order) => {
    orders.push(order);
    return new Promise(() => undefined);
  });
  const subscribe = await button('Subscribe for $20/month');
  expect(isOff(subscribe)).toBe(true);
  const isReady = await ready;
  isReady();
  await waitFor(() => expect(isOff(subscribe)).toBe(false));
  expect(keys).toEqual(['pk_test_1']);
  await user.click(subscribe);
  await button('Processing...');
  const { origin } = window.location;
  expect(orders.map(({ confirmParams }) => confirmParams.return_url)).toEqual([
    `${origin}/dashboard?payment=success`,
  ]);
  expect(page.queryByText('Test mode')).toBeNull();
});

test.each([
  [
    'Payment Failed',
    'Your card has expired.',
    async () => ({ error: { message: 'Your card has expired.' } }),
  ],
  [
    'Payment Error',
    'An unexpected error occurred. Please try again.',
    async () => {
      throw new Error('out of order');
    },
  ],
])("reports %s of the provider's form: %s", async (title, text, confirm) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { user, ready } = await withProvider(confirm);
  (await ready)();
  const subscribe = await button('Subscribe for $20/month');
  await waitFor(() => expect(isOff(subscribe)).toBe(false));
  await user.click(subscribe);
  await message(title);
  await message(text);
  await button('Subscribe for $20/month');
});

async function subscribedTo({ db, people }: TestBrowser, status: string) {
  await db
    .update(users)
    .set({
      ...{ subscriptionStatus: status, stripeSubscriptionId: `sub_${people.olive.id}` },
      subscriptionCurrentPeriodEnd: new Date('2027-01-05T12:00:00Z'),
    })
    .where(eq(users.id, people.olive.id));
}

test('the billing page shows that there is no subscription and no payment, with links to subscribe and buy', async () => {
  openMoney(await aBrowser({ user: 'nell' }), '/billing');
  expect((await page.findAllByRole('heading', { level: 2 })).map(({ textContent }) => textContent)).toEqual([
    ...['Current credit balance', 'Subscription', 'Payment history'],
  ]);
  expect(await page.findByText("You don't have an active subscription")).toBeTruthy();
  expect(page.getByRole('link', { name: 'Subscribe' }).getAttribute('href')).toBe('/subscribe');
  expect(page.getByRole('link', { name: 'Buy More Credits' }).getAttribute('href')).toBe('/buy-credits');
  expect(await page.findByText('No payment history available')).toBeTruthy();
  expect(page.getByText('Empty')).toBeTruthy();
});

test.each([
  ['active', 'Next billing date January 5, 2027', true, 'check'],
  ['canceling', 'Ends on January 5, 2027', false, 'ending'],
  ['past_due', 'Next billing date January 5, 2027', false, 'alert'],
  ['trialing', 'Next billing date January 5, 2027', false, 'neutral'],
])('shows a subscription with the status %s and its date', async (status, date, canCancel, icon) => {
  const browser = await aBrowser();
  await subscribedTo(browser, status);
  openMoney(browser, '/billing');
  const part = await section('Subscription');
  expect(await part.findByText(date)).toBeTruthy();
  for (const text of [
    'Cold Open, monthly',
    '$20/month',
    '1000 credits per month included',
    status.replace('_', ' '),
  ])
    expect(part.getByText(text)).toBeTruthy();
  expect(document.querySelector(`[data-icon="${icon}"]`)).toBeTruthy();
  expect(part.queryByRole('button', { name: 'Cancel Subscription' }) !== null).toBe(canCancel);
  expect(part.queryByText('Subscription Ending') !== null).toBe(status === 'canceling');
  if (status === 'canceling')
    expect(
      part.getByText('Your subscription ends on January 5, 2027. Remaining credits stay usable until then.'),
    ).toBeTruthy();
});

test('cancelling shows a toast and refetches the status; a failure changes nothing', async () => {
  const browser = await aBrowser();
  openMoney(browser, '/subscribe');
  await button('Subscribe for $20/month');
  const begun = await browser.as('olive').post('/api/create-subscription');
  const { clientSecret } = begun.json();
  await browser.as('olive').post('/api/payments/test-confirm', { clientSecret, card: '4242424242424242' });
  document.body.replaceChildren();
  const { user, network } = openMoney(browser, '/billing');
  network.reject(cancelSubscription, 'upstream', '', 1);
  const cancel = async () => {
    await user.click(await button('Cancel Subscription'));
    const question = within(await page.findByRole('alertdialog', { name: 'Cancel subscription' }));
    expect(
      question.getByText(
        /^Your subscription lasts until \w+ \d+, \d{4} and is not renewed\. Remaining credits stay usable until then\.$/,
      ),
    ).toBeTruthy();
    expect(document.activeElement).toBe(question.getByRole('button', { name: 'Keep Subscription' }));
    return question;
  };
  await cancel();
  await user.keyboard('{Enter}');
  expect(network.callsOf(cancelSubscription)).toEqual([]);
  await user.click((await cancel()).getByRole('button', { name: 'Cancel Subscription' }));
  await message('Failed to cancel subscription');
  const before = network.callsOf(getSubscriptionStatus).length;
  const release = network.hold(cancelSubscription);
  await user.click((await cancel()).getByRole('button', { name: 'Cancel Subscription' }));
  await button('Canceling...');
  release();
  await message('Subscription Canceled');
  await message('Your subscription will end at the current billing period.');
  expect(await page.findByText('Subscription Ending')).toBeTruthy();
  expect(network.callsOf(getSubscriptionStatus)).toHaveLength(before + 1);
  expect(page.queryByRole('button', { name: 'Cancel Subscription' })).toBeNull();
});

test('lists payments with granted credits and refunds, and shows owed credits', async () => {
  const browser = await aBrowser();
  const { db, people } = browser;
  const userId = people.olive.id;
  await db.insert(paymentTransactions).values([
    {
      ...{ userId, paymentType: 'credit_purchase', amount: 20, creditsGranted: 1000, status: 'succeeded' },
      ...{ description: '1,000 credits', amountReturned: 5, creditsReclaimed: 250, creditsTaken: 250 },
      createdAt: new Date('2026-01-05T09:00:00Z'),
    },
    {
      userId,
      paymentType: 'subscription',
      amount: 20,
      status: 'failed',
      description: 'Monthly subscription',
    },
    { userId, paymentType: 'credit_purchase', amount: 50, status: 'pending', description: 'Never paid' },
  ]);
  await db.update(users).set({ creditsOwed: 12.5 }).where(eq(users.id, userId));
  openMoney(browser, '/billing');
  const rows = (await (await section('Payment history')).findAllByRole('row')).map((row) => row.textContent);
  expect(rows).toHaveLength(3);
  expect(rows[1]).toMatch(/Monthly subscriptionsubscriptionfailed\$20\.00$/);
  expect(rows[2]).toMatch(
    /^Jan 5, 2026, \d\d:00.*1,000 creditscredit purchasesucceeded\+1,000 credits\$20\.00\$5\.00 went back$/,
  );
  expect(page.getByText(/^You owe 12\.5 credits:/)).toBeTruthy();
});

test('reports a failed load, and offers a retry', async () => {
  const browser = await aBrowser();
  browser.network.reject(getSubscriptionStatus, 'internal', undefined, 1);
  const { user } = openMoney(browser, '/billing');
  expect(await page.findByText('Your balance could not be loaded.')).toBeTruthy();
  await user.click(page.getAllByRole('button', { name: 'Try again' })[0] as HTMLElement);
  expect(await page.findByText('500')).toBeTruthy();
});

test('pages and exports the ledger with the same filter', async () => {
  const browser = await aBrowser();
  const { db, people } = browser;
  await db.insert(creditTransactions).values(
    Array.from({ length: 60 }, (_, i) => ({
      ...{ userId: people.olive.id, type: 'usage' as const, amount: -0.5, creditsAfter: 400 - i },
      description: `Use ${i}`,
    })),
  );
  const { user, network } = openMoney(browser, '/billing/credits');
  const part = await section('Transactions');
  expect(await part.findByText('Use 59')).toBeTruthy();
  expect(part.getAllByRole('row')).toHaveLength(51);
  await user.click(part.getByRole('button', { name: 'Show older' }));
  expect(await part.findByText('Welcome')).toBeTruthy();
  expect(part.getAllByRole('row')).toHaveLength(62);
  await user.selectOptions(part.getByLabelText('Kind'), 'admin_grant');
  await waitFor(() => expect(part.getAllByRole('row')).toHaveLength(2));
  expect(part.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toBe(
    '/api/user/credit-ledger.csv?type=admin_grant',
  );
  await user.selectOptions(part.getByLabelText('Kind'), 'purchase');
  expect(await part.findByText('Nothing matches.')).toBeTruthy();
  expect(network.callsOf(listLedger).at(-1)?.url).toContain('type=purchase');
  expect(await page.findByText('Other: deleted projects, projects you left, or no project')).toBeTruthy();
});

test.each([
  ['succeeded', 'credit_purchase', 'Payment successful', '1,000 credits have been added to your balance.'],
  ['succeeded', 'subscription', 'Payment successful', 'Your subscription is active.'],
  ['processing', null, 'Your payment is being processed.', null],
  ['failed', 'credit_purchase', 'Payment Failed', 'The payment did not go through. Please try again.'],
])('shows on return from a payment that is %s (%s): %s', async (status, paymentType, title, text) => {
  const browser = await aBrowser();
  const reply = { status, paymentType, creditsGranted: 1000, creditBalance: 1500 };
  browser.network.interrupt(confirmPayment, () => Response.json(reply));
  const { network } = openMoney(browser, '/dashboard?payment=success&credits=9&payment_intent=pi_1');
  await message(title);
  if (text !== null) await message(text);
  expect(network.callsOf(confirmPayment).map(({ body }) => body)).toEqual([{ paymentIntentId: 'pi_1' }]);
  await waitFor(() => expect(window.location.search).toBe(''));
  expect(await page.findByRole('heading', { name: 'Projects' })).toBeTruthy();
});

test('ignores a return address without a payment, and explains an unconfirmed payment', async () => {
  const browser = await aBrowser();
  const { network } = openMoney(browser, '/dashboard?payment=success&credits=5000');
  expect(await page.findByRole('heading', { name: 'Projects' })).toBeTruthy();
  await waitFor(() => expect(window.location.search).toBe(''));
  expect(network.callsOf(confirmPayment)).toEqual([]);
  document.body.replaceChildren();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  network.cut(confirmPayment, 1);
  openMoney(browser, `/dashboard/${browser.code}?payment=success&payment_intent=pi_1`);
  await message('Payment not confirmed yet');
});
