import { expect } from '@playwright/test';
import { checkScreen } from './checkScreen.ts';
import { test } from './fixtures.ts';

test('an administrator backs up, sees it verified, and finds the health of the server', async ({ page }) => {
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

  await page.getByRole('tab', { name: 'Health' }).click();
  const parts = page.getByRole('region', { name: 'Parts', exact: true });
  await expect(parts.getByRole('row', { name: /Database/ })).toContainText('Available');
  const work = page.getByRole('region', { name: 'Waiting work, all nodes' });
  await expect(work.getByRole('row', { name: /Last backup/ })).not.toContainText('None');
  await checkScreen(page, 'health of the administration');
});
