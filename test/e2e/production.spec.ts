import { expect, type Page } from '@playwright/test';
import { type CraftedPage, lockedFile } from '#test/lockedFiles.ts';
import { test } from './fixtures.ts';
import { importProject, scriptAddress } from './projects.ts';
import { nextSave, openElement, scriptField } from './writing.ts';

/* A locked production draft of Final Draft. */

const lines = (letter: string) => Array.from({ length: 26 }, (_, i) => `${letter}${i} waits for the ferry.`);
const pages: CraftedPage[] = [
  ['11', ...lines('A')],
  ['12', ...lines('B')],
  ['13', ...lines('C')],
];
const headings = lockedFile(pages)
  .replace('Type="Action"><Text>A0', 'Number="5" Type="Scene Heading"><Text>INT. DECK - DAY A0')
  .replace('Type="Action"><Text>C0', 'Number="6" Type="Scene Heading"><Text>INT. HOLD - DAY C0');

const sheet = (page: Page, label: string) =>
  page.getByRole('article', { name: `Page ${label}`, exact: true });

async function runCommand(page: Page, name: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox').fill(name);
  await page.keyboard.press('Enter');
}

test('keeps a locked draft at its words, and locks an added page', async ({ page }) => {
  // The heading is longer than the line was, so the positions behind it move.
  const moved = headings.replace(
    /Position="(\d+)"/g,
    (_, at) => `Position="${Number(at) && Number(at) + 16}"`,
  );
  const project = await importProject(page.request, {
    name: 'locked.fdx',
    mimeType: 'application/xml',
    buffer: Buffer.from(moved),
  });
  expect(project.format.pageLock?.labels).toEqual(['11', '12', '13']);
  await page.goto(scriptAddress(project));
  await expect(page.getByRole('button', { name: 'Locked', exact: true })).toBeVisible();

  await test.step('go on at 12A when page 12 is full', async () => {
    await openElement(page, 'B25 waits for the ferry.');
    await page.keyboard.press('End');
    for (const text of ['One more.', 'And one more.', 'And the last.']) {
      await page.keyboard.press('Enter');
      await page.keyboard.type(text);
    }
    const answer = nextSave(page);
    await page.keyboard.press('Escape');
    await answer;
    await expect(sheet(page, '12A')).toContainText('And the last.');
    await expect(page.getByText('Page 12A of 13', { exact: true })).toBeVisible();
    await page.keyboard.press('Control+g');
    await page.getByRole('dialog', { name: 'Go to page' }).getByRole('textbox').fill('13');
    await page.keyboard.press('Enter');
    await expect(sheet(page, '13')).toContainText('INT. HOLD - DAY');
  });

  await test.step('omit the scene with the caret, and restore it there', async () => {
    await runCommand(page, 'Omit this scene');
    await expect(sheet(page, '13')).toContainText('OMITTED');
    await expect(scriptField(page)).toHaveText('OMITTED');
    await runCommand(page, 'Restore the omitted scene');
    await expect(sheet(page, '13')).toContainText('C1 waits for the ferry.');
    await expect(scriptField(page)).toHaveText(/INT. HOLD/);
  });

  await test.step('lock the added page', async () => {
    await page.getByRole('button', { name: 'Locked', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Production draft' });
    await expect(dialog).toContainText('Added since: 12A.');
    await dialog.getByRole('button', { name: 'Lock added pages…' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Lock', exact: true }).click();
    await expect(dialog).toContainText('from 11 to 13.');
  });
});
