import { expect, type Page } from '@playwright/test';
import { encodeProjectId } from '#shared/projectId.ts';
import { nightFerryFile, test } from './fixtures.ts';
import { aStoredProject, importProject, scriptAddress } from './projects.ts';
import { bottomInput, visibleText } from './writing.ts';

/* The sheets of the script, and the title page, which is edited in its place. */

const titleSheet = (page: Page) => page.getByRole('article', { name: 'Title page' });
const fieldOf = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Edit the title page' }).getByRole('textbox', { name, exact: true });

async function storedTitle(page: Page, project: { id: number }) {
  return (await (await page.request.get(`/api/projects/${encodeProjectId(project.id)}`)).json()).titlePage;
}

async function scrollToTitle(page: Page): Promise<void> {
  await page.locator('[data-desk]').evaluate((desk) => desk.scrollTo(0, 0));
  await expect(fieldOf(page, 'Title')).toBeAttached();
}

test('opens a blank page of eleven inches with one caret and one hint', async ({ page }) => {
  await page.goto(scriptAddress(await aStoredProject(page.request, 'A blank page')));
  const sheet = page.getByRole('article', { name: 'Page 1', exact: true });
  await expect(bottomInput(page).getByRole('textbox')).toBeFocused();
  const box = await sheet.boundingBox();
  expect(box && Math.round((box.height / box.width) * 850)).toBe(1100);
  const hint = page.getByText('Start with a scene heading');
  await expect(hint).toBeInViewport();
  const at = await hint.boundingBox();
  // An inch below the top of the paper, an inch and a half from its left edge.
  expect(box && at && Math.round(((at.y - box.y) / box.width) * 85)).toBe(10);
  expect(box && at && Math.round(((at.x - box.x) / box.width) * 85)).toBe(15);
  await page.keyboard.type('int');
  await expect(hint).toHaveCount(0);
});

test('edits the title page in its place, with Tab from field to field and undo', async ({ page }) => {
  const project = await importProject(page.request, nightFerryFile);
  await page.goto(scriptAddress(project));
  await expect(visibleText(page, 'FADE IN:')).toBeVisible();
  await scrollToTitle(page);
  const before = await storedTitle(page, project);

  await test.step('a click on the author writes there', async () => {
    await titleSheet(page).getByText('Olive and Eddie').click({ force: true });
    await expect(fieldOf(page, 'Author')).toBeFocused();
    await expect(page.locator('footer', { hasText: 'next field' })).toContainText('Title page');
    await page.keyboard.type(' and Cora');
    await expect
      .poll(async () => (await storedTitle(page, project)).author)
      .toBe(`${before.author} and Cora`);
  });

  await test.step('Tab leads to the next field, whose hint is gone with the first letter', async () => {
    await page.keyboard.press('Tab');
    await expect(fieldOf(page, 'Source')).toBeFocused();
    await expect(fieldOf(page, 'Source')).toHaveAttribute('placeholder', 'Based on …');
    await page.keyboard.type('Based on a true crossing');
    await expect.poll(async () => (await storedTitle(page, project)).source).toBe('Based on a true crossing');
  });

  await test.step('undo goes back word by word, and to the field before', async () => {
    await page.keyboard.press('ControlOrMeta+z');
    await expect(fieldOf(page, 'Source')).toHaveValue('Based on a true ');
    for (let step = 0; step < 4; step++) await page.keyboard.press('ControlOrMeta+z');
    await expect(fieldOf(page, 'Source')).toHaveValue('');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(fieldOf(page, 'Author')).toBeFocused();
    await expect(fieldOf(page, 'Author')).toHaveValue('Olive and Eddie and ');
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await expect(fieldOf(page, 'Author')).toHaveValue('Olive and Eddie and Cora');
  });

  await test.step('the printed page has the text when the caret has left', async () => {
    await page.keyboard.press('Escape');
    await expect(titleSheet(page)).toContainText('Olive and Eddie and Cora');
    await page.reload();
    await expect(visibleText(page, 'FADE IN:')).toBeVisible();
    await expect(titleSheet(page)).toContainText('Olive and Eddie and Cora');
    expect((await storedTitle(page, project)).title).toBe(before.title);
  });
});

test('keeps what is typed on the title page without a connection', async ({ page, browserConsole }) => {
  browserConsole.expectFailedRequests(/\/api\/projects\//);
  const project = await importProject(page.request, nightFerryFile);
  await page.goto(scriptAddress(project));
  await expect(visibleText(page, 'FADE IN:')).toBeVisible();
  await scrollToTitle(page);
  await page.route('**/api/projects/*', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  );
  await titleSheet(page).getByText('Pier 4').click({ force: true });
  await expect(fieldOf(page, 'Contact')).toBeFocused();
  await page.keyboard.type(', Harbour');
  await page.keyboard.press('Escape');
  await expect(titleSheet(page)).toContainText('Pier 4, Harbour');
  await page.reload();
  await expect(visibleText(page, 'FADE IN:')).toBeVisible();
  await expect(titleSheet(page)).toContainText('Pier 4, Harbour');
  await page.unroute('**/api/projects/*');
  await scrollToTitle(page);
  await expect.poll(async () => (await storedTitle(page, project)).contact).toContain('Pier 4, Harbour');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('no line of the title page lies over another', async ({ page }) => {
    const title = 'The Night Ferry and All Those Who Were Aboard Her That Long Winter';
    const project = await aStoredProject(page.request, title);
    const titlePage = {
      ...(await storedTitle(page, project)),
      author: 'Olive **and** Eddie',
      contact: 'Pier 4',
    };
    await page.request.patch(`/api/projects/${encodeProjectId(project.id)}`, { data: { titlePage } });
    await page.goto(scriptAddress(project));
    const lines = titleSheet(page).locator('p');
    // The title takes three lines.
    await expect(lines).toHaveCount(5);
    const boxes = await lines.evaluateAll((all) =>
      all.map((line) => {
        const { top, bottom, left, right } = line.getBoundingClientRect();
        return { top, bottom, left, right };
      }),
    );
    for (const [index, { top, left, right }] of boxes.entries()) {
      expect(top).toBeGreaterThanOrEqual((boxes[index - 1]?.bottom ?? top) - 0.5);
      expect([left >= 0, right <= 390]).toEqual([true, true]);
    }
    await scrollToTitle(page);
    await titleSheet(page).getByText('Pier 4').click({ force: true });
    await expect(fieldOf(page, 'Contact')).toBeFocused();
    await page.keyboard.type(' east');
    await expect.poll(async () => (await storedTitle(page, project)).contact).toBe('Pier 4 east');
  });
});
