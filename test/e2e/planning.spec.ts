import { expect, type Page } from '@playwright/test';
import { encodeProjectId } from '#shared/projectCode.ts';
import { nightFerryFile, test } from './fixtures.ts';
import { aStoredProject, importProject, scriptAddress, storedScenes } from './projects.ts';

/*
 * Story planning: acts, scenes in order and with pictures, characters with names and avatars. Uses
 * the built-in engine, and the keyboard instead of drags.
 */

const view = async (page: Page, entry: string) => {
  await page.getByRole('link', { name: entry, exact: true }).click();
  await expect(page.getByRole('link', { name: entry, exact: true })).toHaveAttribute('aria-current', 'page');
};
const toast = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title });

test('adds acts, sequences and beats, moves a beat by keyboard, and analyses the tension of all beats', async ({
  page,
}) => {
  const project = await aStoredProject(page.request, 'The plan');
  await page.goto(scriptAddress(project));
  await view(page, 'Story Planning');

  for (const title of ['Departure', 'The Count']) {
    await page.getByRole('button', { name: 'Add Act' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add New Act' });
    await dialog.getByLabel('Title', { exact: true }).fill(title);
    await dialog.getByRole('button', { name: /^Add/ }).click();
    await expect(dialog).toBeHidden();
  }
  const act = (name: string) => page.getByRole('region', { name });
  const first = act('Act 1: Departure');
  await first.getByRole('button', { name: 'Sequence' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add New Sequence' });
  await dialog.getByLabel('Name', { exact: true }).fill('Boarding');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();

  const boarding = first.getByRole('list', { name: 'Beats of Boarding' });
  for (const title of ['Rain on the linkspan', 'A child is missing']) {
    await first.getByRole('button', { name: 'Beat in Boarding' }).click();
    const form = page.getByRole('form', { name: 'Edit New Beat' });
    await expect(form.getByLabel('Title')).toBeFocused();
    await page.keyboard.insertText(title);
    await page.keyboard.press('Enter');
    await expect(boarding.getByText(title)).toBeVisible();
    await expect(form).toBeHidden();
  }

  const handle = page.getByRole('button', { name: 'Move A child is missing' });
  await handle.focus();
  await page.keyboard.press('Space');
  await expect(handle).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await expect(toast(page, 'Beat moved to Act 2')).toBeVisible();
  const loose = act('Act 2: The Count').getByRole('list', { name: 'Loose beats of act 2' });
  await expect(loose.getByText('A child is missing')).toBeVisible();
  await page.reload();
  await expect(loose.getByText('A child is missing')).toBeVisible();

  await page.getByRole('button', { name: /^Show Tension/ }).click();
  await expect(toast(page, 'Tension analysis complete')).toBeVisible();
  const bar = page.getByRole('radio', { name: /^A child is missing/ });
  await page.locator('label').filter({ has: bar }).click();
  await expect(bar).toBeChecked();
});

test('restores a deleted act with its beats in every open window', async ({ page }) => {
  const project = await aStoredProject(page.request, 'The undone plan');
  const address = `/api/projects/${encodeProjectId(project.id)}`;
  for (const title of ['Departure', 'The Count'])
    await page.request.post(`${address}/acts`, { data: { title } });
  await page.request.post(`${address}/sequences`, { data: { name: 'Boarding', actNumber: 1 } });
  for (const title of ['Rain on the linkspan', 'A child is missing'])
    await page.request.post(`${address}/story-beats`, { data: { title, description: '', actNumber: 1 } });
  const open = async (window: Page) => {
    await window.goto(scriptAddress(project));
    await view(window, 'Story Planning');
    await expect(window.getByRole('region', { name: 'Act 1: Departure' })).toBeVisible();
  };
  const other = await page.context().newPage();
  await open(other);
  await open(page);
  const remove = async () => {
    await page.getByRole('button', { name: 'Menu of act 1' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete act' });
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expect(question.getByText('You can undo this with Ctrl+Z or the Undo button.')).toBeVisible();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(toast(page, 'Act deleted')).toBeVisible();
    await expect(other.getByRole('region', { name: 'Act 1: The Count' })).toBeVisible();
  };
  const isBack = async () => {
    for (const window of [page, other]) {
      const act = window.getByRole('region', { name: 'Act 1: Departure' });
      await expect(act.getByText('A child is missing')).toBeVisible();
      await expect(act.getByText('Boarding')).toBeVisible();
    }
  };
  await remove();
  await page.keyboard.press('Control+z');
  await isBack();
  await remove();
  await toast(page, 'Act deleted').getByRole('button', { name: 'Undo' }).click();
  await isBack();
});

test('scrolls the tension curve along with its bars when there is not enough room', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const address = `/projects/${encodeProjectId((await aStoredProject(page.request, 'Forty beats')).id)}`;
  await page.request.post(`/api${address}/acts`, { data: { title: 'Departure' } });
  for (let beat = 1; beat <= 40; beat++) {
    const data = { title: `Beat ${beat}`, actNumber: 1 };
    expect((await page.request.post(`/api${address}/story-beats`, { data })).status()).toBe(201);
  }
  await page.goto(`${address}/planning`);
  await page.getByRole('button', { name: /^Show Tension/ }).click();
  const bars = page.getByRole('radiogroup', { name: 'Tension by beat' });
  await expect(bars.getByRole('radio')).toHaveCount(40);
  const widthPx = await bars.evaluate((element) => element.getBoundingClientRect().width);
  expect(widthPx).toBeGreaterThan(390);
  const curvePx = () =>
    bars.evaluate(
      (element) => element.parentElement?.querySelector('svg')?.getBoundingClientRect().width ?? 0,
    );
  await expect.poll(curvePx).toBeCloseTo(widthPx, 0);
});

test('adds a scene, moves it by keyboard and draws its picture; the script follows', async ({ page }) => {
  const project = await importProject(page.request, nightFerryFile);
  const before = await storedScenes(page.request, project);
  await page.goto(scriptAddress(project));
  await view(page, 'Scene Manager');
  const headings = async () => (await storedScenes(page.request, project)).map(({ heading }) => heading);

  await page.getByRole('button', { name: 'New Scene' }).click();
  const dialog = page.getByRole('dialog', { name: 'New scene' });
  await expect(dialog.getByLabel('Scene number')).toHaveValue(
    `${before.filter(({ heading }) => heading !== '').length + 1}`,
  );
  await dialog.getByLabel('Heading').fill('ext. aft rail - dawn');
  await dialog.getByLabel('Scene number').fill('1');
  await dialog.getByRole('button', { name: /^(Create|Add|Save)/ }).click();
  await expect(dialog).toBeHidden();
  // The text before the first heading stays first.
  const [untitled = '', opening = '', ...rest] = before.map(({ heading }) => heading);
  await expect.poll(headings).toEqual([untitled, 'EXT. AFT RAIL - DAWN', opening, ...rest]);

  const handle = page.getByRole('button', { name: /^Move .*AFT RAIL/ });
  await handle.focus();
  await page.keyboard.press('Space');
  await expect(handle).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect.poll(headings).toEqual([untitled, opening, 'EXT. AFT RAIL - DAWN', ...rest]);

  await page.getByRole('button', { name: 'Storyboard' }).click();
  await page.getByRole('button', { name: /^Generate image .* for .*AFT RAIL/ }).click();
  await expect(page.getByRole('button', { name: /^Show the image of .*AFT RAIL/ })).toBeVisible();

  await view(page, 'Script Editor');
  await expect(page.getByRole('button', { name: /^Go to a scene/ })).toBeVisible();
  await expect(page.getByText('EXT. AFT RAIL - DAWN').first()).toBeVisible();
  await page.getByRole('button', { name: 'View Images' }).click();
  await expect(page.getByRole('img', { name: /AFT RAIL/ })).toBeVisible();
});

test('gives a character an avatar and a new name, also in the script', async ({ page }) => {
  const project = await importProject(page.request, nightFerryFile);
  await page.goto(scriptAddress(project));
  await view(page, 'Characters');
  await page.getByRole('button', { name: 'More for MARA' }).click();
  await page.getByRole('menuitem', { name: /^Generate avatar/ }).click();
  await expect(toast(page, 'Avatar generated')).toBeVisible();
  await expect(page.getByRole('img', { name: /MARA/ })).toBeVisible();

  await page.getByRole('button', { name: 'More for MARA' }).click();
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit MARA' });
  await dialog.getByLabel('Name', { exact: true }).fill('MAREN');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page
    .getByRole('alertdialog', { name: 'Rename in the script too' })
    .or(page.getByRole('dialog', { name: 'Rename in the script too' }))
    .getByRole('button', { name: /^Rename in/ })
    .click();
  await expect(page.getByRole('button', { name: 'More for MAREN' })).toBeVisible();
  await view(page, 'Script Editor');
  await expect(page.getByText('MAREN', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('MARA', { exact: true })).toHaveCount(0);
});

test('writes an outline and reorders it by keyboard', async ({ page }) => {
  const project = await aStoredProject(page.request, 'The outline');
  await page.goto(`/projects/${encodeProjectId(project.id)}/outline`);
  await expect(page.getByText('No outline items yet')).toBeVisible();
  for (const title of ['Departure', 'Landfall', 'Storm']) {
    await page.getByRole('button', { name: 'Add Item' }).first().click();
    const form = page.getByRole('form', { name: 'New outline item' });
    await form.getByLabel('Title').fill(title);
    await form.getByRole('button', { name: /^Add/ }).click();
    await expect(page.getByRole('article', { name: title })).toBeVisible();
  }
  const handle = page.getByRole('button', { name: 'Move Storm' });
  await handle.focus();
  await page.keyboard.press('Space');
  await expect(handle).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Space');
  await expect(toast(page, 'Outline reordered')).toBeVisible();
  await page.reload();
  const items = page.getByRole('article');
  await expect(items).toHaveCount(3);
  await expect(items.nth(1)).toHaveAccessibleName('Storm');
});
