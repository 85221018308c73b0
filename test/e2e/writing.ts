import { expect, type Locator, type Page, type Response } from '@playwright/test';
import { hasMarks, plainText } from '#screenplay/emphasis.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Project } from '#shared/contract/projects.ts';
import { storedElements } from './projects.ts';

/** Helpers for typing on script pages. */

/** Return the field of the active line on the page, not the bottom input. */
export function scriptField(page: Page): Locator {
  return page.locator('[contenteditable]:not([data-below])');
}

/** Return the visible text of an element: static, or in the field of the active line. */
export function visibleText(page: Page, text: string): Locator {
  const onPages = page.getByRole('article').getByText(text);
  return onPages
    .or(scriptField(page).filter({ hasText: text }))
    .filter({ visible: true })
    .first();
}

/** Open the element whose text begins with `text`. */
export async function openElement(page: Page, text: string): Promise<void> {
  let isClicked = false;
  // The script may put the caret there at this moment, which hides the static text.
  await expect(async () => {
    // A slow click may have opened it. The next one would open another element of the same text.
    if (isClicked && (await scriptField(page).filter({ hasText: text }).count()) > 0) return;
    isClicked = true;
    await visibleText(page, text).click({ timeout: 1000 });
  }).toPass();
  await expect(scriptField(page)).toBeFocused();
}

/** Close the field of the active line, which may be open or closing. */
export async function closeField(page: Page): Promise<void> {
  // It may be closing already.
  await expect(async () => {
    if ((await scriptField(page).count()) > 0) await scriptField(page).press('Escape', { timeout: 1000 });
    await expect(scriptField(page)).toHaveCount(0, { timeout: 1000 });
  }).toPass();
}

/** Return the text of the active line, and the offset of the caret in it. */
export function caretInField(page: Page): Promise<[text: string, offset: number] | null> {
  return page.evaluate(() => {
    const field = document.activeElement;
    const caret = document.getSelection();
    if (!field?.matches('[contenteditable]') || !caret?.focusNode || !field.contains(caret.focusNode))
      return null;
    const before = document.createRange();
    before.setStart(field, 0);
    before.setEnd(caret.focusNode, caret.focusOffset);
    return [field.textContent, before.toString().length];
  });
}

/** Leave the line that a script opens with for keyboard mode. */
export async function leaveFirstField(page: Page): Promise<void> {
  await expect(scriptField(page)).toBeFocused();
  await closeField(page);
}

/** Return the region of the bottom input. */
export function bottomInput(page: Page): Locator {
  return page.getByRole('region', { name: 'Add an element' });
}

/** Scroll the bottom input into the document, however long the script is. */
export async function scrollToBottomInput(page: Page): Promise<void> {
  await expect(async () => {
    await page.locator('[data-desk]').evaluate((desk) => desk.scrollTo(0, desk.scrollHeight));
    await expect(bottomInput(page)).toBeInViewport({ timeout: 1000 });
  }).toPass();
}

/** Wait for the answer to the next call that changes the script. */
export function nextSave(page: Page): Promise<Response> {
  return page.waitForResponse(
    (answer) =>
      /\/api\/(?:projects\/\w+\/)?script-(?:elements|changes)/.test(answer.url()) &&
      answer.request().method() !== 'GET',
  );
}

/** Move the caret to the start or the end of the active element. From there it would go on. */
export async function moveCaretToEdge(page: Page, edge: 'start' | 'end'): Promise<void> {
  const [text, offset] = (await caretInField(page)) ?? ['', -1];
  if (offset === (edge === 'start' ? 0 : text.length)) return;
  const modifier = process.platform === 'darwin' ? 'Alt' : 'Control';
  await page.keyboard.press(`${modifier}+${edge === 'start' ? 'ArrowUp' : 'ArrowDown'}`);
}

/**
 * Replace the text of the element that begins with `text`, and wait until the new text is stored.
 */
export async function replaceElementText(page: Page, text: string, next: string): Promise<void> {
  await openElement(page, text);
  await replaceActiveText(page, next);
}

/** Replace the text of the active element, and wait until it is stored. */
export async function replaceActiveText(page: Page, next: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(next);
  const answer = nextSave(page);
  await page.keyboard.press('ControlOrMeta+s');
  expect((await answer).ok()).toBe(true);
}

export function elementTexts(elements: readonly Element[]): string[] {
  return elements.map(({ content }) => (hasMarks(content) ? plainText(content) : content));
}

/** Expect exactly these texts on the server, in this order. */
export async function expectStored(
  page: Page,
  project: Pick<Project, 'id'>,
  texts: readonly string[],
): Promise<void> {
  const read = async () => elementTexts(await storedElements(page.request, project));
  await expect.poll(read, { timeout: 60_000 }).toEqual(texts);
}

/** Press Tab, or another key, until the target has the focus. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  const isThere = () => target.evaluate((node) => node === document.activeElement);
  for (let presses = 0; presses < 60 && !(await isThere()); presses++) await page.keyboard.press(key);
  await expect(target).toBeFocused();
}

/** Send pending changes now. The application retries on its own and may have sent them already. */
export async function sendNow(page: Page): Promise<void> {
  const sent = page.getByRole('status').filter({ hasText: /^Sav/ });
  await page.getByRole('button', { name: 'Try now' }).or(sent).first().click();
}

/** Choose the keys of Final Draft in the preferences, opened from the command palette. */
export async function chooseFinalDraftKeys(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('writing preferences');
  await expect(page.getByRole('option', { selected: true })).toContainText(/writing preferences/i);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Writing preferences' });
  await expect(dialog).toBeVisible();
  await tabTo(page, dialog.getByRole('radio', { name: 'Cycle' }));
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('radio', { name: 'Final Draft' })).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}
