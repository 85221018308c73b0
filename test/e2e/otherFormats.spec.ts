import { expect, type Page } from '@playwright/test';
import { encodeProjectId } from '#shared/projectId.ts';
import { nightFerryFile, test } from './fixtures.ts';
import { importProject, type ScriptFile, storedElements, storedProjects } from './projects.ts';

/* Scripts in other formats than FDX and Fountain, from the choice of a file to the receipt. */

test.beforeEach(async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'New Project' }).first().click();
  await page.getByRole('tab', { name: 'Import Script' }).click();
});

test('imports a PDF from Cold Open with the same elements', async ({ page }) => {
  const original = await importProject(page.request, nightFerryFile);
  const exported = await page.request.get(`/api/projects/${encodeProjectId(original.id)}/export/pdf`);
  // The name says nothing true about the file.
  await choose(page, { name: 'print.fdx', mimeType: 'text/xml', buffer: await exported.body() });
  const receipt = page.getByRole('dialog');
  await expect(receipt.getByText('Imported from print.fdx')).toBeVisible();
  await expect(receipt.getByText('No problems found.')).toBeVisible();
  const [newest] = await storedProjects(page.request);
  if (!newest) throw new Error('GET /api/projects returned no project');
  const compared = async (project: { id: number }) =>
    (await storedElements(page.request, project)).map(({ elementType, content, dual }) => ({
      elementType,
      content,
      dual,
    }));
  expect(await compared(newest)).toEqual(await compared(original));
});

test('imports several files, and shows the reason for one that is none', async ({ page, browserConsole }) => {
  browserConsole.expectFailedRequests(/import-file$/);
  const text = { name: 'notes', mimeType: '', buffer: Buffer.from('{\\rtf1\\pard INT. DECK - NIGHT\\par}') };
  const picture = {
    name: 'photo.fountain',
    mimeType: 'image/png',
    buffer: Buffer.from('\x89PNG\r\n', 'latin1'),
  };
  await page.getByLabel('Choose a file').setInputFiles([nightFerryFile, text, picture]);
  const list = page.getByRole('list', { name: 'Imported files' });
  await expect(list.getByRole('listitem')).toHaveCount(3);
  await expect(list.getByRole('listitem').nth(1)).toContainText('Imported as “notes”');
  await expect(list.getByRole('listitem').nth(2)).toContainText('This is a picture and not a script.');
});

function choose(page: Page, file: ScriptFile) {
  return page.getByLabel('Choose a file').setInputFiles(file);
}
