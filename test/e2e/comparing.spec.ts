import { expect, type Page } from '@playwright/test';
import { encodeProjectId } from '#shared/projectCode.ts';
import { checkScreen } from './checkScreen.ts';
import { test } from './fixtures.ts';
import { browserOptionsOf, looks, storedTheme } from './looks.ts';
import { pdfPages } from './pdfPages.ts';
import { importProject, scriptAddress, storedElements, storedProjects } from './projects.ts';

/* Comparing a script with one of its versions, and with a file, in every size and theme. */

const lines = (name: string) =>
  Array.from({ length: 30 }, (_, index) => `${name} ${index + 1} of the harbour waits.`).join('\n\n');
const white = `Title: Night Ferry
Draft date: May 4

INT. DECK - NIGHT #5#

${lines('Lamp')}

MARA
You came alone.

INT. HOLD - NIGHT #6#

${lines('Crate')}

EXT. PIER - DAWN #7#

Gulls over the wheelhouse, and no boat in sight.

TOBIAS
We are late, and the tide knows.
`;

const scriptFile = (name: string, text: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(text),
});

test.describe.configure({ mode: 'parallel' });

for (const look of looks) {
  const { name, theme, isPhone } = look;

  test.describe(name, () => {
    test.use({
      ...browserOptionsOf(look),
      storageState: async ({ server, session }, use) =>
        use({ ...session, origins: storedTheme(server.url, theme) }),
    });

    test('compares a version and a file with the present, and prints them', async ({ page }) => {
      const project = await aRevisedFerry(page);
      await page.goto(scriptAddress(project));
      // The key opens the palette once the bars are loaded.
      await expect(page.getByRole('button', { name: 'More', exact: true })).toBeVisible();
      await openCompare(page);
      const dialog = page.getByRole('dialog', { name: 'Compare' });
      const rows = dialog.getByRole('list', { name: 'Compared elements' });

      await test.step('see the moved scene at both positions, and the changed words', async () => {
        await expect(dialog.getByText('1 scene changed, 1 moved. 1 element changed, 4 moved.')).toBeVisible();
        await expect(rows.getByRole('button', { name: 'Moved from page 3' })).toBeVisible();
        await expect(rows.locator('del')).toHaveText(['Deleted:  alone']);
        await checkScreen(page, `compare-version-${name}`);
      });

      await test.step('go through the changes by keys, and to the other position', async () => {
        await dialog.getByRole('combobox', { name: 'Before' }).focus();
        await dialog.getByRole('button', { name: 'Next change' }).click();
        await expect(dialog.getByText('Change 1 of 3')).toBeVisible();
        await page.keyboard.press('Alt+ArrowDown');
        await expect(dialog.getByText('Change 2 of 3')).toBeVisible();
        await expect(rows.locator('li:focus')).toContainText('You came');
        await rows.getByRole('button', { name: 'Moved from page 3' }).click();
        await expect(rows.locator('li:focus')).toContainText('Moved to page 1');
      });

      await test.step('compare with a file, which creates no project', async () => {
        const { length: count } = await storedProjects(page.request);
        const later = white.replace('May 4', 'June 4').replace('tide knows', '**tide** knows');
        await dialog.getByLabel('After: file').setInputFiles(scriptFile('pink.fountain', later));
        await expect(dialog.getByRole('region', { name: 'Title page' })).toContainText('Draft date');
        await expect(dialog.getByText('1 scene changed. 1 element changed.')).toBeVisible();
        await expect(rows.locator('mark')).toHaveText('(now bold) tide');
        if (!isPhone) await dialog.getByRole('button', { name: 'One marked script' }).click();
        await checkScreen(page, `compare-file-${name}`);
        expect(await storedProjects(page.request)).toHaveLength(count);
      });

      await test.step('print the marked script', async () => {
        await dialog.getByRole('button', { name: 'Swap the sides' }).click();
        const download = page.waitForEvent('download');
        await dialog.getByRole('button', { name: 'Save as PDF' }).click();
        const file = await download;
        expect(file.suggestedFilename()).toBe('Night_Ferry_changes.pdf');
        const chunks: Buffer[] = [];
        for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
        const text = (await pdfPages(Buffer.concat(chunks))).map((page) => page.join(' ')).join('\n');
        expect(text).toContain('Earlier: pink.fountain');
        expect(text).toContain('Later: White');
        expect(text).toContain('not bold');
      });
    });
  });
}

/** Import the ferry, name it White, and move its last scene to the start. */
async function aRevisedFerry(page: Page) {
  const project = await importProject(page.request, scriptFile('ferry.fountain', white));
  const address = `/api/projects/${encodeProjectId(project.id)}`;
  expect((await page.request.post(`${address}/script-versions`, { data: { name: 'White' } })).ok()).toBe(
    true,
  );
  const elements = await storedElements(page.request, project);
  const pier = elements.findIndex(({ content }) => content === 'EXT. PIER - DAWN');
  const edits = [
    { type: 'move', ids: elements.slice(pier).map(({ id }) => id), afterId: null },
    {
      type: 'update',
      id: elements.find(({ content }) => content === 'You came alone.')?.id,
      fields: { content: 'You came.' },
    },
  ];
  const reply = await page.request.post(`${address}/script-changes`, { data: { edits } });
  expect(reply.ok()).toBe(true);
  return project;
}

async function openCompare(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox').fill('Compare drafts');
  await page.keyboard.press('Enter');
}
