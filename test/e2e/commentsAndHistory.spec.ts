import { expect } from '@playwright/test';
import { encodeProjectId } from '#shared/projectId.ts';
import { highlightedTexts, openFerry, sidePanel, whistleLine } from './ferry.ts';
import { test } from './fixtures.ts';
import { aStoredProject, scriptAddress } from './projects.ts';
import {
  bottomInput,
  closeField,
  expectStored,
  moveCaretToEdge,
  nextSave,
  openElement,
  scriptField,
} from './writing.ts';

/* Comments and history of a script. */

test('adds comments to elements and to selected words, follows edits of the words, and resolves comments', async ({
  page,
}) => {
  const _project = await openFerry(page, '?panel=navigator');
  const input = sidePanel(page).getByRole('textbox', { name: 'Add a comment' });
  const send = sidePanel(page).getByRole('button', { name: 'Comment', exact: true });

  await test.step('comment on an element', async () => {
    await page.getByRole('article').getByText(whistleLine).hover();
    await page.getByRole('button', { name: 'Add comment' }).click();
    await expect(input).toBeFocused();
    await expect(sidePanel(page).getByText('On Action, scene 1')).toBeVisible();
    await page.keyboard.type('Louder.');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(sidePanel(page).getByText('1 unresolved, 0 resolved')).toBeVisible();
    await expect(page.getByRole('button', { name: '1 comment', exact: true })).toBeVisible();
  });

  await test.step('comment on selected words, which are marked', async () => {
    await openElement(page, whistleLine);
    await moveCaretToEdge(page, 'start');
    for (const _letter of 'She blows the ') await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ControlOrMeta+ArrowRight');
    await page.getByRole('button', { name: 'Add comment' }).click();
    await input.fill('Or a horn?');
    await send.click();
    await expect(sidePanel(page).getByText('2 unresolved, 0 resolved')).toBeVisible();
    await page.getByRole('toolbar', { name: 'Element' }).getByRole('button', { name: 'Save' }).click();
    await expect(scriptField(page)).toHaveCount(0);
    await expect.poll(() => highlightedTexts(page)).toEqual(['whistle']);
  });

  await test.step('follow an edit before the mark', async () => {
    const text = `Slowly, she blows the whistle. ${whistleLine.slice(whistleLine.indexOf('The ramp'))}`;
    await openElement(page, whistleLine);
    await moveCaretToEdge(page, 'start');
    await page.keyboard.type('Slowly, s');
    await page.keyboard.press('Delete');
    const answer = nextSave(page);
    await page.keyboard.press('ControlOrMeta+s');
    expect((await answer).status()).toBe(200);
    await closeField(page);
    await expect(page.getByRole('article').getByText(text.slice(0, 40))).toBeVisible();
    await expect.poll(() => highlightedTexts(page)).toEqual(['whistle']);
    await page.reload();
    await expect.poll(() => highlightedTexts(page)).toEqual(['whistle']);
  });

  await test.step('reply, resolve and show resolved comments', async () => {
    const thread = sidePanel(page).getByRole('listitem').filter({ hasText: 'Or a horn?' });
    await thread.getByRole('textbox', { name: 'Reply' }).fill('A whistle.');
    await thread.getByRole('button', { name: 'Reply' }).click();
    await expect(thread.getByText('A whistle.')).toBeVisible();
    await thread.getByRole('button', { name: 'Resolve' }).first().click();
    await expect(sidePanel(page).getByText('1 unresolved, 1 resolved')).toBeVisible();
    await expect(thread).toHaveCount(0);
    await expect.poll(() => highlightedTexts(page)).toEqual([]);
    await sidePanel(page).getByRole('button', { name: 'Show Resolved' }).click();
    await expect(thread.getByText('Resolved', { exact: true })).toBeVisible();
    await sidePanel(page).getByRole('button', { name: 'Close the panel' }).click();
    await page.getByRole('button', { name: '1 unresolved comment' }).click();
    await expect(sidePanel(page).getByText('Louder.')).toBeVisible();
  });
});

test('shows the history in three pages without repeats, searches with one request, restores, names and compares versions', async ({
  page,
}) => {
  const project = await aStoredProject(page.request, 'Many drafts');
  const created = await page.request.post(`/api/projects/${encodeProjectId(project.id)}/script-elements`, {
    data: { elementType: 'scene_heading', content: 'INT. DRAFT 1 - DAY' },
  });
  const { id } = await created.json();
  for (let draft = 2; draft <= 45; draft++) {
    const data = { content: `INT. DRAFT ${draft} - DAY` };
    expect((await page.request.patch(`/api/script-elements/${id}`, { data })).status()).toBe(200);
  }
  const searches: URLSearchParams[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/script-history/paginated')) searches.push(searchParams);
  });
  await page.goto(`${scriptAddress(project)}?panel=history`);
  const history = page.getByRole('region', { name: 'Script History' });
  const entries = history.getByRole('region', { name: 'Changes' }).getByRole('listitem');
  const menuOf = (text: string) =>
    entries
      .filter({ has: page.getByText(text, { exact: true }) })
      .first()
      .getByRole('button', { name: /^More for/ });

  await test.step('read the history to its end', async () => {
    await expect(history.getByText('45 changes')).toBeVisible();
    for (const count of [20, 40, 45]) {
      await expect(entries).toHaveCount(count);
      await entries.last().scrollIntoViewIfNeeded();
    }
    await expect(history.getByText('Loading more...')).toHaveCount(0);
    expect(searches.map((query) => query.get('page'))).toEqual(['1', '2', '3']);
    const added = await entries.locator('ins').allInnerTexts();
    expect(new Set(added).size).toBe(45);
  });

  // HistoryPanel.test.tsx in web/history checks that typing letter by letter makes one search. Here
  // the debounce could elapse.
  await test.step('search with one request', async () => {
    const before = searches.length;
    await history.getByRole('searchbox').fill('AFT 7');
    await expect(entries).toHaveCount(2);
    expect(searches.slice(before).map((query) => query.get('search'))).toEqual(['AFT 7']);
    await history.getByRole('button', { name: 'Clear Filters' }).click();
    await expect(history.getByText('45 changes')).toBeVisible();
  });

  await test.step('open the history of one element and restore its text', async () => {
    await closeField(page);
    await page.getByRole('article').getByText('INT. DRAFT 45 - DAY').hover();
    await page.getByRole('button', { name: 'History of this element' }).click();
    const own = page.getByRole('region', { name: 'Element History' });
    await expect(own).toContainText('INT. DRAFT 45 - DAY');
    const answer = nextSave(page);
    await own
      .getByRole('region', { name: 'Changes' })
      .getByRole('listitem')
      .nth(3)
      .getByRole('button', { name: 'Restore', exact: true })
      .click();
    expect((await answer).status()).toBe(200);
    await expect(page.getByRole('article').getByText('INT. DRAFT 42 - DAY')).toBeVisible();
    await expectStored(page, project, ['INT. DRAFT 42 - DAY']);
    await page.getByRole('button', { name: /^Undo/ }).click();
    await expectStored(page, project, ['INT. DRAFT 45 - DAY']);
    await own.getByRole('button', { name: 'Whole script' }).click();
    await expect(history.getByText('47 changes')).toBeVisible();
  });

  await test.step('name a version and compare it with the current script', async () => {
    await history.getByRole('tab', { name: 'Versions' }).click();
    await history.getByRole('button', { name: 'Name this version…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Name this version' });
    await dialog.getByLabel('Name').fill('First draft');
    await dialog.getByRole('button', { name: 'Name', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(history.getByText('First draft')).toBeVisible();
    await bottomInput(page).getByRole('textbox').fill('Rain.');
    const answer = nextSave(page);
    await bottomInput(page).getByRole('button', { name: 'Add Element' }).click();
    expect((await answer).status()).toBe(201);
    await history.getByRole('button', { name: 'Compare…' }).click();
    const compare = page.getByRole('dialog', { name: 'Compare' });
    await expect(compare.getByRole('status')).toHaveText('1 scene changed. 1 element added.');
    await page.keyboard.press('Escape');
    await history.getByRole('button', { name: 'More for First draft' }).click();
    await page.getByRole('menuitem', { name: 'Restore this version' }).click();
    const restore = page.getByRole('alertdialog', { name: /First draft/ });
    await restore.getByRole('button', { name: 'Restore' }).click();
    await expectStored(page, project, ['INT. DRAFT 45 - DAY']);
    await history.getByRole('tab', { name: 'Changes' }).click();
    await menuOf('Rain.').click();
    await page.getByRole('menuitem', { name: 'Restore this text' }).click();
    await expectStored(page, project, ['INT. DRAFT 45 - DAY', 'Rain.']);
  });
});
