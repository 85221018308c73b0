import { screen as page, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { spendingMonths } from '#server/db/schema/spending.ts';
import { getOwnSpending, setOwnLimit } from '#shared/contract/spending.ts';
import { aBrowser, type TestBrowser } from '#test/browser.ts';
import { freshBrowser } from '#web/lib/testing.ts';
import { currentToasts } from '#web/lib/toast.ts';
import { openAccount } from './testing.tsx';

freshBrowser();

const spend = ({ db, people }: TestBrowser, spent: number) =>
  db
    .insert(spendingMonths)
    .values({ userId: people.olive.id, month: new Date().toISOString().slice(0, 8).concat('01'), spent });
const section = async () => within(await page.findByRole('region', { name: 'Monthly limit' }));

test('a limit is set, warns when most of it is spent, and is removed again', async () => {
  const browser = await aBrowser();
  await spend(browser, 85);
  const { user, network } = openAccount(browser);
  const limit = await section();
  expect((await limit.findByText(/credits this month/)).textContent).toBe(
    '85 credits this month, without a limit',
  );
  const field = limit.getByRole('textbox', { name: 'Credits a month' });
  await user.type(field, '1,000{Enter}');
  await waitFor(() => expect(limit.getByText(/of 1,000 credits/)).toBeDefined());
  expect(network.callsOf(setOwnLimit).map(({ body }) => body)).toEqual([{ limit: 1000 }]);
  expect(limit.queryByText(/of the limit is spent/)).toBeNull();
  await user.clear(field);
  await user.type(field, '100');
  await user.click(limit.getByRole('button', { name: 'Save limit' }));
  expect(await limit.findByText(/^85 % of the limit is spent\. It starts again on \w+ 1\.$/)).toBeDefined();
  expect(limit.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('85');
  await user.click(limit.getByRole('button', { name: 'Remove limit' }));
  expect(await limit.findByText(/without a limit/)).toBeDefined();
  expect((field as HTMLInputElement).value).toBe('');
});

test.each(['-5', '1.234', 'much', '1000001'])('%s is no limit, and nothing is sent', async (typed) => {
  const { user, network } = openAccount(await aBrowser());
  const limit = await section();
  await user.type(await limit.findByRole('textbox', { name: 'Credits a month' }), `${typed}{Enter}`);
  await waitFor(() =>
    expect(limit.getByRole('alert').textContent).toBe(
      'Enter a number from 0 to 1,000,000, with at most two decimals.',
    ),
  );
  expect(network.writes).toEqual([]);
});

test('reports a failed load or save, and offers a retry', async () => {
  const browser = await aBrowser();
  const reconnect = browser.network.cut(getOwnSpending);
  const { user, network } = openAccount(browser);
  const limit = await section();
  expect(await limit.findByText('Your limit could not be loaded.')).toBeDefined();
  reconnect();
  await user.click(limit.getByRole('button', { name: 'Try again' }));
  network.reject(setOwnLimit, 'internal', 'Something went wrong. Please try again.');
  await user.type(await limit.findByRole('textbox', { name: 'Credits a month' }), '5{Enter}');
  expect((await limit.findByRole('alert')).textContent).toBe('Something went wrong. Please try again.');
  expect(currentToasts().filter(({ isOpen }) => isOpen)).toEqual([]);
});
