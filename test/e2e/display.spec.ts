import { expect, type Locator, type Page } from '@playwright/test';
import { nightFerryFile, test } from './fixtures.ts';
import { importProject, scriptAddress } from './projects.ts';
import { openElement, scriptField } from './writing.ts';

/* How the script screen looks in less usual states. */

const sheet = (page: Page) => page.getByRole('article', { name: 'Page 1', exact: true });

async function box(locator: Locator) {
  const found = await locator.boundingBox();
  if (!found) throw new Error('The element is not visible');
  return found;
}

test.beforeEach(async ({ page }) => {
  const project = await importProject(page.request, nightFerryFile);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(scriptAddress(project));
  await openElement(page, 'Rain on black water');
});

test('focus mode shows the page in the middle of the window, and the panel at its edge', async ({ page }) => {
  await page.keyboard.press('ControlOrMeta+Shift+f');
  await expect(page.locator('html[data-focus-mode]')).toBeAttached();
  await expect
    .poll(async () => {
      const { x, width } = await box(sheet(page));
      return Math.abs(x + width / 2 - 720);
    })
    .toBeLessThan(10);
  await page.keyboard.type('A gull. ');
  await expect(scriptField(page)).toContainText('A gull. ');
  const panel = page.getByRole('complementary', { name: 'Side panel' });
  await page.mouse.move(1435, 450);
  await expect(panel).toHaveCSS('opacity', '1');
  await expect.poll(async () => Math.round((await box(panel)).x + (await box(panel)).width)).toBe(1440);
});

test('the find bar has its close button at its end, with and without the replacement', async ({ page }) => {
  await page.keyboard.press('ControlOrMeta+f');
  const bar = page.getByRole('region', { name: 'Find in the script' });
  const close = bar.getByRole('button', { name: 'Close' });
  await expect(close).toBeVisible();
  const expectAtEnd = async () => {
    const [outer, inner] = [await box(bar), await box(close)];
    expect(outer.x + outer.width - inner.x - inner.width).toBeLessThan(20);
    for (const button of await bar.getByRole('button').all())
      expect((await box(button)).x).toBeLessThanOrEqual(inner.x);
  };
  await expectAtEnd();
  await bar.getByRole('button', { name: 'Show replace' }).click();
  await expect(bar.getByRole('textbox', { name: 'Replace with' })).toBeVisible();
  await expectAtEnd();
});

test('forced colours keep the edges of pages and mark what is selected', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await expect(sheet(page)).toHaveCSS('outline-style', 'solid');
  await expect(page.getByRole('tab', { name: 'Filter' })).toHaveCSS('outline-style', 'solid');
});
