import { expect, type Locator, type Page } from '@playwright/test';
import type { Project } from '#shared/contract/projects.ts';
import { checkScreen } from './checkScreen.ts';
import { onePage, owner, test } from './fixtures.ts';
import { untilAllCached, untilCopied } from './offlineCopies.ts';
import { importProject, scriptAddress, storedElements } from './projects.ts';
import {
  bottomInput,
  elementTexts,
  expectStored,
  moveCaretToEdge,
  openElement,
  replaceActiveText,
  replaceElementText,
  scriptField,
  sendNow,
  visibleText,
} from './writing.ts';

/*
 * No data is lost: offline, without a session, after a reload, a closed page or a crash, with two
 * tabs.
 */

const line = 'She blows the whistle. The ramp, already rising, stops.';

// With the cached build, as in production.
test.use({ serviceWorkers: 'allow' });

let project: Project;
/** The texts of the imported script. */
let before: string[];

test.beforeEach(async ({ page }) => {
  project = await importProject(page.request, onePage);
  before = elementTexts(await storedElements(page.request, project));
  await openScript(page);
});

test('keeps offline edits and stores them once and in order after reconnecting', async ({
  page,
  context,
  browserConsole,
}) => {
  // Code that is loaded at the moment of the return may fail, too.
  browserConsole.expectFailedRequests(/\/(api|assets)\//);
  await untilCopied(page);
  await untilAllCached(page);
  await context.setOffline(true);
  await openElement(page, line);
  await moveCaretToEdge(page, 'end');
  await page.keyboard.type(' She waits.');
  await writeOn(page, ['One.', 'Two.', 'Three.']);
  await expect(state(page, /Offline, \d changes kept here/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try now' })).toBeVisible();
  for (const text of ['One.', 'Two.', 'Three.'])
    await expect(page.getByRole('article').getByText(text, { exact: true })).toBeVisible();
  await bottomInput(page).getByRole('textbox').fill('The end.');
  await bottomInput(page).getByRole('button', { name: 'Add Element' }).click();
  await expect(page.getByRole('article').getByText('The end.', { exact: true })).toBeVisible();

  await context.setOffline(false);
  const index = before.indexOf(line);
  const expected = [...before.with(index, `${line} She waits.`), 'The end.'];
  expected.splice(index + 1, 0, 'One.', 'Two.', 'Three.');
  await expectStored(page, project, expected);
  await expect(state(page, /^Saved$/)).toBeVisible();
  await page.reload();
  await expect(page.getByText('Three.', { exact: true })).toBeVisible();
  await expectStored(page, project, expected);
});

test('stores a line once when the answer of its save is lost', async ({ page, browserConsole }) => {
  browserConsole.expectFailedRequests(/\/script-elements$/);
  const calls: string[] = [];
  await page.route('**/script-elements', async (route) => {
    if (route.request().method() === 'GET') return route.continue();
    calls.push(route.request().headers()['idempotency-key'] ?? '');
    if (calls.length > 2) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await openElement(page, line);
  await moveCaretToEdge(page, 'end');
  await writeOn(page, ['Only once.']);
  await expect(page.getByRole('button', { name: 'Try now' })).toBeVisible();
  await sendNow(page);
  await expect.poll(() => calls.length, { timeout: 30_000 }).toBeGreaterThan(2);
  await expect(page.getByRole('button', { name: 'Try now' })).toBeHidden({ timeout: 30_000 });
  expect(new Set(calls).size).toBe(1);
  expect(calls[0]).not.toBe('');
  await expectStored(page, project, before.toSpliced(before.indexOf(line) + 1, 0, 'Only once.'));
});

test('stores the line that is written when the page is reloaded', async ({ page }) => {
  page.on('dialog', (dialog) => dialog.accept());
  await openElement(page, line);
  await moveCaretToEdge(page, 'end');
  await page.keyboard.type(' And starts again.');
  await page.reload();
  const index = before.indexOf(line);
  const expected = before.with(index, `${line} And starts again.`);
  await expectStored(page, project, expected);

  await openElement(page, 'starts again');
  await moveCaretToEdge(page, 'end');
  await page.keyboard.press('Enter');
  await page.keyboard.type('A new line');
  await page.addInitScript(countShownElements, 'A new line');
  await page.reload();
  await expectStored(page, project, expected.toSpliced(index + 1, 0, 'A new line'));
  await expect(page.getByRole('article').getByText('A new line')).toHaveCount(1);
  await expect(state(page, /^Saved$/)).toBeVisible();
  expect(await page.evaluate(() => window.maxShown)).toBe(1);
  await bottomInput(page).getByRole('textbox').fill('Below the script');
  await page.reload();
  await expectStored(page, project, [...expected.toSpliced(index + 1, 0, 'A new line'), 'Below the script']);
});

test('asks before closing only while there are pending changes or unsaved text', async ({
  page,
  browserConsole,
}) => {
  browserConsole.expectFailedRequests(/\/api\//);
  let isDown = false;
  await page.route('**/api/**', (route) => (isDown ? route.abort() : route.continue()));
  await openElement(page, line);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Not yet stored.');
  await expectCloseWarning(page);
  isDown = true;
  await page.keyboard.press('ControlOrMeta+s');
  await expect(state(page, 'Offline, 1 change kept here')).toBeVisible();
  await expectCloseWarning(page);
  isDown = false;
  await sendNow(page);
  await expect(state(page, /^Saved$/)).toBeVisible();
  await expectStored(page, project, before.with(before.indexOf(line), 'Not yet stored.'));
  const closed = page.waitForEvent('close');
  await page.close({ runBeforeUnload: true });
  await closed;
});

test('takes over the pending changes of a crashed tab, but not those of an open one', async ({
  page,
  context,
  browserConsole,
}) => {
  browserConsole.expectFailedRequests(/\/api\//);
  await page.route('**/api/**', (route) => route.abort());
  await openElement(page, line);
  await moveCaretToEdge(page, 'end');
  await page.keyboard.type(' Then nothing.');
  await writeOn(page, ['Left behind.', 'And this.']);
  await page.keyboard.type('Half a li');
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('Half a li');

  const second = await context.newPage();
  await openScript(second);
  await expect(second.getByText('Left behind.')).toHaveCount(0);
  await second.close();
  await expectStored(page, project, before);

  const crashed = page.waitForEvent('crash');
  const session = await context.newCDPSession(page);
  void session.send('Page.crash').catch(() => {});
  await crashed;

  const third = await context.newPage();
  await openScript(third);
  const index = before.indexOf(line);
  const expected = before
    .with(index, `${line} Then nothing.`)
    .toSpliced(index + 1, 0, 'Left behind.', 'And this.', 'Half a li');
  await expectStored(third, project, expected);
  await openElement(third, 'Half a li');
  await moveCaretToEdge(third, 'end');
  await third.keyboard.type('ne.');
  await third.keyboard.press('Enter');
  await expectStored(third, project, expected.with(index + 3, 'Half a line.'));

  const fourth = await context.newPage();
  await openScript(fourth);
  await expect(visibleText(fourth, 'Half a line.')).toBeVisible();
  await expect(fourth.getByRole('alert')).toHaveCount(0);
  await expectStored(fourth, project, expected.with(index + 3, 'Half a line.'));
});

test('merges two tabs’ changes of different words, and shows both texts of the same words', async ({
  page,
  context,
  browserConsole,
}) => {
  browserConsole.expectFailedRequests(/\/api\/script-elements\/\d+$/);
  const other = await context.newPage();
  await openScript(other);
  await openElement(page, line);
  await moveCaretToEdge(page, 'end');
  await page.keyboard.type(' Everything does.');
  await replaceElementText(other, line, line.replace('whistle', 'horn'));
  await page.keyboard.press('ControlOrMeta+s');
  const merged = `${line.replace('whistle', 'horn')} Everything does.`;
  await expectStored(page, project, before.with(before.indexOf(line), merged));
  await expect(scriptField(page)).toHaveText(merged);

  await other.reload();
  // Before the first tab types: a live draft is shown to other tabs instead of the stored text.
  await openElement(other, 'She blows the horn.');
  await openElement(page, 'She blows the horn.');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Mine.');
  await replaceActiveText(other, 'Theirs.');
  await page.keyboard.press('ControlOrMeta+s');
  // A conflict is decided about when the caret leaves the line.
  await page.keyboard.press('Escape');
  const dialog = page.getByRole('alertdialog', { name: 'Changed by someone else' });
  await expect(dialog.getByRole('definition')).toHaveText(['Mine.', 'Theirs.']);
  await dialog.getByRole('button', { name: 'Keep my text' }).click();
  await expectStored(page, project, before.with(before.indexOf(line), 'Mine.'));
});

test('keeps the text when the session ends, and sends it after signing in again', async ({
  page,
  context,
  browserConsole,
  server,
}) => {
  browserConsole.expectFailedRequests(/\/api\//);
  await openElement(page, line);
  await moveCaretToEdge(page, 'end');
  await page.keyboard.type(' Who are you?');
  // A page without unsent text redirects to the sign-in page.
  await context.clearCookies();
  await writeOn(page, ['Nobody answers.']);
  await expect(state(page, /Signed out, \d changes? kept here/)).toBeVisible();
  await expect(page.getByRole('article').getByText('Nobody answers.')).toBeVisible();
  await checkScreen(page, 'signed-out');

  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Sign in' }).click();
  const login = await opened;
  await login.getByLabel('Email').fill(owner);
  const { code } = await server.loginMail(owner, () =>
    login.getByRole('button', { name: 'Send code' }).click(),
  );
  await login.getByLabel('Code').fill(code);
  await expect(visibleText(login, line)).toBeVisible();
  await login.close();

  await sendNow(page);
  const index = before.indexOf(line);
  const expected = before.with(index, `${line} Who are you?`).toSpliced(index + 1, 0, 'Nobody answers.');
  await expectStored(page, project, expected);
  await expect(state(page, /^Saved$/)).toBeVisible();
});

declare global {
  interface Window {
    maxShown?: number;
  }
}

/** Record in `window.maxShown` how many elements of the pages had this text at the same time. */
function countShownElements(text: string): void {
  window.maxShown = 0;
  const count = () => {
    const pieces = [...document.querySelectorAll('[data-element]')];
    const shown = pieces.filter(({ textContent }) => textContent === text).length;
    window.maxShown = Math.max(window.maxShown ?? 0, shown);
  };
  new MutationObserver(count).observe(document, { childList: true, characterData: true, subtree: true });
}

async function openScript(page: Page): Promise<void> {
  await page.goto(scriptAddress(project));
  await expect(page.getByRole('article').getByText('Nobody laughs.')).toBeVisible();
}

/** Add each text as a new line after the open element, and open one more empty line. */
async function writeOn(page: Page, texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    await page.keyboard.press('Enter');
    await expect(scriptField(page)).toHaveText('');
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Enter');
  await expect(scriptField(page)).toHaveText('');
}

function state(page: Page, text: string | RegExp): Locator {
  return page.getByRole('status').filter({ hasText: text });
}

/** Expect the browser to ask before closing the page. Stay on it. */
async function expectCloseWarning(page: Page): Promise<void> {
  const dialogEvent = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialog = await dialogEvent;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
}
