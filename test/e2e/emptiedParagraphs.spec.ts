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

const waysWithinPage: Way[] = [
  ['an arrow up', (page) => page.keyboard.press('ArrowUp')],
  ['an arrow down', (page) => page.keyboard.press('ArrowDown')],
  ['Backspace', (page) => page.keyboard.press('Backspace')],
  ['a click elsewhere', (page) => page.getByRole('article').getByText(rain).click()],
];

for (const elementKeys of ['cycle', 'finalDraft'] as const)
  test(`deletes an emptied paragraph when the caret leaves it, and restores it by one undo: ${elementKeys}`, async ({
    page,
  }) => {
    await open(page, elementKeys);
    const ids = (await storedElements(page.request, project)).map(({ id }) => id);
    for (const [way, leave] of waysWithinPage)
      await test.step(`leave it by ${way}`, async () => {
        await empty(page, line);
        await leave(page);
        await expectStored(page, project, without(line));
        await page.keyboard.press('ControlOrMeta+z');
        await expectStored(page, project, before);
        expect((await storedElements(page.request, project)).map(({ id }) => id)).toEqual(ids);
      });
    await test.step('press Enter in it', async () => {
      await empty(page, line);
      await page.keyboard.press('Enter');
      if (elementKeys === 'finalDraft') {
        // The line stays open to change its type.
        await expect(scriptField(page)).toHaveText('');
        await page.getByRole('article').getByText(rain).click();
      } else await expect(scriptField(page)).toHaveCount(0);
      await expectStored(page, project, without(line));
    });
  });

test('deletes an emptied paragraph when the page is left', async ({ page, context }) => {
  await open(page);
  page.on('dialog', (dialog) => void dialog.accept());
  const left = [...before];
  const leave = async (text: string, way: () => Promise<unknown>) => {
    await empty(page, text);
    await way();
    left.splice(left.indexOf(text), 1);
  };
  await test.step('for another view', async () => {
    await leave(line, () => page.getByRole('link', { name: 'Idea Development' }).click());
    await expectStored(page, project, left);
  });
  await test.step('by a reload', async () => {
    await page.goto(scriptAddress(project));
    await leave('Nobody laughs.', () => page.reload());
    await expectStored(page, project, left);
  });
  await test.step('by closing it', async () => {
    await leave('Chains. Diesel.', () => page.close());
    const next = await context.newPage();
    await next.goto(scriptAddress(project));
    await expectStored(next, project, left);
  });
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

test('moves a paragraph that is cut, left and pasted', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page);
  for (const way of ['click', 'Escape'])
    await test.step(`leave it by ${way}`, async () => {
      await empty(page, line, 'ControlOrMeta+x');
      if (way === 'Escape') await page.keyboard.press('Escape');
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
