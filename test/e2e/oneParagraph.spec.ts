import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import type { Element } from '#shared/contract/elements.ts';
import { encodeProjectId } from '#shared/projectId.ts';
import { stableBox } from './boxes.ts';
import { test } from './fixtures.ts';
import { ownWorldPerTest } from './ownWorld.ts';
import { caretInField, elementTexts, moveCaretToEdge, openElement, scriptField } from './writing.ts';

/*
 * Two users with their carets in the same paragraph.
 */

const own = ownWorldPerTest();

const line = 'Rain on black water. A ferry strains at her ropes.';

/** Open the script as Olive in the page of the test, and as Eddie in a separate browser context. */
async function openForTwo(browser: Browser, olive: Page): Promise<{ olive: Page; eddie: Page }> {
  const eddie = await (await browser.newContext()).newPage();
  for (const [page, user] of [
    [olive, own.world.olive],
    [eddie, own.world.eddie],
  ] as const) {
    await own.app.enter(page.context(), user);
    await page.goto(`${own.app.url}/projects/${encodeProjectId(own.world.project.id)}/script`);
  }
  return { olive, eddie };
}

async function storedTexts(): Promise<string[]> {
  const url = `/api/projects/${encodeProjectId(own.world.project.id)}/script-elements`;
  return elementTexts((await own.app.as(own.world.olive).get(url)).json() as Element[]);
}

const caretOf = (page: Page) => page.locator('[data-caret]');

/** Return the offset of the collaborator's caret in the field, by the boxes of both. */
async function remoteOffset(page: Page): Promise<number> {
  const { x } = await stableBox(caretOf(page));
  return scriptField(page).evaluate((field, x) => {
    const [text] = [...field.childNodes];
    const range = document.createRange();
    for (let at = 0; text && at < (text.textContent ?? '').length; at++) {
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      if (range.getBoundingClientRect().right > x + 3) return at;
    }
    return field.textContent.length;
  }, x);
}

test('moves the caret of a collaborator with text before it, typed here or stored there', async ({
  browser,
  page,
}) => {
  const { olive, eddie } = await openForTwo(browser, page);
  await openElement(eddie, line);
  await moveCaretToEdge(eddie, 'end');
  await openElement(olive, line);
  await moveCaretToEdge(olive, 'start');
  await expect(caretOf(olive)).toHaveCount(1);
  await expect.poll(() => remoteOffset(olive)).toBe(line.length);

  await olive.keyboard.type('Hail. ');
  await expect.poll(() => remoteOffset(olive)).toBe(line.length + 6);
  await olive.keyboard.press('ControlOrMeta+s');
  await expect(scriptField(eddie)).toHaveText(`Hail. ${line}`);
  await expect.poll(() => caretInField(eddie)).toEqual([`Hail. ${line}`, line.length + 6]);
  await expect.poll(() => remoteOffset(olive)).toBe(line.length + 6);
  await expect.poll(() => remoteOffset(eddie)).toBe(6);
});

/** Return whether two boxes have a common point. */
async function areOverlapping(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await stableBox(one), await stableBox(other)];
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

test('shows the name of a collaborator beside the tools of the open line', async ({ browser, page }) => {
  const { olive, eddie } = await openForTwo(browser, page);
  const label = olive.locator('[data-person="Eddie Editor"] span');
  const tools = olive.getByRole('toolbar', { name: 'Element' });
  for (const theirs of [line, 'Forty-one. Forty-two.']) {
    await openElement(eddie, theirs);
    await expect(scriptField(eddie)).toHaveText(theirs);
    for (const own of [line, 'MARA', 'Forty-one. Forty-two.']) {
      await openElement(olive, own);
      await expect(label).toBeVisible();
      expect([theirs, own, await areOverlapping(label, tools)]).toEqual([theirs, own, false]);
    }
  }
});

test('keeps each text of a conflict once', async ({ browser, page, browserConsole }) => {
  const before = await storedTexts();
  const { olive, eddie } = await openForTwo(browser, page);
  browserConsole.expectFailedRequests(/\/api\/script-elements\/\d+$/);
  for (const page of [olive, eddie]) {
    await openElement(page, line);
    await page.keyboard.press('ControlOrMeta+a');
  }
  await olive.keyboard.type('Mine.');
  await eddie.keyboard.type('Theirs.');
  await eddie.keyboard.press('ControlOrMeta+s');
  await expect.poll(storedTexts).toContain('Theirs.');
  // A conflict is decided about when the caret leaves the line.
  await olive.keyboard.press('Enter');
  // It does not take the letters of the next line.
  await olive.keyboard.type('The lights go out, one after the other.', { delay: 50 });
  const dialog = olive.getByRole('alertdialog', { name: 'Changed by someone else' });
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep both' }).click();
  const index = before.indexOf(line);
  await expect
    .poll(storedTexts, { timeout: 15_000 })
    .toEqual([
      ...[...before.slice(0, index), 'Theirs.', 'Mine.'],
      ...['The lights go out, one after the other.', ...before.slice(index + 1)],
    ]);
  for (const page of [olive, eddie])
    for (const text of ['Theirs.', 'Mine.'])
      await expect(page.locator('[data-element]').filter({ hasText: text })).toHaveCount(1);
});
