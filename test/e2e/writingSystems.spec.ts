import { expect, type Page } from '@playwright/test';
import type { Project } from '#shared/contract/projects.ts';
import { test } from './fixtures.ts';
import { aStoredProject, scriptAddress, storedElements } from './projects.ts';
import { bottomInput, openElement, scriptField } from './writing.ts';

/* Write with the keyboards and in the directions of other writing systems than Latin. */

const hebrew = 'הגשם יורד על הנמל.';

let project: Project;
test.beforeEach(async ({ page }) => {
  project = await aStoredProject(page.request, 'Night Ferry');
  await page.goto(scriptAddress(project));
  await expect(bottomInput(page).getByRole('textbox')).toBeFocused();
});

const expectStoredTexts = (page: Page, texts: string[]) =>
  expect
    .poll(async () => (await storedElements(page.request, project)).map(({ content }) => content))
    .toEqual(texts);

/** Press a key as an input method reports it, and then send the text of the key. */
async function pressUnidentified(page: Page, text?: string) {
  const session = await page.context().newCDPSession(page);
  const key = { key: 'Unidentified', windowsVirtualKeyCode: 229 };
  await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key });
  if (text)
    await session.send('Input.dispatchKeyEvent', { type: 'char', ...key, text, unmodifiedText: text });
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
}

test('begins the next line at the Enter of a phone, which reports no key', async ({ page }) => {
  await page.keyboard.type('ext. harbour');
  await pressUnidentified(page, '\r');
  await expectStoredTexts(page, ['EXT. HARBOUR']);
  await openElement(page, 'EXT. HARBOUR');
  await page.keyboard.press('End');
  await page.keyboard.type(' - night');
  await pressUnidentified(page, '\r');
  await expect(scriptField(page)).toHaveText('');
  await expectStoredTexts(page, ['EXT. HARBOUR - NIGHT']);
});

test('splits at a selection across two elements when Enter is pressed on a phone', async ({ page }) => {
  await page.keyboard.type('ext. harbour');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Rain falls.');
  await page.keyboard.press('Enter');
  await expectStoredTexts(page, ['EXT. HARBOUR', 'Rain falls.']);
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await openElement(page, 'EXT. HARBOUR');
  await press('Home', ...Array<string>(5).fill('ArrowRight'), 'Shift+ArrowDown');
  await expect(page.locator('[data-selection-sink]')).toBeFocused();
  await pressUnidentified(page, '\r');
  await expectStoredTexts(page, ['EXT.', 'falls.']);
});

test('stays in the line when Enter ends a composition', async ({ page }) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Input.imeSetComposition', { text: 'ゆき', selectionStart: 2, selectionEnd: 2 });
  await session.send('Input.insertText', { text: '雪' });
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 };
  await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter });
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter });
  await expect(bottomInput(page).getByRole('textbox')).toHaveText('雪');
  await page.keyboard.press('Enter');
  await expectStoredTexts(page, ['雪']);
});

test('writes and shows a paragraph from right to left at the right margin', async ({ page }) => {
  await page.keyboard.insertText(hebrew);
  const field = bottomInput(page).getByRole('textbox');
  await expect(field).toHaveCSS('direction', 'rtl');
  await expect(field).toHaveCSS('text-align', 'right');
  await page.keyboard.press('Enter');
  const line = page.locator('[data-element] [data-from]').first();
  await expect(line).toHaveText(hebrew);
  await expect(line.locator('[dir=rtl]')).toHaveCSS('direction', 'rtl');
  // Seven and a half of the eight and a half inches of the sheet.
  await expect
    .poll(() =>
      line.evaluate((node) => {
        const sheet = node.closest('[data-element]')?.getBoundingClientRect();
        return sheet && Math.round(((node.getBoundingClientRect().right - sheet.left) / sheet.width) * 85);
      }),
    )
    .toBe(75);
  await line.click();
  await expect(scriptField(page)).toHaveCSS('direction', 'rtl');
  await expectStoredTexts(page, [hebrew]);
});
