import { expect, type Page } from '@playwright/test';
import { stableBox } from './boxes.ts';
import { checkScreen } from './checkScreen.ts';
import { onePage, test } from './fixtures.ts';
import { looks } from './looks.ts';
import { aStoredProject, importProject, scriptAddress, storedElements } from './projects.ts';
import { bottomInput, closeField, elementTexts, expectStored, openElement, scriptField } from './writing.ts';

/*
 * Habits of screenwriters that depend on the browser: its own editing, its clipboard, its geometry.
 */

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
/** Return the text before the caret. */
const beforeCaret = (page: Page) =>
  page.evaluate(() => {
    const selection = document.getSelection();
    const node = selection?.focusNode;
    return node?.textContent?.slice(0, selection?.focusOffset) ?? null;
  });

test('completes parentheses and capitals, and keeps text on Escape', async ({ page }) => {
  const project = await aStoredProject(page.request, 'Fingers');
  await page.goto(scriptAddress(project));
  const below = bottomInput(page).getByRole('textbox');
  await expect(below).toBeFocused();
  await press(page, 'ControlOrMeta+6');
  await page.keyboard.type('fade in:');
  await expect(below).toHaveText('FADE IN:', { useInnerText: true });
  await press(page, 'Enter', 'ControlOrMeta+2');
  await page.keyboard.type('int. deck - night');
  await expect(below).toHaveText('INT. DECK - NIGHT', { useInnerText: true });
  await press(page, 'Enter');
  await page.keyboard.type('Rain.');
  await press(page, 'Enter', 'ControlOrMeta+3');
  await page.keyboard.type('mara');
  await press(page, 'Enter', 'ControlOrMeta+5');
  await expect(below).toHaveText('()');
  await page.keyboard.type('quietly)');
  await expect(below).toHaveText('(quietly)');
  await press(page, 'Enter');
  await page.keyboard.type('No. Not tonight.');
  await press(page, 'Enter');
  const texts = ['FADE IN:', 'INT. DECK - NIGHT', 'Rain.', 'MARA', '(quietly)', 'No. Not tonight.'];
  await expectStored(page, project, texts);

  await openElement(page, 'Rain.');
  await press(page, 'End');
  await page.keyboard.type(' Hard rain.');
  await press(page, 'Escape');
  const back = texts.with(2, 'Rain. Hard rain.');
  await expectStored(page, project, back);
  await openElement(page, 'Rain. Hard rain.');
  await press(page, 'Home', ...Array<string>(5).fill('ArrowRight'), 'ControlOrMeta+Enter');
  await expectStored(page, project, back.toSpliced(2, 1, 'Rain.', 'Hard rain.'));
  await press(page, 'ControlOrMeta+Home', 'Enter');
  await page.keyboard.type('Black.');
  await press(page, 'ControlOrMeta+s');
  await expectStored(page, project, ['Black.', ...back.toSpliced(2, 1, 'Rain.', 'Hard rain.')]);
});

test('moves the caret inside the brackets of a parenthetical on Home, and types inside them', async ({
  page,
}) => {
  const project = await importProject(page.request, onePage);
  const texts = elementTexts(await storedElements(page.request, project));
  const index = texts.indexOf('(waving a wet ticket)');
  await page.goto(scriptAddress(project));
  await openElement(page, '(waving a wet ticket)');
  await press(page, 'ControlOrMeta+a');
  await page.keyboard.type('beat');
  await expect(scriptField(page)).toHaveText('(beat)');
  await press(page, 'Home');
  await expect.poll(() => beforeCaret(page)).toBe('(');
  await page.keyboard.type('a ');
  await press(page, 'Home', 'ArrowLeft');
  await expect.poll(() => beforeCaret(page)).toBe('');
  await page.keyboard.type('not ');
  await press(page, 'End');
  await page.keyboard.type(' or');
  await expect(scriptField(page)).toHaveText('(not a beat or)');
  await press(page, 'ControlOrMeta+s');
  await expectStored(page, project, texts.with(index, '(not a beat or)'));
});

test('opens the context menu of the page in the bottom input', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const project = await aStoredProject(page.request, 'Below');
  await page.goto(scriptAddress(project));
  const below = bottomInput(page).getByRole('textbox');
  await expect(below).toBeFocused();
  await page.keyboard.type('INT. DECK');
  await press(page, 'Shift+ControlOrMeta+ArrowLeft');
  await expect.poll(() => page.evaluate(() => document.getSelection()?.toString())).toBe('DECK');
  await below.click({ button: 'right', position: { x: 60, y: 6 } });
  await page.getByRole('menuitem', { name: /^Cut/ }).click();
  await expect(below).toHaveText(/^INT\. ?$/);
  await expect(below).toBeFocused();
});

test('scrolls the first line to the same height as any other with typewriter scrolling', async ({ page }) => {
  const project = await importProject(page.request, onePage);
  await page.goto(scriptAddress(project));
  // Keys work once the editor has loaded. The first sheet is visible before that.
  await expect(page.locator('[data-from]').first()).toBeVisible();
  await press(page, 'ControlOrMeta+Shift+y');
  const heightOf = async (text: string) => {
    await openElement(page, text);
    await page.keyboard.press('End');
    await page.keyboard.type('.');
    const [desk, line] = [await stableBox(page.locator('[data-desk]')), await stableBox(scriptField(page))];
    return Math.round(((line.y - desk.y) / desk.height) * 20) / 20;
  };
  const first = await heightOf('EXT. HARBOUR - NIGHT');
  expect(first).toBeCloseTo(0.45, 1);
  expect(await heightOf('Forty-one. Forty-two.')).toBe(first);
});

for (const zoom of [50, 200])
  test(`puts clicks and drags at the touched letters at a zoom of ${zoom} %`, async ({ page }) => {
    const project = await importProject(page.request, onePage);
    const texts = elementTexts(await storedElements(page.request, project));
    await page.goto(scriptAddress(project));
    await page.getByRole('button', { name: 'Zoom: 100 %' }).click();
    await page.getByRole('menuitemradio', { name: `${zoom} %`, exact: true }).click();
    const line = page.getByRole('article').getByText('Forty-one. Forty-two.');
    await line.click({ position: { x: (9.6 * zoom * 10) / 100 + 1, y: 5 } });
    await expect(scriptField(page)).toBeFocused();
    await expect.poll(() => beforeCaret(page)).toBe('Forty-one.');
    const to = page.getByRole('article').getByText('She blows the whistle.');
    await to.scrollIntoViewIfNeeded();
    const [from, end] = [await stableBox(line), await stableBox(to)];
    const charPx = (9.6 * zoom) / 100;
    await page.mouse.move(from.x + 11 * charPx + 1, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(end.x + 3 * charPx + 1, end.y + end.height / 2, { steps: 8 });
    await page.mouse.up();
    await page.keyboard.type('x');
    await press(page, 'ControlOrMeta+s');
    await expectStored(page, project, [
      ...texts.slice(0, 3),
      'Forty-one. x blows the whistle. The ramp, already rising, stops.',
      ...texts.slice(texts.indexOf('CUT TO:')),
    ]);
  });

test('cuts and pastes from the context menu', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const project = await importProject(page.request, onePage);
  const texts = elementTexts(await storedElements(page.request, project));
  await page.goto(scriptAddress(project));
  await openElement(page, 'Chains. Diesel.');
  await press(page, 'Home', 'Shift+ControlOrMeta+ArrowRight');
  await scriptField(page).click({ button: 'right', position: { x: 20, y: 6 } });
  await page.getByRole('menuitem', { name: /^Cut/ }).click();
  await expect(scriptField(page)).toHaveText(/^\.? ?Diesel\.$/);
  const cut = await scriptField(page).textContent();
  await page.getByRole('article').getByText('Nobody laughs.').click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Paste/ }).click();
  await expect(scriptField(page)).toHaveText(/Chains/);
  const pasted = (await scriptField(page).textContent()) ?? '';
  await press(page, 'ControlOrMeta+s');
  await expectStored(
    page,
    project,
    texts.map((text) =>
      text === 'Chains. Diesel.' ? (cut ?? '') : text === 'Nobody laughs.' ? pasted : text,
    ),
  );
});

test('pastes from the context menu at the chosen position even if the line is saved in between', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const project = await importProject(page.request, onePage);
  const texts = elementTexts(await storedElements(page.request, project));
  await page.goto(scriptAddress(project));
  await openElement(page, 'Chains. Diesel.');
  await press(page, 'Home', 'Shift+ControlOrMeta+ArrowRight', 'ControlOrMeta+c');
  const copied = await page.evaluate(() => document.getSelection()?.toString() ?? '');
  await openElement(page, 'Nobody laughs.');
  await press(page, 'End');
  await page.keyboard.type(' But ');
  await page.evaluate(() => {
    const read = navigator.clipboard.read.bind(navigator.clipboard);
    const stored = new Promise((resolve) => Object.assign(window, { goOn: resolve }));
    navigator.clipboard.read = () => stored.then(read);
  });
  await scriptField(page).click({ button: 'right', position: { x: 20, y: 6 } });
  await page.getByRole('menuitem', { name: /^Paste/ }).click();
  await press(page, 'ControlOrMeta+s');
  await closeField(page);
  await page.evaluate('window.goOn()');
  await expect(scriptField(page)).toContainText(copied);
  await press(page, 'ControlOrMeta+s');
  const at = texts.indexOf('Nobody laughs.');
  await expect
    .poll(async () => elementTexts(await storedElements(page.request, project))[at])
    .toMatch(new RegExp(`${copied}.*But|But.*${copied}`));
});

for (const { name, viewport, theme } of looks)
  test(`passes all checks with a zoomed page, in focus mode and with the context menu (${name})`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    const project = await importProject(page.request, onePage);
    await page.addInitScript((theme) => localStorage.setItem('vite-ui-theme', theme), theme);
    await page.goto(scriptAddress(project));
    await page.getByRole('button', { name: 'Zoom: 100 %' }).click();
    await expect(page.getByRole('menuitemradio', { name: '150 %' })).toBeVisible();
    await checkScreen(page, `zoom-menu-${name}`);
    await page.getByRole('menuitemradio', { name: '150 %' }).click();
    await openElement(page, 'Rain on black water.');
    await press(page, 'Shift+F10');
    await expect(page.getByRole('menu', { name: 'Menu of the page' })).toBeVisible();
    await checkScreen(page, `page-menu-${name}`);
    await press(page, 'Escape', 'Control+g');
    await expect(page.getByRole('dialog', { name: 'Go to page' })).toBeVisible();
    await checkScreen(page, `go-to-page-${name}`);
    await press(page, 'Escape');
    await expect(scriptField(page)).toBeFocused();
    await press(page, 'ControlOrMeta+Shift+f');
    await expect(page.locator('html[data-focus-mode]')).toBeAttached();
    await checkScreen(page, `focus-mode-${name}`);
    await press(page, 'Escape');
    await expect(page.locator('html[data-focus-mode]')).not.toBeAttached();
    await expect(scriptField(page)).toBeFocused();
  });
