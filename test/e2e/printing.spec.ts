import { expect } from '@playwright/test';
import { encodeProjectId } from '#shared/projectId.ts';
import { nightFerryFile, test } from './fixtures.ts';
import { pdfPages } from './pdfPages.ts';
import { importProject, scriptAddress, storedElements } from './projects.ts';
import { elementTexts, openElement, scriptField } from './writing.ts';

/** Return the letters of each page. Browsers split the texts of a page in their own way. */
const letters = (pages: readonly string[][]) => pages.map((texts) => texts.join('').replaceAll(/\s/g, ''));

test('prints the pages of the PDF, with the line that is being written, and nothing else', async ({
  page,
}) => {
  const project = await importProject(page.request, nightFerryFile);
  // A print window would hold the page.
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  await page.goto(scriptAddress(project));
  await openElement(page, 'Rain on black water');
  await page.keyboard.press('End');
  await page.keyboard.type(' A gull.');
  await page.keyboard.press('Control+p');
  await expect(page.locator('[data-printed]')).toBeAttached();
  const printed = await pdfPages(await page.pdf({ preferCSSPageSize: true }));
  await expect
    .poll(async () => elementTexts(await storedElements(page.request, project)).join())
    .toContain('A gull.');
  const exported = await page.request.get(`/api/projects/${encodeProjectId(project.id)}/export/pdf`);
  expect(letters(printed)).toEqual(letters(await pdfPages(await exported.body())));
  expect(letters(printed).join('')).toContain('Agull.');
  // The screen is back, and the caret is where it was.
  await page.keyboard.type(' Two.');
  await expect(scriptField(page)).toContainText('A gull. Two.');
});
