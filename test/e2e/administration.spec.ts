import { expect } from '@playwright/test';
import { seedPrices } from '#server/ai/prices.ts';
import { aiServicePricing } from '#server/db/schema/billing.ts';
import { aUser } from '#test/factories.ts';
import { anOpenAiServer, type OpenAiServer, streamsText } from '#test/openaiServer.ts';
import { checkScreen } from './checkScreen.ts';
import { watchConsole } from './console.ts';
import { test, visitor } from './fixtures.ts';
import { anOwnApp, type OwnApp } from './ownApp.ts';
import { importProject, scriptAddress } from './projects.ts';

/*
 * An administrator changes a price and grants credits. A writer's next question costs the new
 * price, and the writer's own spending limit applies immediately.
 */

const model = 'gpt-6.1-terra';
const script = {
  name: 'car-deck.fountain',
  mimeType: 'text/plain',
  buffer: Buffer.from('INT. CAR DECK - NIGHT\n\nA torch.\n'),
};

let provider: OpenAiServer;
let app: OwnApp;

test.beforeAll(async () => {
  provider = await anOpenAiServer();
  app = await anOwnApp({
    ADMIN_EMAILS: 'ada@example.com',
    OPENAI_BASE_URL: provider.url,
    OPENAI_CHAT_MODEL: model,
  });
  const fixed = { service: 'openai', model, pricingType: 'per_request' } as const;
  await app.db.insert(aiServicePricing).values({ ...fixed, fixedCostPerRequest: 0.15 });
  await seedPrices(app.db, app.env);
});
test.afterAll(async () => {
  await app.close();
  await provider.close();
});
// The context for beforeAll is created before `app` is set.
test.use({ storageState: visitor, baseURL: async ({ browserName: _ }, use) => use(app?.url) });

test('charges the next question at a price that an administrator has changed, and lists it in the ledger', async ({
  browser,
  page: admin,
}) => {
  const writerContext = await browser.newContext();
  const writerConsole = watchConsole(writerContext);
  const writer = await writerContext.newPage();
  await app.enter(admin.context(), await aUser(app.db, { email: 'ada@example.com' }));
  const olive = await aUser(app.db, { email: 'olive@example.com', firstName: 'Olive' });
  await app.enter(writerContext, olive);
  const project = await importProject(writer.request, script);
  const panel = writer.getByRole('complementary', { name: 'Side panel' });
  const ask = async () => {
    provider.next(streamsText('Counting.'));
    await panel.getByRole('textbox', { name: 'Ask the assistant' }).fill('Why a torch?');
    await panel.getByRole('textbox', { name: 'Ask the assistant' }).press('Enter');
  };

  await test.step('give Olive credits with a reason', async () => {
    await admin.goto('/admin-dashboard?tab=credits');
    await admin.getByRole('button', { name: 'Give credits to olive@example.com' }).click();
    await admin.getByRole('spinbutton', { name: 'Credits' }).fill('50');
    await admin.getByLabel('Reason').fill('For a start');
    await admin.getByLabel('Reason').press('Enter');
    await expect(admin.getByText('The balance is 50 now.').first()).toBeVisible();
    await expect(admin.getByRole('region', { name: 'Credit statistics' })).toContainText('50');
  });

  await test.step('ask at the old price', async () => {
    await writer.goto(`${scriptAddress(project)}?panel=chat&assistantTab=chat`);
    await expect(panel.getByText('7.5 credits', { exact: true }).last()).toBeVisible();
    await ask();
    await expect(panel.getByText('42.5 credits left')).toBeVisible();
  });

  await test.step('change the price by keyboard', async () => {
    await admin.getByRole('tab', { name: 'Pricing' }).click();
    await admin.getByRole('button', { name: `Edit ${model}` }).focus();
    await admin.keyboard.press('Enter');
    await expect(admin.getByRole('textbox', { name: 'Fixed, $ per request' })).toBeFocused();
    await admin.keyboard.press('ControlOrMeta+A');
    await admin.keyboard.type('0.2');
    await admin.keyboard.press('Tab');
    await admin.keyboard.type('Provider tier changed');
    await admin.keyboard.press('Enter');
    await expect(admin.getByRole('row', { name: new RegExp(`^openai ${model}.*0\\.2000`) })).toBeVisible();
    await expect(
      admin.getByRole('row', { name: /fixed 0\.1500 to 0\.2000.*Provider tier changed.*ada@/ }),
    ).toBeVisible();
  });

  await test.step('ask at the new price', async () => {
    await writer.reload();
    await expect(panel.getByText('10 credits', { exact: true }).last()).toBeVisible();
    await ask();
    await expect(panel.getByText('32.5 credits left')).toBeVisible();
    await writer.goto('/account');
    const ledger = writer.getByRole('region', { name: 'Credit history' });
    await expect(ledger.getByRole('row').nth(1)).toContainText('10.00');
    await expect(ledger.getByRole('row').nth(2)).toContainText('7.50');
    await expect(ledger.getByRole('row').nth(3)).toContainText('+50.00');
  });

  await test.step('set a spending limit that applies immediately and says what to do', async () => {
    const limit = writer.getByRole('region', { name: 'Monthly limit' });
    await expect(limit.getByText('17.5 credits this month, without a limit')).toBeVisible();
    await limit.getByLabel('Credits a month').fill('20');
    await limit.getByRole('button', { name: 'Save limit' }).click();
    await expect(limit.getByText(/^87 % of the limit is spent\./)).toBeVisible();
    await writer.goto(`${scriptAddress(project)}?panel=chat&assistantTab=chat`);
    await expect(panel.getByText('87 % of your monthly limit is spent.')).toBeVisible();
    writerConsole.expectFailedRequests(/ai-chat$/);
    await panel.getByRole('textbox', { name: 'Ask the assistant' }).fill('Why a torch?');
    await panel.getByRole('textbox', { name: 'Ask the assistant' }).press('Enter');
    await expect(
      writer.getByText(/This could go over your monthly limit: 17\.5 of 20 credits/).first(),
    ).toBeVisible();
    expect(provider.problems).toEqual([]);
  });

  await test.step('show the calls to the administrator in the figures and the log', async () => {
    await admin.clock.install();
    await admin.goto('/admin-dashboard');
    const figures = admin.getByRole('region', { name: 'Figures' });
    await expect(figures).toContainText('$0.35');
    await expect(admin.getByRole('figure', { name: /^AI requests a day/ })).toBeVisible();
    const requests: string[] = [];
    admin.on('request', (request) => requests.push(new URL(request.url()).pathname.split('/').at(-1) ?? ''));
    const times = (name: string) => requests.filter((each) => each === name).length;
    const updated = admin.getByText(/^Updated /);
    const before = await updated.textContent();
    await admin.clock.runFor(31_000);
    await expect.poll(() => times('dashboard-stats')).toBe(1);
    // The interval starts at the previous answer.
    await expect(updated).not.toHaveText(before ?? '');
    expect(times('ai-usage-stats')).toBe(0);
    await admin.clock.runFor(31_000);
    await expect.poll(() => times('dashboard-stats')).toBe(2);
    await expect.poll(() => times('ai-usage-stats')).toBe(1);
    await admin.getByRole('tab', { name: 'Logs' }).click();
    await expect(admin.getByRole('region', { name: 'AI calls' }).getByRole('row')).toHaveCount(3);
  });

  await test.step('check the accessibility of every tab, in both themes and on a phone', async () => {
    for (const [colorScheme, width] of [
      ['light', 1440],
      ['dark', 390],
    ] as const) {
      await admin.emulateMedia({ colorScheme });
      await admin.setViewportSize({ width, height: 900 });
      // manyUsers.spec.ts checks Users and Activity with ten thousand users.
      for (const name of ['AI Usage', 'Cost Analysis', 'Pricing', 'Credits', 'Logs']) {
        await admin.getByRole('tab', { name }).click();
        await expect(admin.getByRole('tabpanel').getByRole('table').first()).toBeAttached();
        await checkScreen(admin, `dashboard-${name.toLowerCase().replace(' ', '-')}-${width}-${colorScheme}`);
      }
    }
    expect(writerConsole.problems()).toEqual([]);
  });
});
