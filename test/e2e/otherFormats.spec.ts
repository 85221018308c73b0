import { expect, type Locator, type Page } from '@playwright/test';
import { encodeProjectId } from '#shared/projectId.ts';
import { pdfOf } from '#test/pdfFile.ts';
import { checkScreen } from './checkScreen.ts';
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

test('shows pictures of the pages of a PDF beside places that were read with doubt', async ({ page }) => {
  await choose(page, { name: 'ferry.pdf', mimeType: 'application/pdf', buffer: uncertainPdf });
  const place = page.getByRole('figure').filter({ hasText: 'Page 1: a cue with lower-case letters' });
  const picture = place.getByRole('img', { name: /^Page 1 of the PDF: .*Mara/s });
  await expect(picture).toBeVisible();
  // Letters and the band that marks the line.
  await expect.poll(() => shareOfPicture(picture, { maxRed: 99 })).toBeGreaterThan(0.003);
  expect(await shareOfPicture(picture, { minRed: 201, maxBlue: 179 })).toBeGreaterThan(0.05);
  await page.setViewportSize({ width: 390, height: 844 });
  const isTooWide = () =>
    page.locator('[data-scrolls]').evaluate((body) => body.scrollWidth > body.clientWidth);
  expect(await isTooWide()).toBe(false);
  await expect(page.getByText('Script imported')).toHaveCount(0);
  await checkScreen(page, 'import receipt');
  const heightOf = () => picture.evaluate((image: HTMLImageElement) => image.naturalHeight);
  expect(await heightOf()).toBe(2 * 132);
  await place.getByRole('button', { name: 'Whole page' }).press('Enter');
  await expect.poll(heightOf).toBe(2 * 792);
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

const uncertainPdf = pdfOf([
  [
    'BT /F1 12 Tf 108 700 Td (INT. DECK - NIGHT) Tj 0 -24 Td (Engines hum.) Tj',
    ...['TOBIAS', 'Mara', 'TOBIAS'].map(
      (name) => `144 -24 Td (${name}) Tj -72 -12 Td (Room four is the one with the view.) Tj -72 0 Td`,
    ),
    'ET',
  ].join('\n'),
]);

/** Highest and lowest values of colours, from 0 to 255. */
interface ColourRange {
  minRed?: number;
  maxRed?: number;
  maxBlue?: number;
}

/** Return the share of the pixels of a picture whose colour is in a range. */
function shareOfPicture(picture: Locator, range: ColourRange): Promise<number> {
  // Counted in the page: to hand over all pixels takes seconds.
  return picture.evaluate(async (image: HTMLImageElement, { minRed = 0, maxRed = 255, maxBlue = 255 }) => {
    // decode() waits for a frame of the compositor, which a busy machine may not draw.
    if (!image.complete)
      await new Promise((loaded) => image.addEventListener('load', loaded, { once: true }));
    const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0);
    const { data } = context?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
    let count = 0;
    for (let at = 0; at < data.length; at += 4) {
      const [red = 0, , blue = 0] = data.slice(at, at + 3);
      if (red >= minRed && red <= maxRed && blue <= maxBlue) count++;
    }
    return (count * 4) / data.length;
  }, range);
}

function choose(page: Page, file: ScriptFile) {
  return page.getByLabel('Choose a file').setInputFiles(file);
}
