import { screen as page, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { spendingMonths } from '#server/db/schema/spending.ts';
import { putLimit } from '#server/spending/spending.queries.ts';
import { setProjectLimit } from '#shared/contract/spending.ts';
import type { TestBrowser } from '#test/browser.ts';
import { freshBrowser } from '#web/lib/testing.ts';
import { openSettings } from './testing.tsx';

freshBrowser();

const section = () => within(page.getByRole('region', { name: 'Monthly limit' }));
const spent = async ({ db, project }: TestBrowser) => {
  const month = new Date().toISOString().slice(0, 8).concat('01');
  await db.insert(spendingMonths).values({ projectId: project.id, month, spent: 120 });
  await putLimit(db, { projectId: project.id }, 120);
};

test('the owner sees the spending of all members, and sets another limit', async () => {
  const { user, network } = await openSettings({ isPriced: true, prepare: spent });
  expect(await section().findByText(/^The limit is reached\. It starts again on \w+ 1\.$/)).toBeDefined();
  const field = section().getByRole('textbox', { name: 'Credits a month' });
  expect((field as HTMLInputElement).value).toBe('120');
  // The prices of this page show it too.
  expect((await page.findAllByText(/All of this project's monthly limit is spent\./)).length).toBeGreaterThan(
    0,
  );
  await user.clear(field);
  await user.type(field, '500{Enter}');
  expect(await section().findByText('Saved')).toBeDefined();
  expect(section().getByText(/of 500 credits/)).toBeDefined();
  expect(network.callsOf(setProjectLimit).map(({ body }) => body)).toEqual([{ limit: 500 }]);
});

test('other members see it read-only', async () => {
  await openSettings({ user: 'eddie', prepare: spent });
  expect(await section().findByText(/of 120 credits/)).toBeDefined();
  expect(section().getByText('Only the owner of the project can change this.')).toBeDefined();
  expect(section().queryByRole('textbox')).toBeNull();
});
