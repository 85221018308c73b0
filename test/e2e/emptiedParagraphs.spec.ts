import { expect, type Page } from '@playwright/test';
import type { Project } from '#shared/contract/projects.ts';
import { onePage, test } from './fixtures.ts';
import { importProject, scriptAddress, storedElements } from './projects.ts';
import { elementTexts, expectStored, moveCaretToEdge, openElement, scriptField } from './writing.ts';

/*
 * A paragraph whose text was deleted or cut is removed when the caret leaves it. Pasting moves it.
 */

const line = 'She blows the whistle. The ramp, already rising, stops.';
const rain = 'Rain on black water.';

let project: Project;
let before: string[];

async function open(page: Page, elementKeys: 'cycle' | 'finalDraft' = 'cycle'): Promise<void> {
  project = await importProject(page.request, onePage);
  before = elementTexts(await storedElements(page.request, project));
  await page.addInitScript(
    (keys) =>
      localStorage.setItem('script-preferences', JSON.stringify({ elementKeys: keys, isUnsent: true })),
    elementKeys,
  );
  await page.goto(scriptAddress(project));
  await expect(page.getByText(line)).toBeVisible();
}

/** Open an element and remove its whole text. */
async function empty(page: Page, text: string, key = 'Delete'): Promise<void> {
  await openElement(page, text);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press(key);
  await expect(scriptField(page)).toHaveText('');
}

const without = (text: string) => before.filter((each) => each !== text);

type Way = [string, (page: Page) => Promise<unknown>];

const waysByKey: Way[] = [
  ['an arrow up', (page) => page.keyboard.press('ArrowUp')],
  ['an arrow down', (page) => page.keyboard.press('ArrowDown')],
  ['Backspace', (page) => page.keyboard.press('Backspace')],
];
const waysWithoutKey: Way[] = [
  ['a click elsewhere', (page) => page.getByRole('article').getByText(rain).click()],
  ['another view', (page) => page.getByRole('link', { name: 'Idea Development' }).click()],
  ['a reload', (page) => page.reload()],
  ['closing the page', (page) => page.close()],
];

for (const [keys, ways] of [
  ['cycle', [...waysByKey, ...waysWithoutKey]],
  ['finalDraft', waysByKey],
] as const)
  test.describe(`an emptied paragraph with the element keys ${keys}`, () => {
    for (const [way, leave] of ways)
      test(`is deleted when the caret leaves it by ${way}`, async ({ page, context }) => {
        await open(page, keys);
        page.on('dialog', (dialog) => void dialog.accept());
        await empty(page, line);
        await leave(page);
        const now = page.isClosed() ? await context.newPage() : page;
        if (now !== page) await now.goto(scriptAddress(project));
        await expectStored(now, project, without(line));
      });
  });

test('an emptied paragraph is restored by one undo', async ({ page }) => {
  await open(page);
  const ids = (await storedElements(page.request, project)).map(({ id }) => id);
  await empty(page, line);
  await page.keyboard.press('ArrowUp');
  await expectStored(page, project, without(line));
  await page.keyboard.press('ControlOrMeta+z');
  await expectStored(page, project, before);
  expect((await storedElements(page.request, project)).map(({ id }) => id)).toEqual(ids);
});

test("deletes an emptied paragraph on Enter; with Final Draft's keys the line stays open to change its type", async ({
  page,
}) => {
  await open(page);
  await empty(page, line);
  await page.keyboard.press('Enter');
  await expect(scriptField(page)).toHaveCount(0);
  await expectStored(page, project, without(line));
  await open(page, 'finalDraft');
  await empty(page, line);
  await page.keyboard.press('Enter');
  await expect(scriptField(page)).toHaveText('');
  await page.getByRole('article').getByText(rain).click();
  await expectStored(page, project, without(line));
});

test('deletes an emptied paragraph on Escape, and restores it on Escape from an explicit edit', async ({
  page,
}) => {
  await open(page);
  await empty(page, line);
  await page.keyboard.press('Escape');
  await expectStored(page, project, without(line));
  await page.keyboard.press('ControlOrMeta+z');
  await expectStored(page, project, before);
  await page.getByRole('article').getByText(line).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('article').getByText(line)).toBeVisible();
  await expectStored(page, project, before);
});

for (const leave of ['click', 'Escape'] as const)
  test(`moves a paragraph that is cut, left by ${leave} and pasted`, async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open(page);
    await empty(page, line, 'ControlOrMeta+x');
    if (leave === 'Escape') await page.keyboard.press('Escape');
    await openElement(page, rain);
    await moveCaretToEdge(page, 'end');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ControlOrMeta+v');
    await expect(scriptField(page)).toHaveText(line);
    await page.keyboard.press('ArrowUp');
    const moved = without(line);
    moved.splice(moved.indexOf(rain) + 1, 0, line);
    await expectStored(page, project, moved);
    await page.keyboard.press('ControlOrMeta+z');
    await page.keyboard.press('ControlOrMeta+z');
    await expectStored(page, project, before);
  });

test('stores a passage pasted after a line that was just typed, and all edits after it', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page);
  await page.evaluate(() => navigator.clipboard.writeText('She waits.\n\nNobody comes.'));
  const { promise, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/script-(?:elements|changes)/, async (route) => {
    if (route.request().method() !== 'GET') await promise;
    await route.continue();
  });
  await openElement(page, rain);
  await moveCaretToEdge(page, 'end');
  await page.keyboard.press('Enter');
  await page.keyboard.type('A horn.');
  await page.keyboard.press('ControlOrMeta+v');
  await expect(scriptField(page)).toHaveText('Nobody comes.');
  await page.keyboard.type(' Ever.');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Gulls.');
  await page.keyboard.press('ControlOrMeta+s');
  release();
  const expected = [...before];
  expected.splice(expected.indexOf(rain) + 1, 0, 'A horn.', 'She waits.', 'Nobody comes. Ever.', 'Gulls.');
  await expectStored(page, project, expected);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
});
