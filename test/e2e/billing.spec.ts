import { type BrowserContext, expect, type Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { seedPrices } from '#server/ai/prices.ts';
import { creditTransactions, paymentTransactions } from '#server/db/schema/billing.ts';
import { users } from '#server/db/schema/people.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import { type ScriptedModels, scriptedModels } from '#test/models.ts';
import { aStripeServer, type StripeServer, signedEvent, stripeSettings } from '#test/stripe/server.ts';
import { aWorld, type Name, type World } from '#test/world.ts';
import { checkScreen } from './checkScreen.ts';
import { test, visitor } from './fixtures.ts';
import { browserOptionsOf, looks, storedTheme } from './looks.ts';
import { anOwnApp, type OwnApp } from './ownApp.ts';
import { fakeProvider } from './paymentProvider.ts';

/* Payments in test mode, and with a fake of the provider at the provider's own URLs. */

interface Shop extends OwnApp {
  world: World;
  models: ScriptedModels;
}

let shop: Shop;
let stripe: StripeServer;
let stripeShop: Shop;

async function aShop(variables: Record<string, string> = {}): Promise<Shop> {
  const models = scriptedModels();
  const app = await anOwnApp(variables, models);
  await seedPrices(app.db, app.env);
  const world = await aWorld(app.db);
  return { ...app, world, models };
}

test.beforeAll(async () => {
  stripe = await aStripeServer();
  shop = await aShop();
  stripeShop = await aShop(stripeSettings(stripe));
  stripe.books.onEvent = (event) => void stripeShop.app.inject(signedEvent(event));
});
test.afterAll(async () => {
  await shop.close();
  await stripeShop.close();
  await stripe.close();
});
test.use({ storageState: visitor });

async function signedIn(context: BrowserContext, { enter, world }: Shop, name: Name): Promise<void> {
  await enter(context, world[name]);
}

async function ask(page: Page, { url, world }: Shop): Promise<void> {
  await page.goto(`${url}/projects/${encodeProjectId(world.project.id)}`);
  await page.getByRole('article').getByText('Rain on black water').hover();
  await page.getByRole('button', { name: 'Ask assistant' }).click();
  const panel = page.getByRole('complementary', { name: 'Side panel' });
  await panel.getByRole('button', { name: 'Make this more visual' }).click();
  await expect(panel.getByText('Forty-one.', { exact: true })).toBeVisible();
  // The answer appears while it is written; it is charged when it ends.
  await expect(panel.getByRole('button', { name: 'Stop' })).toHaveCount(0);
}

const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first();
const number = (page: Page, figure: string) => page.getByText(figure, { exact: true }).first();

/** Cancel the subscription on the billing page and confirm. */
async function cancelSubscription(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cancel Subscription' }).click();
  const question = page.getByRole('alertdialog', { name: 'Cancel subscription' });
  await question.getByRole('button', { name: 'Cancel Subscription' }).click();
}

test('subscribes in test mode; the assistant costs credits, the ledger lists them, and a cancelled period ends', async ({
  page,
  context,
  browserConsole,
}) => {
  await signedIn(context, shop, 'olive');
  await test.step('pay with another card after one is declined', async () => {
    await page.goto(`${shop.url}/account`);
    await page.getByRole('link', { name: 'Subscription', exact: true }).click();
    await expect(page.getByText('Test mode', { exact: true })).toBeVisible();
    await page.getByLabel('Card number').fill('4000000000000002');
    await page.getByLabel('Expires').fill('04 / 39');
    await page.getByLabel('Security code').fill('318');
    browserConsole.expectFailedRequests(/test-confirm$/);
    await page.getByRole('button', { name: 'Subscribe for $20/month' }).click();
    await expect(toast(page, 'Payment Failed')).toBeVisible();
    await expect(page.getByText('Your card was declined.').first()).toBeVisible();
    await page.getByLabel('Card number').fill('4242424242424242');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${shop.url}/dashboard`);
    await expect(toast(page, 'Payment successful')).toBeVisible();
    await expect(page.getByText('Your subscription is active.').first()).toBeVisible();
  });
  await test.step('ask the assistant and find its cost in the ledger', async () => {
    await ask(page, shop);
    await page.goto(`${shop.url}/billing/credits`);
    const lines = page.getByRole('region', { name: 'Transactions' }).getByRole('row');
    await expect(lines.nth(1)).toContainText('Night Ferry');
    await expect(lines.nth(1)).toContainText('−2.50');
    await expect(lines.nth(2)).toContainText('+1,000.00');
    await expect(page.getByRole('region', { name: 'By project' }).getByRole('row').nth(1)).toContainText(
      '2.50',
    );
    await page.getByLabel('Kind').selectOption('subscription');
    await expect(lines).toHaveCount(2);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('Cold_Open_credits.csv');
  });
  await test.step('cancel the subscription, which ends with its period', async () => {
    await page.goto(`${shop.url}/billing`);
    await expect(number(page, '1,497.5')).toBeVisible();
    await cancelSubscription(page);
    await expect(toast(page, 'Subscription Canceled')).toBeVisible();
    await expect(page.getByText('Subscription Ending')).toBeVisible();
    await expect(page.getByText(/^Ends on \w+ \d+, \d{4}$/)).toBeVisible();
    await page.getByRole('button', { name: /end this period now/ }).click();
    await expect(page.getByText("You don't have an active subscription")).toBeVisible();
    await expect(number(page, '1,497.5')).toBeVisible();
  });
});

test('buys credits in test mode with a card that requires authentication', async ({ page, context }) => {
  await signedIn(context, shop, 'nell');
  await page.goto(`${shop.url}/buy-credits`);
  await page.getByRole('button', { name: '$20 1,000 credits' }).click();
  await page.getByRole('button', { name: '$10 more' }).click();
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await page.getByLabel('Card number').fill('4000 0025 0000 3155');
  await page.getByLabel('Expires').fill('0439');
  await page.getByLabel('Security code').fill('318');
  await page.getByRole('button', { name: 'Purchase 1500 Credits for $30' }).click();
  await page.getByRole('dialog', { name: 'Is it you?' }).getByRole('button', { name: 'No, stop' }).click();
  await page.getByRole('button', { name: 'Purchase 1500 Credits for $30' }).click();
  await page.getByRole('button', { name: 'Yes, pay' }).click();
  await expect(page.getByText('1,500 credits have been added to your balance.').first()).toBeVisible();
  // Going back, a reload or a URL typed by hand adds no credits.
  await page.goBack();
  await page.goto(`${shop.url}/dashboard?payment=success&credits=5000`);
  await expect(page).toHaveURL(`${shop.url}/dashboard`);
  await page.goto(`${shop.url}/billing`);
  await expect(number(page, '1,500')).toBeVisible();
});

test("subscribes with the provider's form, asks, cancels, and the provider ends the period", async ({
  page,
  context,
}) => {
  await fakeProvider(page, stripe.books);
  await signedIn(context, stripeShop, 'olive');
  await page.goto(`${stripeShop.url}/subscribe`);
  await expect(page.getByText('Test mode', { exact: true })).toBeHidden();
  const card = page.getByLabel("Card of the provider's form");
  await expect(card).toHaveAttribute('data-key', 'pk_test_of_the_double');
  const subscribe = page.getByRole('button', { name: 'Subscribe for $20/month' });
  await card.fill('4000000000000002');
  await subscribe.click();
  await expect(toast(page, 'Payment Failed')).toBeVisible();
  await card.fill('4242424242424242');
  await subscribe.click();
  await expect(page).toHaveURL(`${stripeShop.url}/dashboard`);
  await expect(page.getByText('Your subscription is active.').first()).toBeVisible();
  await ask(page, stripeShop);
  await page.goto(`${stripeShop.url}/billing`);
  await expect(number(page, '1,497.5')).toBeVisible();
  await cancelSubscription(page);
  await expect(page.getByText('Subscription Ending')).toBeVisible();
  stripe.books.advance(31);
  await expect
    .poll(async () => {
      const answer = await page.request.get(`${stripeShop.url}/api/subscription-status`);
      return (await answer.json()).hasSubscription;
    })
    .toBe(false);
  await page.reload();
  await expect(page.getByText("You don't have an active subscription")).toBeVisible();
  expect(stripe.problems).toEqual([]);
});

test("buys credits with the provider's form and the bank's page, and reclaims them after a refund", async ({
  page,
  context,
}) => {
  await fakeProvider(page, stripe.books);
  await signedIn(context, stripeShop, 'sam');
  await page.goto(`${stripeShop.url}/buy-credits`);
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await page.getByLabel("Card of the provider's form").fill('4000002500003155');
  await page.getByRole('button', { name: 'Purchase 500 Credits for $10' }).click();
  await page.frameLocator('iframe[title="Your bank"]').getByRole('link', { name: 'Yes, it is me' }).click();
  await expect(page.getByText('500 credits have been added to your balance.').first()).toBeVisible();
  const intent = [...stripe.books.intents.values()].findLast(({ status }) => status === 'succeeded');
  stripe.books.refund(intent?.id ?? '', 1000);
  await expect
    .poll(
      async () => (await (await page.request.get(`${stripeShop.url}/api/user/credits`)).json()).creditBalance,
    )
    .toBe(500);
  await page.goto(`${stripeShop.url}/billing`);
  await expect(page.getByText('$10.00 went back')).toBeVisible();
});

test('relaxes the content security policy on payment pages only', async ({ page, context }) => {
  const policyOf = async ({ url }: Shop, path: string) => {
    const answer = await page.request.get(`${url}${path}`, { headers: { accept: 'text/html' } });
    return answer.headers()['content-security-policy'] ?? '';
  };
  await signedIn(context, stripeShop, 'vic');
  for (const path of ['/subscribe', '/buy-credits', '/buy-credits/'])
    expect(await policyOf(stripeShop, path)).toContain('https://js.stripe.com');
  for (const path of ['/', '/billing', '/billing/credits', '/account', '/dashboard', '/subscribe/x'])
    expect(await policyOf(stripeShop, path)).not.toContain('stripe');
  await context.clearCookies();
  await signedIn(context, shop, 'vic');
  expect(await policyOf(shop, '/subscribe')).not.toContain('stripe');
});

/**
 * Fill the account of a user who has paid for years and was refunded after spending the credits.
 */
async function fillAccount({ db, world }: Shop): Promise<void> {
  const { id } = world.ada;
  const from = Date.now() - 60 * 86_400_000;
  await db.insert(paymentTransactions).values(
    Array.from({ length: 30 }, (_, i) => ({
      ...{ userId: id, paymentType: i % 3 ? ('subscription' as const) : ('credit_purchase' as const) },
      ...{ amount: i % 3 ? 20 : 500, creditsGranted: i % 7 ? (i % 3 ? 1000 : 25_000) : 0 },
      ...{
        status: i % 7 ? ('succeeded' as const) : ('failed' as const),
        stripePaymentIntentId: `pi_old_${i}`,
      },
      ...{ description: i % 3 ? 'Monthly subscription' : '25,000 credits', amountReturned: i === 1 ? 20 : 0 },
      createdAt: new Date(from + i * 86_400_000),
    })),
  );
  await db.insert(creditTransactions).values(
    Array.from({ length: 120 }, (_, i) => ({
      ...{
        userId: id,
        type: i % 3 ? ('usage' as const) : ('purchase' as const),
        creditsAfter: 9_999_999.99 - i,
      },
      ...{ amount: i % 3 ? -1234.56 : 25_000, aiService: 'openai', aiFeature: 'image_generation' },
      description: `Scene ${i} image, a project whose name is long and goes on and on without any end in sight`,
    })),
  );
  await db.update(users).set({ creditBalance: 9_999_999.99, creditsOwed: 1234.5 }).where(eq(users.id, id));
}

const pastDue = {
  ...{ subscriptionStatus: 'past_due', stripeSubscriptionId: null },
  subscriptionCurrentPeriodEnd: new Date(Date.now() + 12 * 86_400_000),
};

test.describe('payment screens', () => {
  test.beforeAll(() => fillAccount(shop));
  for (const look of looks) {
    test.describe(look.name, () => {
      test.use(browserOptionsOf(look));
      test('pass all checks, empty and overfull', async ({ browser }) => {
        for (const name of ['cora', 'ada'] as const) {
          const storageState = { cookies: [], origins: storedTheme(shop.url, look.theme) };
          const { contextOptions } = browserOptionsOf(look);
          const context = await browser.newContext({
            ...contextOptions,
            viewport: look.viewport,
            storageState,
          });
          const page = await context.newPage();
          await signedIn(context, shop, name);
          const pages = [
            ['subscribe', 'Subscribe for $20/month', 'button'],
            ['billing', 'Payment history', 'heading'],
            ['billing/credits', 'By project', 'heading'],
            ['buy-credits', 'Continue to Payment', 'button'],
          ] as const;
          // Prices are the same for both users.
          const own = name === 'ada' ? pages.filter(([path]) => path !== 'buy-credits') : pages;
          for (const [path, text, role] of own) {
            // Undo what the previous page has started.
            if (name === 'ada')
              await shop.db.update(users).set(pastDue).where(eq(users.id, shop.world.ada.id));
            await page.goto(`${shop.url}/${path}`);
            await expect(page.getByRole(role, { name: text })).toBeVisible();
            await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
            await checkScreen(page, `${path.replace('/', '-')}-${name}-${look.name}`);
          }
          if (name === 'cora') {
            await page.getByRole('button', { name: 'Continue to Payment' }).click();
            await expect(page.getByLabel('Card number')).toBeVisible();
            await checkScreen(page, `buy-credits-form-${look.name}`);
          } else {
            const paying = { ...pastDue, subscriptionStatus: 'active' };
            await shop.db.update(users).set(paying).where(eq(users.id, shop.world.ada.id));
            await page.goto(`${shop.url}/billing`);
            await page.getByRole('button', { name: 'Cancel Subscription' }).click();
            await expect(page.getByRole('button', { name: 'Keep Subscription' })).toBeFocused();
            await checkScreen(page, `cancel-subscription-${look.name}`);
          }
          await context.close();
        }
      });
    });
  }
});
