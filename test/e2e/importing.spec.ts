import { expect, type Page } from '@playwright/test';
import { nightFerryFile, test } from './fixtures.ts';
import { type ScriptFile, storedProjects } from './projects.ts';

/* Rejected files and a cancelled upload: they show the documented messages and store nothing. */

const megabyte = 1024 * 1024;

test.beforeEach(async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'New Project' }).first().click();
  await page.getByRole('tab', { name: 'Import Script' }).click();
});

test('rejects a file with another extension before sending it', async ({ page }) => {
  const before = await storedProjects(page.request);
  await choose(page, fdx('', 'notes.txt'));
  await expectToast(page, 'Invalid file type', 'Please select an FDX file.');
  expect(await storedProjects(page.request)).toEqual(before);
});

test('rejects a file over 10 MB before sending it', async ({ page }) => {
  const before = await storedProjects(page.request);
  await choose(page, fdx(' '.repeat(10 * megabyte + 1)));
  await expectToast(page, 'Import failed', 'File is larger than 10 MB.');
  expect(await storedProjects(page.request)).toEqual(before);
});

for (const [what, file, reason] of [
  ['a broken file', fdx('<FinalDraft>\n<Content>\n<Paragraph></Content>'), /damaged at line 3, column \d+/],
  ['an empty file', fdx(''), 'The file is empty.'],
] as const) {
  test(`rejects ${what} with the reason and stores nothing`, async ({ page, browserConsole }) => {
    browserConsole.expectFailedRequests(/import-file$/);
    const before = await storedProjects(page.request);
    await choose(page, file);
    await expectToast(page, 'Import failed', reason);
    await expect(page.getByRole('dialog').getByRole('status')).toContainText(reason);
    expect(await storedProjects(page.request)).toEqual(before);
    await choose(page, nightFerryFile);
    await expect(page.getByText('Imported from night-ferry.fountain')).toBeVisible();
  });
}

test('stores nothing when an upload is cancelled', async ({ page }) => {
  const before = await storedProjects(page.request);
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: megabyte / 2,
  });
  const stopped = page.waitForEvent('requestfailed', (request) => request.url().endsWith('import-file'));
  const script = 'A wave. And another one.\n\n'.repeat(350_000);
  await choose(page, { name: 'long.fountain', mimeType: 'text/plain', buffer: Buffer.from(script) });
  await expect(page.getByRole('progressbar')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await stopped;
  await network.detach();
  await expect(page.getByText('Import cancelled.')).toBeVisible();
  await expect(page.getByRole('progressbar')).toBeHidden();
  expect(await storedProjects(page.request)).toEqual(before);
});

function fdx(text: string, name = 'script.fdx'): ScriptFile {
  return { name, mimeType: 'application/xml', buffer: Buffer.from(text) };
}

function choose(page: Page, file: ScriptFile) {
  return page.getByLabel('Choose a file').setInputFiles(file);
}

async function expectToast(page: Page, title: string, description: string | RegExp) {
  // The open dialog hides the toast from assistive technology, which has announced it already.
  const toast = page.getByRole('listitem', { includeHidden: true }).filter({ hasText: title });
  await expect(toast).toContainText(description);
  await toast.getByRole('button', { name: 'Close', includeHidden: true }).click();
  await expect(toast).toBeHidden();
  await expect(page.getByRole('dialog', { name: 'New Project' })).toBeVisible();
}
