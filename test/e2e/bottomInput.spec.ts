import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import type { Project } from '#shared/contract/projects.ts';
import { test } from './fixtures.ts';
import { pdfPages } from './pdfPages.ts';
import { importProject, type ScriptFile, scriptAddress, storedElements } from './projects.ts';
import { bottomInput, elementTexts, expectStored, scriptField, scrollToBottomInput } from './writing.ts';

/*
 * Unsaved text in the bottom input of a long script. The input is on the last page, which is in the
 * document only near the viewport. The text must not depend on that.
 */

const words = 'The ferry has been gone for an hour';

const scene = (number: number) =>
  [
    `INT. CABIN ${number} - NIGHT`,
    `${number}. ${'Nobody on the deck has anything to say. '.repeat(30)}`,
  ].join('\n\n');
const longScript: ScriptFile = {
  name: 'long.fountain',
  mimeType: 'text/plain',
  buffer: Buffer.from(Array.from({ length: 24 }, (_, index) => scene(index + 1)).join('\n\n')),
};

let project: Project;
let before: string[];

test.beforeEach(async ({ page }) => {
  project = await importProject(page.request, longScript);
  before = elementTexts(await storedElements(page.request, project));
  await page.goto(scriptAddress(project));
  await expectDrawn(page);
  await scrollToBottomInput(page);
  await bottomInput(page).getByRole('radio', { name: 'Action' }).check({ force: true });
  await input(page).fill(words);
  await expect(page.getByText('Writing', { exact: true })).toBeVisible();
});

const input = (page: Page) => bottomInput(page).getByRole('textbox');
const firstPage = (page: Page) => page.getByRole('article', { name: 'Page 1', exact: true });
const expectDrawn = (page: Page) => expect(firstPage(page)).toBeVisible();

/** Expect the text in the input, not yet marked as saved. Then add it. */
async function expectInputAndAdd(page: Page): Promise<void> {
  await expect(input(page)).toHaveText(words);
  await input(page).press('Enter');
  await expectStored(page, project, [...before, words]);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
}

test('keeps text in the bottom input while scrolling to the top and back', async ({ page }) => {
  await page.locator('[data-desk]').evaluate((desk) => desk.scrollTo(0, 0));
  await expect(bottomInput(page)).toHaveCount(0);
  await expectStored(page, project, [...before, words]);
  await scrollToBottomInput(page);
  await expectInputAndAdd(page);
});

/* Like any line, the text is stored when the writer leaves it, if not before. */

test('stores text of the bottom input when another screen opens from the sidebar', async ({ page }) => {
  await page.getByRole('link', { name: 'Idea Development' }).click();
  await expect(page.locator('[data-desk]')).toHaveCount(0);
  await expectStored(page, project, [...before, words]);
  await page.getByRole('link', { name: 'Script Editor' }).click();
  // The script opens where the caret was.
  await expect(input(page)).toBeAttached();
  await expectStoredOnPage(page);
});

test('stores text of the bottom input when Back leaves the screen', async ({ page }) => {
  await page.getByRole('link', { name: 'Characters', exact: true }).click();
  await expect(page.locator('[data-desk]')).toHaveCount(0);
  await page.goBack();
  await expect(input(page)).toBeAttached();
  await expectStored(page, project, [...before, words]);
  await expectStoredOnPage(page);
});

test('stores text of the bottom input when the caret moves to another line, and undo removes it', async ({
  page,
}) => {
  await page.locator('[data-element]').last().click();
  await expect(scriptField(page)).toBeFocused();
  await expectStored(page, project, [...before, words]);
  await expectStoredOnPage(page);
  await page.keyboard.press('ControlOrMeta+z');
  await expectStored(page, project, before);
});

async function expectStoredOnPage(page: Page): Promise<void> {
  await scrollToBottomInput(page);
  await expect(input(page)).toHaveText('');
  await expect(page.locator('[data-element]').last()).toHaveText(words);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
}

test('stores text of the bottom input when the page is reloaded', async ({ page }) => {
  page.on('dialog', (dialog) => dialog.accept());
  await page.locator('[data-desk]').evaluate((desk) => desk.scrollTo(0, 0));
  await expect(bottomInput(page)).toHaveCount(0);
  await page.reload();
  await expectStored(page, project, [...before, words]);
  await expectStoredOnPage(page);
});

test('stores text of the bottom input in the next tab after a crash', async ({
  page,
  context,
  browserConsole,
}) => {
  browserConsole.expectFailedRequests(/\/api\//);
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain(words);
  const crashed = page.waitForEvent('crash');
  const session = await context.newCDPSession(page);
  void session.send('Page.crash').catch(() => {}); // the page crashes before it answers
  await crashed;
  const next = await context.newPage();
  await next.goto(scriptAddress(project));
  await expectStored(next, project, [...before, words]);
  await expectStoredOnPage(next);
});

test('includes the active line in every export, a named version and the reading view', async ({ page }) => {
  const exportAs = async (name: string) => {
    const download = page.waitForEvent('download');
    if (name === 'Export PDF') await page.getByRole('button', { name, exact: true }).click();
    else {
      await page.getByRole('button', { name: 'Other formats' }).click();
      await page.getByRole('menuitem', { name }).click();
    }
    return readFile(await (await download).path());
  };
  const pages = await pdfPages(await exportAs('Export PDF'));
  expect(pages.flat().join(' ')).toContain(words);
  await expect(input(page)).toHaveText(words);
  await input(page).press('End');
  await page.keyboard.type(' now.');
  expect(String(await exportAs('Export Final Draft (FDX)'))).toContain(`${words} now.`);
  await input(page).press('End');
  await page.keyboard.type(' Gone.');
  expect(String(await exportAs('Export Fountain'))).toContain(`${words} now. Gone.`);
  await expectStored(page, project, [...before, `${words} now. Gone.`]);

  await input(page).press('End');
  await page.keyboard.type(' Again.');
  await page.getByRole('button', { name: 'Other formats' }).click();
  await page.getByRole('menuitem', { name: 'Reading view' }).click();
  await page.waitForURL(/\/reading$/);
  await expect(page.getByText(`${words} now. Gone. Again.`)).toBeVisible();
});
