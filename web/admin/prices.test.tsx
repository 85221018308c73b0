import { fireEvent, screen as page, waitFor, within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { aiServicePricing, creditTransactions } from '#server/db/schema/billing.ts';
import { addCredits, updateAiPricing } from '#shared/contract/dashboard.ts';
import { aBrowser, type TestBrowser } from '#test/browser.ts';
import { freshBrowser } from '#web/lib/testing.ts';
import { closeAdminToasts, openDashboard, toastsNow } from './testing.tsx';

freshBrowser();

let browser: TestBrowser;
beforeEach(async () => {
  browser = await aBrowser({ user: 'ada' });
});
afterEach(closeAdminToasts);

let made = 0;
type Given = Partial<typeof aiServicePricing.$inferInsert>;
/** Create a price of a model that no other test uses. */
async function aPrice(given: Given = {}) {
  const model = `model-${++made}-${browser.code}`;
  const usual = {
    service: 'openai',
    pricingType: 'per_token',
    inputCostPer1k: 0.02,
    outputCostPer1k: 0.06,
  } as const;
  const [price] = await browser.db
    .insert(aiServicePricing)
    .values({ ...usual, model, ...given })
    .returning();
  return { id: price?.id ?? 0, model };
}
const priceNow = async (id: number) =>
  (await browser.db.select().from(aiServicePricing).where(eq(aiServicePricing.id, id)))[0];

async function openForm(model: string, button = 'Edit') {
  const { user } = openDashboard(browser, 'pricing');
  await user.click(await page.findByRole('button', { name: `${button} ${model}` }));
  return { user, form: within(page.getByRole('form', { name: new RegExp(model) })) };
}
const labels = (form: Awaited<ReturnType<typeof openForm>>['form']) =>
  form.getAllByRole<HTMLInputElement>('textbox').map(({ labels: found }) => found?.[0]?.textContent);

describe('a price', () => {
  test.each([
    ['per_token', ['Input, $ per 1k', 'Output, $ per 1k', 'Reason']],
    ['per_character', ['Input, $ per 1k', 'Reason']],
    ['per_request', ['Fixed, $ per request', 'Reason']],
  ] as const)('%s is edited by %j', async (pricingType, fields) => {
    const { model } = await aPrice({ pricingType });
    const { form } = await openForm(model);
    expect(labels(form)).toEqual(fields);
  });

  test('needs a reason; blank is 0, and the change is listed below with its author', async () => {
    const { id, model } = await aPrice();
    const { user, form } = await openForm(model);
    await user.clear(form.getByRole('textbox', { name: 'Output, $ per 1k' }));
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(toastsNow()).toEqual(['Reason required: Please provide a reason for the pricing change.']),
    );
    expect(browser.network.writes).toEqual([]);
    await waitFor(() => expect(document.activeElement).toBe(form.getByRole('textbox', { name: 'Reason' })));
    await user.keyboard('Provider tier changed{Enter}');
    await waitFor(() => expect(page.queryByRole('form', { name: new RegExp(model) })).toBeNull());
    expect(browser.network.callsOf(updateAiPricing).map(({ body }) => body)).toEqual([
      { inputCostPer1k: 0.02, outputCostPer1k: 0, reason: 'Provider tier changed', lastChangeId: null },
    ]);
    expect(toastsNow()).toContain('Pricing updated');
    expect(await priceNow(id)).toMatchObject({ inputCostPer1k: 0.02, outputCostPer1k: 0 });
    const changes = page.getByRole('region', { name: 'Price changes' });
    const row = (await within(changes).findByText(model)).closest('tr');
    expect(row?.textContent).toContain('output 0.0600 to 0.0000Provider tier changed');
    expect(row?.textContent).toContain(browser.people.ada.email);
  });

  test.each([
    ['-1', 'Prices cannot be negative.'],
    ['0.00001', 'Prices have at most four decimals.'],
    ['dear', 'Enter a number, such as 0.02.'],
  ])('is not sent when it is %s', async (typed, problem) => {
    const { model } = await aPrice({ pricingType: 'per_request' });
    const { user, form } = await openForm(model);
    const field = form.getByRole('textbox', { name: 'Fixed, $ per request' });
    await user.clear(field);
    await user.type(field, typed);
    await user.type(form.getByRole('textbox', { name: 'Reason' }), 'why{Enter}');
    await waitFor(() => expect(form.getByRole('alert').textContent).toBe(problem));
    expect(browser.network.writes).toEqual([]);
  });

  test('keeps the form open on Escape while it is saving', async () => {
    const { model } = await aPrice();
    const { user, form } = await openForm(model);
    const release = browser.network.hold(updateAiPricing);
    await user.type(form.getByRole('textbox', { name: 'Reason' }), 'Cheaper{Enter}');
    await waitFor(() => expect(browser.network.callsOf(updateAiPricing)).toHaveLength(1));
    await user.keyboard('{Escape}');
    expect(page.queryByRole('form', { name: new RegExp(model) })).toBeTruthy();
    release();
    await waitFor(() => expect(toastsNow()).toEqual(['Pricing updated']));
  });

  test('keeps the form open on the Escape that cancels a composition', async () => {
    const { model } = await aPrice();
    const { form } = await openForm(model);
    const reason = form.getByRole('textbox', { name: 'Reason' });
    fireEvent.keyDown(reason, { key: 'Escape', keyCode: 229, isComposing: false });
    expect(page.queryByRole('form', { name: new RegExp(model) })).toBeTruthy();
  });

  test('is deactivated with a reason, and activated again', async () => {
    const { id, model } = await aPrice();
    const { user, form } = await openForm(model, 'Deactivate');
    expect(labels(form)).toEqual(['Reason']);
    await user.type(form.getByRole('textbox'), 'Not offered any more{Enter}');
    await waitFor(() => expect(toastsNow()).toEqual(['Pricing deactivated']));
    await user.click(await page.findByRole('button', { name: `Activate ${model}` }));
    expect(await priceNow(id)).toMatchObject({ isActive: false, effectiveUntil: expect.any(Date) });
    await user.type(
      within(page.getByRole('form', { name: new RegExp(model) })).getByRole('textbox'),
      'Back{Enter}',
    );
    await page.findByRole('button', { name: `Deactivate ${model}` });
    await waitFor(() => expect(toastsNow()).toEqual(['Pricing updated']));
    expect(await priceNow(id)).toMatchObject({ isActive: true, effectiveUntil: null });
  });

  test('stays unchanged, with a message, when another administrator has deactivated it', async () => {
    const { id, model } = await aPrice();
    // When this price becomes inactive, its row moves below this one, and the open form with it.
    await aPrice();
    const { user, form } = await openForm(model);
    await browser.as('ada').patch(`/api/admin/ai-pricing/${id}`, { isActive: false, reason: 'Too dear' });
    await user.type(form.getByRole('textbox', { name: 'Reason' }), 'Cheaper{Enter}');
    await waitFor(() =>
      expect(toastsNow()).toEqual([
        `Update failed: ${browser.people.ada.email} has deactivated the price of ${model} in the meantime. Nothing was saved. Check the current price, then change it.`,
      ]),
    );
    expect(await form.findByText(/Someone else has changed this price/)).toBeDefined();
    expect(await page.findByRole('button', { name: `Activate ${model}` })).toBeDefined();
    await user.keyboard('{Escape}');
    expect(page.queryByRole('form', { name: new RegExp(model) })).toBeNull();
  });
});

describe('credits', () => {
  const open = async () => {
    const { user } = openDashboard(browser, 'credits');
    const form = within(await page.findByRole('region', { name: 'Add credits' }));
    const field = (name: string) => form.getByLabelText(name) as HTMLInputElement;
    return { user, field, give: () => user.click(form.getByRole('button', { name: 'Add credits' })) };
  };

  test('are added once to a user chosen in the list, with a reason', async () => {
    const { olive } = browser.people;
    const { user, field, give } = await open();
    expect([field('Credits').min, field('Credits').step]).toEqual(['0.01', '0.01']);
    await user.type(page.getByRole('searchbox', { name: 'Name or email' }), olive.email);
    await waitFor(() => expect(page.getAllByRole('button', { name: /^Give credits to/ })).toHaveLength(1));
    await user.click(page.getByRole('button', { name: `Give credits to ${olive.email}` }));
    expect(field('User ID').value).toBe(olive.id);
    expect(document.activeElement).toBe(field('Credits'));
    await user.type(field('Credits'), '12.5');
    await user.type(field('Reason'), 'A lost answer');
    await Promise.all([give(), give()]);
    await waitFor(() => expect(toastsNow()).toEqual(['Credits added: The balance is 512.5 now.']));
    expect(browser.network.callsOf(addCredits)).toHaveLength(1);
    const [line] = await browser.db
      .select()
      .from(creditTransactions)
      .where(eq(creditTransactions.adminUserId, browser.people.ada.id));
    expect(line).toMatchObject({ userId: olive.id, amount: 12.5, reason: 'A lost answer' });
    await waitFor(() =>
      expect(page.getByRole('region', { name: 'Credits of users' }).textContent).toContain('512.5'),
    );
    const stats = (await browser.as('ada').get('/api/admin/credit-stats')).json();
    const cards = page.getByRole('region', { name: 'Credit statistics' });
    expect(cards.querySelectorAll('dd')).toHaveLength(5);
    await waitFor(() => expect(cards.textContent).toContain(stats.totalTransactions.toLocaleString('en-US')));
  });

  test.each([
    [['', '5', 'why'], 'Missing information: Please fill in all fields.'],
    [['somebody', '', 'why'], 'Missing information: Please fill in all fields.'],
    [['somebody', '5', ' '], 'Missing information: Please fill in all fields.'],
    [['somebody', '0', 'why'], 'Invalid amount: Please enter a valid positive amount.'],
    [['somebody', '-1', 'why'], 'Invalid amount: Please enter a valid positive amount.'],
  ])('are not added for the input %j', async ([userId = '', amount = '', reason = ''], told) => {
    const { user, field, give } = await open();
    if (userId) await user.type(field('User ID'), userId);
    if (amount) await user.type(field('Credits'), amount);
    await user.type(field('Reason'), reason);
    await give();
    expect(toastsNow()).toEqual([told]);
    expect(browser.network.writes).toEqual([]);
  });

  test('report an unknown user, and are added once when an answer was lost', async () => {
    const { user, field, give } = await open();
    await user.type(field('User ID'), 'nobody');
    await user.type(field('Credits'), '5');
    await user.type(field('Reason'), 'why');
    await give();
    await waitFor(() => expect(toastsNow()).toEqual(['Failed to add credits: User not found']));
    closeAdminToasts();
    await user.clear(field('User ID'));
    await user.type(field('User ID'), browser.people.nell.id);
    browser.network.losesAnswer = true;
    await give();
    await waitFor(() =>
      expect(toastsNow()).toEqual(['Failed to add credits: Nothing was changed. Please try again.']),
    );
    closeAdminToasts();
    await give();
    await waitFor(() => expect(toastsNow()).toEqual(['Credits added: The balance is 5 now.']));
  });
});
