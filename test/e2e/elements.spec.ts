import { expect, type Locator } from '@playwright/test';
import { encodeProjectId } from '#shared/projectId.ts';
import { stableBox } from './boxes.ts';
import { nightFerryFile, test } from './fixtures.ts';
import { aStoredProject, importProject, scriptAddress } from './projects.ts';

/* Positions of characters, and colours, which only a browser can measure. */

/**
 * Type and stored text. Inches from the left edge of the paper to the first character, or to the
 * end of the last. Then the text as drawn.
 */
const types = [
  ['scene_heading', 'int. hold - night', { left: 1.5 }, 'INT. HOLD - NIGHT'],
  ['action', 'Water to the knee.', { left: 1.5 }, 'Water to the knee.'],
  ['character', 'mara', { left: 3.5 }, 'MARA'],
  ['parenthetical', '(low)', { left: 2.9 }, '(low)'],
  ['dialogue', 'Hold on.', { left: 2.5 }, 'Hold on.'],
  ['transition', 'Cut to:', { right: 7.1 }, 'CUT TO:'],
] as const;

test('draws each element type at its own position, in capitals where a screenplay uses them', async ({
  page,
}) => {
  const project = await aStoredProject(page.request, 'Six types');
  for (const [elementType, content] of types) {
    const url = `/api/projects/${encodeProjectId(project.id)}/script-elements`;
    expect((await page.request.post(url, { data: { elementType, content } })).status()).toBe(201);
  }
  await page.goto(scriptAddress(project));
  const sheet = page.getByRole('article', { name: 'Page 1', exact: true });
  await expect(sheet.locator('[data-element]')).toHaveCount(types.length);
  await page.evaluate(() => document.fonts.ready);
  for (const [index, [elementType, , inches, drawn]] of types.entries()) {
    const line = sheet.locator('[data-element]').nth(index).locator('[data-from]');
    await expect(line).toHaveText(drawn);
    const letters = await lettersOf(line);
    const where = 'left' in inches ? { left: letters.left } : { right: letters.right };
    for (const [side, value] of Object.entries(where))
      expect(value, `${side} of ${elementType}`).toBeCloseTo(Object.values(inches)[0] ?? 0, 1);
  }
});

test('draws the insert button round and between two elements', async ({ page }) => {
  await page.goto(scriptAddress(await importProject(page.request, nightFerryFile)));
  const pieces = page.getByRole('article', { name: 'Page 1', exact: true }).locator('[data-element]');
  const [own, next] = [pieces.nth(1), pieces.nth(2)];
  await own.hover();
  const plus = page.getByRole('button', { name: 'Insert an element below' });
  await expect(plus).toBeVisible();
  const [ownBox, box, nextBox] = [await stableBox(own), await stableBox(plus), await stableBox(next)];
  expect(box.width).toBe(box.height);
  const radius = await plus.evaluate((node) => getComputedStyle(node).borderRadius);
  expect(Number.parseFloat(radius)).toBeGreaterThanOrEqual(radius.endsWith('%') ? 50 : box.width / 2);
  const middle = box.y + box.height / 2;
  expect(middle).toBeGreaterThan(ownBox.y + ownBox.height / 2);
  expect(middle).toBeLessThan(nextBox.y + nextBox.height / 2);
});

test.describe('the badge of unresolved comments', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`is red in the ${colorScheme} theme and opens the comments`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      const project = await importProject(page.request, nightFerryFile);
      const address = `/api/projects/${encodeProjectId(project.id)}/comments`;
      const answer = await page.request.post(address, { data: { content: 'Louder.' } });
      expect(answer.status()).toBe(201);
      await page.goto(scriptAddress(project));
      const panel = page.getByRole('complementary', { name: 'Side panel' });
      await panel.getByRole('button', { name: 'Close the panel' }).click();
      const badge = page.getByRole('button', { name: '2 unresolved comments' });
      await expect(badge).toContainText('2');
      const { red, green, blue } = await colourBehind(badge.locator('span').first());
      expect(red).toBeGreaterThan(150);
      expect(Math.max(green, blue)).toBeLessThan(red * 0.7);
      await badge.click();
      await expect.poll(() => new URL(page.url()).search).toBe('?panel=chat&assistantTab=comments');
      await expect(panel.getByText('Louder.')).toBeVisible();
    });
  }
});

/**
 * Return inches from the left edge of the paper to the first character, and to the end of the last.
 */
function lettersOf(line: Locator): Promise<{ left: number; right: number }> {
  return line.evaluate((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const letters = range.getBoundingClientRect();
    const paper = node.closest('article')?.getBoundingClientRect();
    if (!paper) throw new Error('The line is on no page');
    const inchPx = paper.width / 8.5;
    return { left: (letters.left - paper.left) / inchPx, right: (letters.right - paper.left) / inchPx };
  });
}

/**
 * Return the background colour with channels from 0 to 255, in whatever form the browser returns
 * it.
 */
function colourBehind(target: Locator): Promise<{ red: number; green: number; blue: number }> {
  return target.evaluate((node) => {
    const context = document.createElement('canvas').getContext('2d');
    if (!context) throw new Error('The canvas has no 2d context');
    context.fillStyle = getComputedStyle(node).backgroundColor;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
    return { red, green, blue };
  });
}
