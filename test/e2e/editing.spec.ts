import { expect, type Page } from '@playwright/test';
import type { Element } from '#shared/contract/elements.ts';
import type { Project } from '#shared/contract/projects.ts';
import { checkScreen } from './checkScreen.ts';
import { nightFerryFile, test } from './fixtures.ts';
import { importProject, scriptAddress, storedElements, storedScenes } from './projects.ts';
import {
  elementTexts,
  expectStored,
  leaveFirstField,
  moveCaretToEdge,
  nextSave,
  openElement,
  replaceElementText,
  scriptField,
  sendNow,
} from './writing.ts';

/* Keys in an open element, and conflicts when its text is saved. */

/** An action of one line. */
const line = 'She blows the whistle. The ramp, already rising, stops.';
/** The beginning of an action of two lines. */
const action = 'Chains. Diesel. Tobias squeezes';

let project: Project;

test.beforeEach(async ({ page }) => {
  project = await importProject(page.request, nightFerryFile);
  await page.goto(scriptAddress(project));
  await expect(page.getByText(action)).toBeVisible();
});

test('keeps the text on Escape, and restores it on Escape from an explicit edit', async ({ page }) => {
  const before = elementTexts(await storedElements(page.request, project));
  const texts = (text: string) => before.with(before.indexOf(line), text);
  await openElement(page, line);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('All of this stays.');
  await page.keyboard.press('Escape');
  await expect(scriptField(page)).toHaveCount(0);
  await expectStored(page, project, texts('All of this stays.'));
  // Enter on the focused element begins the explicit edit.
  await page.keyboard.press('Enter');
  await expect(scriptField(page)).toBeFocused();
  await page.keyboard.type(' But not this.');
  await expectStored(page, project, texts('All of this stays. But not this.'));
  await page.keyboard.press('Escape');
  await expect(scriptField(page)).toHaveCount(0);
  await expectStored(page, project, texts('All of this stays.'));
  await page.keyboard.press('ControlOrMeta+z');
  await expectStored(page, project, texts('All of this stays. But not this.'));
});

test('changes the element type with Tab and Shift+Tab', async ({ page }) => {
  await openElement(page, action);
  for (const name of ['Character', 'Dialogue', 'Parenthetical', 'Transition', 'Scene Heading', 'Action']) {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('textbox', { name, exact: true }).first()).toBeFocused();
  }
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('textbox', { name: 'Transition', exact: true }).first()).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Cut to black:');
  await enter(page);
  expect((await find(page, 'CUT TO BLACK:')).elementType).toBe('transition');
});

test('inserts a line break with Shift+Enter', async ({ page }) => {
  await openElement(page, action);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('One line.');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('Another.');
  await enter(page);
  const { id } = await find(page, 'One line.\nAnother.');
  await expect(page.locator(`[data-element="${id}"] [data-from]`)).toHaveText(['One line.', 'Another.']);
});

test('stores the line and opens the next on Enter at the end; an empty new line is dropped', async ({
  page,
}) => {
  const before = await storedElements(page.request, project);
  await openElement(page, line);
  await moveCaretToEdge(page, 'end');
  await page.keyboard.press('Enter');
  await expect(scriptField(page)).toHaveAccessibleName('Action');
  await expect(scriptField(page)).toHaveText('');
  await page.keyboard.type('Once.');
  const created = page.waitForResponse((answer) => answer.request().method() === 'POST');
  await page.keyboard.press('Enter');
  expect((await created).status()).toBe(201);
  await expect(scriptField(page)).toHaveText('');
  await page.keyboard.press('Enter');
  await expect(scriptField(page)).toHaveCount(0);
  const expected = before.map(contentOf);
  expected.splice(expected.indexOf(line) + 1, 0, 'Once.');
  expect((await storedElements(page.request, project)).map(contentOf)).toEqual(expected);
});

test('splits an element with Ctrl/Cmd+Enter and joins two with Backspace at the start', async ({ page }) => {
  const before = (await storedElements(page.request, project)).map(contentOf);
  const index = before.indexOf(line);
  const [first, second] = ['She blows the whistle.', 'The ramp, already rising, stops.'];
  await openElement(page, line);
  await moveCaretToEdge(page, 'start');
  for (const _letter of first) await page.keyboard.press('ArrowRight');
  let changed = nextSave(page);
  await page.keyboard.press('ControlOrMeta+Enter');
  expect((await changed).status()).toBe(200);
  await expect(scriptField(page)).toHaveText(second);
  await expect(scriptField(page)).toBeFocused();
  expect((await storedElements(page.request, project)).map(contentOf)).toEqual(
    before.toSpliced(index, 1, first, second),
  );
  changed = nextSave(page);
  await page.keyboard.press('Backspace');
  expect((await changed).status()).toBe(200);
  await expect(scriptField(page)).toHaveText(line);
  await page.keyboard.type('Still. ');
  await page.keyboard.press('Escape');
  const after = elementTexts(await storedElements(page.request, project));
  await expectStored(page, project, after.with(index, `${first} Still. ${second}`));
});

test('moves to the next element with arrow keys and stores the edited one', async ({ page }) => {
  await openElement(page, line);
  await moveCaretToEdge(page, 'end');
  await page.keyboard.type(' Wait.');
  const answer = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await page.keyboard.press('ArrowDown');
  expect((await answer).status()).toBe(200);
  await expect(scriptField(page)).toHaveText('CUT TO:');
  await moveCaretToEdge(page, 'start');
  await page.keyboard.press('ArrowLeft');
  await expect(scriptField(page)).toHaveText(`${line} Wait.`);
});

test('turns a line into a heading after INT. and into a parenthetical after a bracket', async ({ page }) => {
  await openElement(page, line);
  await moveCaretToEdge(page, 'end');
  await page.keyboard.press('Enter');
  await page.keyboard.type('int. bridge - night');
  await expect(scriptField(page)).toHaveAccessibleName('Scene Heading');
  await expect(scriptField(page)).toHaveText('INT. BRIDGE - NIGHT', { ignoreCase: true });
  await enter(page, 'POST');
  expect((await storedScenes(page.request, project)).map(({ heading }) => heading)).toContain(
    'INT. BRIDGE - NIGHT',
  );
  await openElement(page, 'After you.');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.type('(');
  await expect(scriptField(page)).toHaveAccessibleName('Parenthetical');
});

test('stores bold, italic and underline as marks and shows the styled text', async ({ page }) => {
  await openElement(page, action);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  for (const [key, word] of [
    ['b', 'Loud'],
    ['i', 'far'],
    ['u', 'now'],
  ]) {
    await page.keyboard.press(`ControlOrMeta+${key}`);
    await page.keyboard.type(`${word}`);
    await page.keyboard.press(`ControlOrMeta+${key}`);
    await page.keyboard.type(' ');
  }
  await page.keyboard.type('gone.');
  await expect(scriptField(page)).toHaveText('Loud far now gone.');
  await enter(page);
  const { id } = await find(page, '**Loud** *far* _now_ gone.');
  await expect(page.locator(`[data-element="${id}"] [data-from]`)).toHaveText('Loud far now gone.');
});

test('quotes an element in the confirmation before deleting it', async ({ page }) => {
  const element = await find(page, action);
  await openElement(page, action);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByRole('heading')).toHaveText('Delete Action');
  const quoted = `Action: ${element.content.slice(0, 100)}`;
  await expect(dialog).toContainText(
    `Are you sure you want to delete "${quoted}"? This action cannot be undone.`,
  );
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  expect(await find(page, action)).toEqual(element);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const deleted = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  expect((await deleted).status()).toBe(204);
  await expect(page.getByText(action)).toHaveCount(0);
  expect((await storedElements(page.request, project)).map(({ id }) => id)).not.toContain(element.id);
});

test('renames the scene when its heading is edited', async ({ page }) => {
  await openElement(page, 'INT. LINNEA - CAR DECK - CONTINUOUS');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('ext. linnea - sun deck - dawn');
  await enter(page);
  const scene = (await storedScenes(page.request, project)).find(({ heading }) =>
    heading.includes('SUN DECK'),
  );
  expect(scene).toMatchObject({ heading: 'EXT. LINNEA - SUN DECK - DAWN', timeOfDay: 'DAWN' });
  await page.getByRole('button', { name: 'Go to a scene' }).click();
  await expect(page.getByRole('menuitem', { name: 'EXT. LINNEA - SUN DECK - DAWN' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'CAR DECK - CONTINUOUS' })).toHaveCount(0);
});

for (const { choice, stays } of [
  { choice: 'Keep my text', stays: 'My own words.' },
  { choice: 'Use their text', stays: 'Quite other words.' },
]) {
  test(`resolves a conflict about the same words by "${choice}"`, async ({
    page,
    browser,
    session,
    server,
    browserConsole,
  }) => {
    browserConsole.expectFailedRequests(/\/api\/script-elements\/\d+$/);
    const context = await browser.newContext({ storageState: session, baseURL: server.url });
    const other = await context.newPage();
    await other.goto(scriptAddress(project));
    // It would open at the place of this user, which is the line of the conflict in a moment.
    await leaveFirstField(other);
    await openElement(page, action);
    // Without unsaved text, the field would accept the other writer's text.
    const { promise: isOtherStored, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/api/script-elements/*', async (route) => {
      await isOtherStored;
      await route.continue();
    });
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('My own words.');
    await replaceElementText(other, 'My own words.', 'Quite other words.');
    release();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('alertdialog', { name: 'Changed by someone else' });
    await expect(dialog.getByRole('definition')).toHaveText(['My own words.', 'Quite other words.']);
    if (choice === 'Keep my text') await checkScreen(page, 'conflict');
    await dialog.getByRole('button', { name: choice }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(stays)).toBeVisible();
    await expect
      .poll(async () => (await storedElements(page.request, project)).map(contentOf))
      .toContain(stays);
    await context.close();
  });
}

test('keeps the text on the page when a save fails, and stores it on retry', async ({
  page,
  browserConsole,
}) => {
  browserConsole.expectFailedRequests(/\/api\/script-elements\/\d+$/);
  await page.route('**/api/script-elements/*', (route) => route.abort());
  await openElement(page, action);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Words that must not be lost.');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Offline, 1 change kept here' })).toBeVisible();
  await expect(page.getByRole('article').getByText('Words that must not be lost.')).toBeVisible();
  await expect(scriptField(page)).toHaveText('');
  const answer = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await page.unroute('**/api/script-elements/*');
  await sendNow(page);
  expect((await answer).status()).toBe(200);
  await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible();
  await find(page, 'Words that must not be lost.');
});

test('restores an element that was deleted by someone else while it was written', async ({
  page,
  browserConsole,
}) => {
  browserConsole.expectFailedRequests(/\/api\/script-elements\/\d+$/);
  const before = await storedElements(page.request, project);
  const element = await find(page, action);
  await openElement(page, action);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('I was writing this.');
  expect((await page.request.delete(`/api/script-elements/${element.id}`)).status()).toBe(204);
  await expect(page.getByText('This paragraph was deleted elsewhere.').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText('I was writing this.')).toBeVisible();
  const expected = before.map((each) => (each.id === element.id ? 'I was writing this.' : each.content));
  await expect
    .poll(async () => (await storedElements(page.request, project)).map(contentOf))
    .toEqual(expected);
});

/** Store the open element, and close the line that opens after it. */
async function enter(page: Page, method: 'PATCH' | 'POST' = 'PATCH'): Promise<void> {
  const answer = page.waitForResponse((each) => each.request().method() === method);
  await page.keyboard.press('Enter');
  expect((await answer).ok()).toBe(true);
  await expect(scriptField(page)).toHaveText('');
  await page.keyboard.press('Escape');
  await expect(scriptField(page)).toHaveCount(0);
}

function contentOf({ content }: Element): string {
  return content;
}

/** Return the stored element whose text begins with `text`. */
async function find(page: Page, text: string): Promise<Element> {
  const found = (await storedElements(page.request, project)).find(({ content }) => content.startsWith(text));
  expect(found, `"${text}" is not stored`).toBeDefined();
  return found as Element;
}
