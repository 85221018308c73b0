import { expect } from '@playwright/test';
import { decodeProjectId } from '#shared/projectCode.ts';
import { test } from './fixtures.ts';
import { importProject, scriptAddress, storedElements } from './projects.ts';
import { tabTo } from './writing.ts';

test('writes a first scene without a mouse', async ({ page }) => {
  const { keyboard } = page;
  await page.goto('/');
  const newProject = page.getByRole('button', { name: 'New Project' }).first();
  await expect(newProject).toBeVisible();
  await tabTo(page, newProject);
  await keyboard.press('Enter');
  await expect(page.getByLabel('Name')).toBeFocused();
  await keyboard.type('Written by hand');
  await keyboard.press('Enter');
  await page.waitForURL('**/projects/P*');
  const area = page.getByRole('region', { name: 'Add an element' });
  const field = (name: string) => area.getByRole('textbox', { name, exact: true });
  await expect(field('Scene Heading')).toBeVisible();
  await tabTo(page, field('Scene Heading'));

  /** Write one element and wait until it is stored. */
  async function write(text: string) {
    await keyboard.type(text);
    const stored = page.waitForResponse(
      (answer) => answer.url().endsWith('script-elements') && answer.request().method() === 'POST',
    );
    await keyboard.press('Enter');
    expect((await stored).status()).toBe(201);
  }

  await write('int. wheelhouse - dawn');
  await expect(field('Action')).toBeFocused();
  await write('A kettle, a chart, a cold cup.');
  await expect(field('Action')).toBeFocused();
  await keyboard.press('Tab');
  await expect(field('Character')).toBeFocused();
  await keyboard.type('mara');
  await expect(area.getByText('Press Enter to create "MARA" as a new character')).toBeVisible();
  await write('');
  await expect(field('Dialogue')).toBeFocused();
  await expect(area.getByText('For: MARA')).toBeVisible();
  await write('Who made tea?');

  const id = decodeProjectId(new URL(page.url()).pathname.split('/')[2] ?? '');
  const elements = await storedElements(page.request, { id });
  expect(
    elements.map(({ elementType, content, characterName }) => [elementType, content, characterName]),
  ).toEqual([
    ['scene_heading', 'INT. WHEELHOUSE - DAWN', null],
    ['action', 'A kettle, a chart, a cold cup.', null],
    ['character', 'MARA', null],
    ['dialogue', 'Who made tea?', 'MARA'],
  ]);
});

test('continues a newly opened script at its end or start with the keys that lead there', async ({
  page,
}) => {
  const { keyboard } = page;
  const lines = Array.from({ length: 60 }, (_, index) => `Line ${index + 1}.`);
  const fountain = `INT. WHEELHOUSE - DAWN\n\n${lines.join('\n\n')}\n`;
  const file = { name: 'sixty.fountain', mimeType: 'text/plain', buffer: Buffer.from(fountain) };
  const project = await importProject(page.request, file);
  await page.goto(scriptAddress(project));
  await expect(page.locator('[data-element] [data-from]').first()).toBeVisible();
  const stored = async () => (await storedElements(page.request, project)).map(({ content }) => content);
  await keyboard.press('ControlOrMeta+End');
  await keyboard.type(' A kettle.');
  await keyboard.press('ControlOrMeta+Home');
  await keyboard.type('ext. ');
  await keyboard.press('ControlOrMeta+s');
  await expect
    .poll(stored)
    .toEqual(['EXT. INT. WHEELHOUSE - DAWN', ...lines.slice(0, -1), 'Line 60. A kettle.']);
});
