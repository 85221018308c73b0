import { expect, type Page } from '@playwright/test';
import type { ScriptIssue } from '#shared/contract/issues.ts';
import type { Project } from '#shared/contract/projects.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import { type CraftedPage, lockedFile } from '#test/lockedFiles.ts';
import { checkScreen } from './checkScreen.ts';
import { test } from './fixtures.ts';
import { browserOptionsOf, looks, storedTheme } from './looks.ts';
import { importProject, scriptAddress } from './projects.ts';
import { nextSave, openElement } from './writing.ts';

/* A locked production draft whose changed pages are issued, and the link of an older copy. */

const lines = (letter: string) => Array.from({ length: 26 }, (_, i) => `${letter}${i} waits for the ferry.`);
const pages: CraftedPage[] = [
  ['1', ...lines('A')],
  ['2', ...lines('B')],
  ['3', ...lines('C')],
];
const heading = (number: string, text: string) => `Number="${number}" Type="Scene Heading"><Text>${text}`;
// The headings are as long as the lines, so that the positions of the locks stay.
const draft = lockedFile(pages)
  .replace('Type="Action"><Text>A0 waits for the ferry.', heading('5', 'INT. DECK A - NIGHT NOW'))
  .replace('Type="Action"><Text>B0 waits for the ferry.', heading('6', 'INT. HOLD B - NIGHT NOW'))
  .replace('Type="Action"><Text>C0 waits for the ferry.', heading('8', 'INT. BAR CC - NIGHT NOW'));

function importDraft(page: Page): Promise<Project> {
  return importProject(page.request, {
    name: 'locked.fdx',
    mimeType: 'application/xml',
    buffer: Buffer.from(draft),
  });
}

async function runCommand(page: Page, name: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox').fill(name);
  await page.keyboard.press('Enter');
}

async function store(page: Page): Promise<void> {
  const answer = nextSave(page);
  await page.keyboard.press('Escape');
  await answer;
}

const sheet = (page: Page, label: string) =>
  page.getByRole('article', { name: `Page ${label}`, exact: true });
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Issue pages' });

/** Issue the pages for Cora, with a link. */
async function issueForCora(page: Page): Promise<void> {
  const dialog = dialogOf(page);
  await dialog.getByRole('button', { name: 'New issue…' }).click();
  await expect(dialog.getByText(/^You issue /)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Copies for' }).fill('Cora Quint, cora@nightferry.test');
  await dialog.getByRole('checkbox', { name: /^Create a link/ }).check();
  await dialog.getByRole('button', { name: 'Issue', exact: true }).click();
  await expect(dialog.getByRole('list', { name: 'Copies' })).toContainText('Cora Quint');
}

async function issuesOf(page: Page, { id }: Project): Promise<ScriptIssue[]> {
  return (await page.request.get(`/api/projects/${encodeProjectId(id)}/issues`)).json();
}

test('issues changed pages with a memo, and tells the reader of an old copy', async ({ page, browser }) => {
  const project = await importDraft(page);
  await page.goto(scriptAddress(project));
  await expect(page.getByRole('button', { name: 'Locked', exact: true })).toBeVisible();

  await test.step('issue the whole draft first', async () => {
    await runCommand(page, 'Issue pages');
    await issueForCora(page);
    await expect(dialogOf(page).getByText('The whole script is issued.')).toBeVisible();
    await dialogOf(page).getByRole('button', { name: 'Close' }).last().click();
  });

  await test.step('start the blue revision and write', async () => {
    const fields = { name: 'Blue', color: '#0000ff', pageColor: '#c6edfe', mark: '*', date: '2026-11-29' };
    const url = `/api/projects/${encodeProjectId(project.id)}/revisions`;
    expect((await page.request.post(url, { data: { type: 'start', fields } })).status()).toBe(200);
    await openElement(page, 'B5 waits for the ferry.');
    await page.keyboard.press('End');
    await page.keyboard.type(' It is late.');
    await store(page);
    await openElement(page, 'A25 waits for the ferry.');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('INT. ENGINE ROOM - NIGHT');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Heat.');
    await store(page);
    await page.keyboard.press('Control+g');
    await page.getByRole('dialog', { name: 'Go to page' }).getByRole('textbox').fill('3');
    await page.keyboard.press('Enter');
    await expect(sheet(page, '3')).toContainText('C5 waits for the ferry.');
    await runCommand(page, 'Omit this scene');
    await expect(sheet(page, '3')).toContainText('OMITTED');
  });

  await test.step('issue the changed pages and read the memo', async () => {
    await runCommand(page, 'Issue pages');
    await issueForCora(page);
    const dialog = dialogOf(page);
    for (const [name, labels] of [
      ['New pages', '1A'],
      ['Changed pages', '2, 3'],
      ['Pages before new or omitted ones', '1'],
    ] as const)
      await expect(dialog.getByRole('term').filter({ hasText: name }).locator('+ dd')).toHaveText(labels);
    const scenes = dialog.getByRole('table', { name: 'Changed scenes' }).getByRole('row');
    await expect(scenes.filter({ hasText: 'INT. ENGINE ROOM - NIGHT' })).toContainText('5A');
    await expect(scenes.filter({ hasText: 'INT. ENGINE ROOM - NIGHT' })).toContainText('new');
    await expect(scenes.filter({ hasText: 'INT. BAR CC' })).toContainText('omitted');
    await expect(scenes.filter({ hasText: 'INT. HOLD B' })).toContainText('changed');
  });

  await test.step('make the copies and save the memo', async () => {
    const dialog = dialogOf(page);
    await dialog.getByRole('button', { name: 'Make 1 copy' }).click();
    await expect(dialog.getByText(/^1 copy in one file of/)).toBeVisible();
    const saved = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Save memo' }).click();
    expect((await saved).suggestedFilename()).toBe('locked_issue_2.pdf');
  });

  await test.step('open the old copy as a second person', async () => {
    const [second, first] = await issuesOf(page, project);
    const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
    const reader = await context.newPage();
    await reader.goto(String(first?.copies[0]?.path));
    await expect(reader.getByText(`Copy for Cora Quint · ${first?.copies[0]?.code}`)).toBeVisible();
    await expect(reader.getByText('There is a newer version: Blue, November 29, 2026.')).toBeVisible();
    await expect(reader.getByText('Heat.')).toHaveCount(0);
    await reader.getByRole('link', { name: 'Open your newer copy' }).click();
    await expect(reader.getByText(`Copy for Cora Quint · ${second?.copies[0]?.code}`)).toBeVisible();
    await expect(reader.getByText('Heat.')).toBeVisible();
    await expect(reader.getByText('There is a newer version')).toHaveCount(0);
    await context.close();
  });
});

for (const look of looks) {
  const { name, theme } = look;

  test.describe(name, () => {
    test.use({
      ...browserOptionsOf(look),
      storageState: async ({ server, session }, use) =>
        use({ ...session, origins: storedTheme(server.url, theme) }),
    });

    test('checks the form, the list and the pages of an old copy', async ({ page }) => {
      const project = await importDraft(page);
      const url = `/api/projects/${encodeProjectId(project.id)}`;
      const recipients = [{ name: 'Cora Quint' }, { name: 'Eddie Marsh', email: 'eddie@nightferry.test' }];
      for (const note of ['', 'Second unit.'])
        await page.request.post(`${url}/issues`, { data: { note, recipients, hasLinks: true } });
      await page.goto(scriptAddress(project));
      await expect(page.getByRole('button', { name: 'Locked', exact: true })).toBeVisible();
      await runCommand(page, 'Issue pages');
      const dialog = dialogOf(page);
      await expect(dialog.getByRole('list', { name: 'Copies' })).toContainText('Cora Quint');
      await dialog.getByRole('textbox', { name: 'Whose copy is this?' }).fill('0000');
      await expect(dialog.getByText('No issued copy has this code.')).toBeVisible();
      await checkScreen(page, `issues-${name}`);
      await dialog.getByRole('button', { name: 'New issue…' }).click();
      await expect(dialog.getByText('No page has changed since the last issue.')).toBeVisible();
      await checkScreen(page, `new-issue-${name}`);
      const issues = await issuesOf(page, project);
      await page.goto(String(issues[1]?.copies[0]?.path));
      await expect(page.getByText(/There is a newer version/)).toBeVisible();
      await checkScreen(page, `old-copy-${name}`);
    });
  });
}
