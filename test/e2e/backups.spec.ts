import { expect } from '@playwright/test';
import { checkScreen } from './checkScreen.ts';
import { test } from './fixtures.ts';

test('an administrator backs up, sees it verified, restores it, and finds the health of the server', async ({
  page,
  browserConsole,
}) => {
  // A backup runs in a separate process, which also restores it into a scratch database.
  test.slow();
  await page.goto('/admin-dashboard?tab=backups');
  const backups = page.getByRole('region', { name: 'Backups' });
  await expect(page.getByText('No backup has been made yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Back up now' }).click();
  await expect(page.getByText(/A backup is being made since/)).toBeVisible();

  const row = backups.getByRole('row').nth(1);
  await expect(row).toContainText('Passed', { timeout: 90_000 });
  await expect(row).toContainText('Manual');
  const name = (await row.getByText(/^cold-open-\d{8}-\d{6}-/).textContent()) ?? '';
  await expect(page.getByText(`npm run restore -- ${name}`)).toBeVisible();
  await checkScreen(page, 'backups of the administration');

  // The server stops, and starts again.
  browserConsole.expectFailedRequests(/\/api\//);
  await row.getByRole('button', { name: /^Restore the backup of/ }).click();
  const question = page.getByRole('alertdialog', { name: 'Restore this backup?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText(`${name} is being restored.`)).toBeVisible();
  await expect(page.getByText(`${name} was restored on`)).toBeVisible({ timeout: 90_000 });
  await expect(backups.getByRole('row').nth(1)).toContainText('Restore point');
  await checkScreen(page, 'backups after a restore');

  await page.getByRole('tab', { name: 'Health' }).click();
  const parts = page.getByRole('region', { name: 'Parts', exact: true });
  await expect(parts.getByRole('row', { name: /Database/ })).toContainText('Available');
  const work = page.getByRole('region', { name: 'Waiting work, all nodes' });
  await expect(work.getByRole('row', { name: /Last backup/ })).not.toContainText('None');
  await page.getByText(/^What has changed in version/).click();
  await expect(page.getByRole('region', { name: 'Changes' }).getByRole('listitem').first()).toBeVisible();
  await checkScreen(page, 'health of the administration');
});
