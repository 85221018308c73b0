import { expect, type Locator, type Page } from '@playwright/test';
import type { Project } from '#shared/contract/projects.ts';
import { stableBox } from './boxes.ts';
import { checkScreen } from './checkScreen.ts';
import { onePage, test } from './fixtures.ts';
import { looks } from './looks.ts';
import { aStoredProject, importProject, scriptAddress, storedElements } from './projects.ts';
import { elementTexts, expectStored, openElement, scriptField } from './writing.ts';

/*
 * One selection across the script: edits by keyboard and mouse, and their undo. Compares the texts
 * on the server.
 */

let project: Project;
let texts: string[];

test.beforeEach(async ({ page }) => {
  project = await importProject(page.request, onePage);
  texts = elementTexts(await storedElements(page.request, project));
  await page.goto(scriptAddress(project));
  // Do not accept the first sheet, which is visible before the editor has loaded.
  await expect(page.getByRole('article').getByText('Nobody laughs.')).toBeVisible();
});

const sink = (page: Page) => page.locator('[data-selection-sink]');
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

/** Replace `count` texts, from the first named one, by `next`. */
const replaceTexts = (list: readonly string[], first: string, count: number, ...next: string[]) =>
  list.toSpliced(list.indexOf(first), count, ...next);

/** Press Undo or Redo until its button stays disabled. Return the number of steps. */
async function clickAll(page: Page, name: 'Undo' | 'Redo'): Promise<number> {
  // The first button is in the toolbar. A paste shows a second one.
  const button = page.getByRole('button', { name: new RegExp(`^${name}`) }).first();
  let count = 0;
  while ((await button.isEnabled()) && count < 60) {
    await button.click();
    count++;
  }
  await expect(button).toBeDisabled();
  return count;
}

test('types over three elements, moves half a scene by cut and paste, and undoes everything, by keyboard', async ({
  page,
}) => {
  await openElement(page, 'Rain on black water.');
  await press(page, 'Home', ...Array<string>(8).fill('ArrowRight'));
  await press(page, 'Shift+ArrowDown', 'Shift+ArrowDown');
  await expect(sink(page)).toHaveAccessibleName('3 elements selected');
  await press(page, ...Array<string>(10).fill('Shift+ArrowRight'));
  await page.keyboard.type('snow.');
  await expect(scriptField(page)).toHaveText('Rain on snow. Forty-two.');
  const typed = replaceTexts(texts, 'Rain on black water.', 3, 'Rain on snow. Forty-two.');
  await press(page, 'ControlOrMeta+s');
  await expectStored(page, project, typed);

  await openElement(page, '(waving a wet ticket)');
  await press(page, 'ArrowUp', 'Home');
  await expect(scriptField(page)).toHaveText('TOBIAS');
  await press(page, ...Array<string>(5).fill('ControlOrMeta+Shift+ArrowDown'));
  await expect(sink(page)).toHaveAccessibleName('5 elements selected');
  await press(page, 'ControlOrMeta+x');
  const cut = replaceTexts(typed, 'TOBIAS', 5);
  await expectStored(page, project, cut);
  await press(page, 'ControlOrMeta+End', 'ControlOrMeta+v');
  const half = typed.slice(typed.indexOf('TOBIAS'), typed.indexOf('TOBIAS') + 5);
  await expectStored(page, project, [...cut, ...half]);
  const types = (await storedElements(page.request, project)).slice(-5).map(({ elementType }) => elementType);
  expect(types).toEqual(['character', 'parenthetical', 'dialogue', 'character', 'dialogue']);

  expect(await clickAll(page, 'Undo')).toBe(3);
  await expectStored(page, project, texts);
  expect(await clickAll(page, 'Redo')).toBe(3);
  await expectStored(page, project, [...cut, ...half]);
});

test('types over a selection made by drag or by Shift and a click, and undoes everything', async ({
  page,
}) => {
  await drag(
    page,
    await pointInLine(page, 'Rain on black water.', 8),
    await pointInLine(page, 'Forty-one. Forty-two.', 10),
  );
  await expect(sink(page)).toHaveAccessibleName('3 elements selected');
  await page.keyboard.type('snow.');
  await expect(scriptField(page)).toHaveText('Rain on snow. Forty-two.');
  const typed = replaceTexts(texts, 'Rain on black water.', 3, 'Rain on snow. Forty-two.');

  const from = await pointInLine(page, 'Chains. Diesel.', 7);
  await page.mouse.click(from.x, from.y);
  await expectStored(page, project, typed);
  const to = await pointInLine(page, 'Nobody laughs.', 6);
  await page.keyboard.down('Shift');
  await page.mouse.click(to.x, to.y);
  await page.keyboard.up('Shift');
  await expect(sink(page)).toHaveAccessibleName('4 elements selected');
  await press(page, 'Backspace');
  const deleted = replaceTexts(typed, 'Chains. Diesel.', 4, 'Chains. laughs.');
  await expectStored(page, project, deleted);

  expect(await clickAll(page, 'Undo')).toBe(2);
  await expectStored(page, project, texts);
  expect(await clickAll(page, 'Redo')).toBe(2);
  await expectStored(page, project, deleted);
});

test('moves the selection by mouse as one change', async ({ page }) => {
  await drag(
    page,
    await pointInLine(page, 'Rain on black water.', 0),
    await pointInLine(page, 'Forty-one. Forty-two.', 21),
  );
  await expect(sink(page)).toHaveAccessibleName('3 elements selected');
  await drag(page, await pointInLine(page, 'MARA', 2), await pointInLine(page, 'Nobody laughs.', 14));
  const at = texts.indexOf('Rain on black water.');
  const carried = texts.slice(at, at + 3);
  const moved = [...texts.toSpliced(at, 3), ...carried];
  await expectStored(page, project, moved);

  const word = await pointInLine(page, 'Chains. Diesel.', 3);
  await page.mouse.dblclick(word.x, word.y);
  await drag(page, await pointInLine(page, 'Chains. Diesel.', 3), await pointInLine(page, 'After you.', 0));
  await expectStored(
    page,
    project,
    moved.map(
      (text) => ({ 'Chains. Diesel.': '. Diesel.', 'After you.': 'Chains After you.' })[text] ?? text,
    ),
  );
  expect(await clickAll(page, 'Undo')).toBe(2);
  await expectStored(page, project, texts);
});

test('drags words between a line and the bottom input', async ({ page }) => {
  const below = page.getByRole('region', { name: 'Add an element' }).getByRole('textbox');
  await below.scrollIntoViewIfNeeded();
  await below.fill('Fog over');
  const centre = async (target: Locator, part = 0.5) => {
    const { x, y, width, height } = await stableBox(target);
    return { x: x + width * part, y: y + height / 2 };
  };
  const line = page.locator('[data-from]').filter({ hasText: 'Nobody laughs.' });
  const word = await pointInLine(page, 'Nobody laughs.', 2);
  await page.mouse.dblclick(word.x, word.y);
  // Opening another line has stored the text of the bottom input.
  const fog = [...texts, 'Fog over'];
  await expectStored(page, project, fog);
  await drag(page, await pointInLine(page, 'Nobody laughs.', 2), await centre(below));
  await expect(below).toHaveText('Nobody');
  const taken = fog.map((text) => (text === 'Nobody laughs.' ? 'laughs.' : text));
  await expectStored(page, project, taken);

  await page.keyboard.press('ControlOrMeta+a');
  await drag(page, await centre(below, 0.02), await pointInLine(page, 'Fog over', 8));
  await expect(scriptField(page)).toHaveText('Fog over Nobody');
  await page.keyboard.press('ControlOrMeta+s');
  await expectStored(
    page,
    project,
    taken.map((text) => (text === 'Fog over' ? 'Fog over Nobody' : text)),
  );
  await expect(below).toHaveText('');

  await drag(page, await pointInLine(page, 'MARA', 0), await pointInLine(page, 'Forty-one. Forty-two.', 10));
  await drag(page, await pointInLine(page, 'MARA', 2), await centre(below));
  await expect
    .poll(async () => elementTexts(await storedElements(page.request, project)).slice(-2))
    .toEqual(['MARA', 'Forty-one.']);
  await expect(line).toHaveCount(0);
});

test('finds matches within the selection only', async ({ page }) => {
  await drag(
    page,
    await pointInLine(page, 'Rain on black water.', 8),
    await pointInLine(page, 'It was Thursday.', 2),
  );
  await page.keyboard.press('ControlOrMeta+f');
  const bar = page.getByRole('region', { name: 'Find in the script' });
  await bar.getByRole('textbox', { name: 'Find', exact: true }).fill('a');
  const count = bar.getByRole('status');
  await expect(count).toHaveText(/of \d+$/);
  const inside = await count.textContent();
  await bar.getByRole('button', { name: 'In selection' }).click();
  await expect(count).toHaveText(/of \d+$/);
  await expect(count).not.toHaveText(inside ?? '');
});

test('puts the caret into the nearest text on a click beside it, on blank paper or between lines', async ({
  page,
}) => {
  const line = page.locator('[data-from]').filter({ hasText: 'Forty-one. Forty-two.' });
  const box = await stableBox(line);
  await page.mouse.click(box.x + box.width + 150, box.y + 3);
  await expect(scriptField(page)).toHaveText('Forty-one. Forty-two.');
  await page.keyboard.type(' Three.');
  await expect(scriptField(page)).toHaveText('Forty-one. Forty-two. Three.');
  const cue = await stableBox(page.locator('[data-from]').filter({ hasText: 'TOBIAS' }).first());
  await page.mouse.click(cue.x - 120, cue.y - cue.height * 0.4);
  await expect(scriptField(page)).toHaveText('TOBIAS');
});

test('selects a word with two clicks, the element with three, and with Ctrl+A the element and then the script', async ({
  page,
}) => {
  const place = await pointInLine(page, 'Rain on black water.', 10);
  await page.mouse.dblclick(place.x, place.y);
  await expect.poll(() => selectedText(page)).toBe('black');
  await page.mouse.click(place.x, place.y, { clickCount: 3 });
  await expect.poll(() => selectedText(page)).toBe('Rain on black water.');
  await press(page, 'ArrowRight', 'ControlOrMeta+a');
  await expect.poll(() => selectedText(page)).toBe('Rain on black water.');
  await press(page, 'ControlOrMeta+a');
  await expect(sink(page)).toHaveAccessibleName(`${texts.length} elements selected`);
  await press(page, 'Delete');
  await expectStored(page, project, []);
  await press(page, 'ControlOrMeta+z');
  await expectStored(page, project, texts);
});

test('pastes copied elements into another project, and a plain script into other programs', async ({
  page,
  context,
}) => {
  await openElement(page, 'MARA');
  await press(page, 'Home', ...Array<string>(5).fill('ControlOrMeta+Shift+ArrowDown'), 'ControlOrMeta+b');
  await press(page, 'ControlOrMeta+c');
  const stored = async () => (await storedElements(page.request, project)).slice(2, 7);
  await expect.poll(async () => elementTexts(await stored())).toEqual(texts.slice(2, 7));
  await expect
    .poll(async () => (await stored()).map(({ content }) => content))
    .toContain('**Forty-one. Forty-two.**');
  const before = await stored();
  const other = await aStoredProject(page.request, 'Elsewhere');
  const next = await context.newPage();
  await next.goto(scriptAddress(other));
  const input = next.getByRole('region', { name: 'Add an element' }).getByRole('textbox');
  await input.fill('INT. SHED - DAY');
  await input.press('Enter');
  await input.press('ControlOrMeta+v');
  const contentOf = ({ elementType, content }: (typeof before)[number]) => [elementType, content];
  await expect
    .poll(async () => (await storedElements(next.request, other)).slice(1).map(contentOf))
    .toEqual(before.map(contentOf));
  await next.evaluate(() => {
    const area = document.body.appendChild(document.createElement('textarea'));
    area.id = 'elsewhere';
    area.focus();
  });
  await next.keyboard.press('ControlOrMeta+v');
  await expect(next.locator('#elsewhere')).toHaveValue(
    /^\*\*MARA\*\*\n\*\*Forty-one. Forty-two.\*\*\n\n\*\*TOBIAS/,
  );
});

test('keeps the previous clipboard when the selection contains nothing to copy or cut', async ({ page }) => {
  await openElement(page, 'Chains. Diesel.');
  await press(page, 'Home', ...Array<string>(6).fill('Shift+ArrowRight'), 'ControlOrMeta+c');
  for (const key of ['ControlOrMeta+c', 'ControlOrMeta+x']) {
    await openElement(page, 'Rain on black water.');
    await press(page, 'End', 'Shift+ArrowRight');
    await expect(sink(page)).toHaveAccessibleName('2 elements selected');
    await press(page, key);
  }
  await openElement(page, 'Nobody laughs.');
  await press(page, 'End', 'ControlOrMeta+v');
  await expect(scriptField(page)).toHaveText('Nobody laughs.Chains');
  await press(page, 'ControlOrMeta+s');
  await expectStored(page, project, replaceTexts(texts, 'Nobody laughs.', 1, 'Nobody laughs.Chains'));
});

test('replaces the selection by the text of an input method', async ({ page }) => {
  await openElement(page, 'Rain on black water.');
  await press(page, 'Home', 'Shift+ArrowDown', 'Shift+ArrowDown');
  await expect(sink(page)).toBeFocused();
  const session = await page.context().newCDPSession(page);
  await session.send('Input.imeSetComposition', { text: 'ゆ', selectionStart: 1, selectionEnd: 1 });
  await session.send('Input.insertText', { text: '雪' });
  await expect(scriptField(page)).toHaveText('雪Forty-one. Forty-two.');
  await press(page, 'ControlOrMeta+s');
  await expectStored(
    page,
    project,
    replaceTexts(texts, 'Rain on black water.', 3, '雪Forty-one. Forty-two.'),
  );
});

for (const { name, viewport, theme } of looks) {
  test(`shows the selection and the focused element (${name})`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.evaluate((theme) => localStorage.setItem('vite-ui-theme', theme), theme);
    await page.reload();
    await page.getByText('MARA').first().click();
    await expect(scriptField(page)).toBeFocused();
    await press(page, 'Home', ...Array<string>(4).fill('ControlOrMeta+Shift+ArrowDown'), 'Shift+ArrowLeft');
    await expect(sink(page)).toHaveAccessibleName('4 elements selected');
    await checkScreen(page, `selection-${name}`);
    await press(page, 'Escape');
    await expect(page.locator('[data-element]:focus')).toContainText('(waving');
    await checkScreen(page, `keyboard-mode-${name}`);
  });
}

function selectedText(page: Page): Promise<string> {
  return page.evaluate(() => document.getSelection()?.toString() ?? '');
}

/** Return the point of a caret offset in a drawn line. */
async function pointInLine(page: Page, text: string, offset: number): Promise<{ x: number; y: number }> {
  const line = page.locator('[data-from]').filter({ hasText: text }).first();
  const { x, y, width, height } = await stableBox(line);
  return { x: x + (width * offset) / text.length + 1, y: y + height / 2 };
}

async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 3 });
  await page.mouse.move(to.x, to.y, { steps: 3 });
  await page.mouse.up();
}

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('deletes and copies a native selection over several elements like any selection', async ({ page }) => {
    const line = (text: string) => page.locator('[data-from]').filter({ hasText: text }).first();
    const box = await stableBox(line('Rain on black water.'));
    await page.touchscreen.tap(box.x + 300, 300);
    await page.keyboard.press('Escape');
    await expect(scriptField(page)).toHaveCount(0);
    await expect(line('Forty-one. Forty-two.')).toBeVisible();
    await page.evaluate(
      ([first, last]) => {
        const runs = [...document.querySelectorAll('[data-from] span')];
        const textOf = (words: string) =>
          runs.find(({ textContent }) => textContent === words)?.firstChild ?? document.body;
        document.getSelection()?.setBaseAndExtent(textOf(first), 8, textOf(last), 10);
      },
      ['Rain on black water.', 'Forty-one. Forty-two.'] as const,
    );
    const tools = page.getByRole('toolbar', { name: 'Selection' });
    await expect(tools).toContainText('3 elements');
    await expect(sink(page)).toHaveCount(0);
    await checkScreen(page, 'selected-by-finger');
    await tools.getByRole('button', { name: 'Delete' }).click();
    await expectStored(page, project, replaceTexts(texts, 'Rain on black water.', 3, 'Rain on  Forty-two.'));
  });
});
