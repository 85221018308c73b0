import { expect } from '@playwright/test';
import { checkScreen } from './checkScreen.ts';
import { featureFile } from './featureFile.ts';
import { nightFerryFile, test } from './fixtures.ts';
import { storedTheme } from './looks.ts';
import { importProject, scriptAddress, storedElements } from './projects.ts';

/* The reading view: the whole script as one plain page. */

test('opens the reading view from the script as headings and paragraphs, and leads back', async ({
  page,
}) => {
  const project = await importProject(page.request, nightFerryFile);
  await page.goto(scriptAddress(project));
  await page.getByRole('button', { name: 'Other formats' }).click();
  await page.getByRole('menuitem', { name: 'Reading view' }).click();
  await expect(page).toHaveURL(/\/reading$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const headings = (await storedElements(page.request, project)).filter(
    ({ elementType }) => elementType === 'scene_heading',
  );
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(headings.length);
  await page.getByText('Scenes', { exact: true }).click();
  await checkScreen(page, 'reading');
  await page.getByRole('navigation', { name: 'Scenes' }).getByRole('link').last().click();
  await expect(page.getByRole('heading', { level: 2 }).last()).toBeInViewport();
  await page.getByRole('link', { name: 'Script Editor' }).click();
  await expect(page.getByRole('article', { name: 'Page 1', exact: true })).toBeVisible();
});

test('shows every element of a feature in the reading view, dark and on a phone', async ({
  browser,
  page,
  server,
  session,
}) => {
  const { name, fdx } = featureFile();
  const project = await importProject(page.request, { name, mimeType: 'application/xml', buffer: fdx });
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 390, height: 844 },
    storageState: { ...session, origins: storedTheme(server.url, 'dark') },
  });
  const phone = await context.newPage();
  await phone.goto(scriptAddress(project).replace('/script', '/reading'));
  const elements = await storedElements(page.request, project);
  await expect(phone.locator('#script :is(section > p, section > h2, .speech > p, #script > p)')).toHaveCount(
    elements.length,
  );
  await checkScreen(phone, 'reading-phone-dark');
  await context.close();
});
