import { expect, type Page } from '@playwright/test';
import type { Project } from '#shared/contract/projects.ts';
import { checkScreen } from './checkScreen.ts';
import { test } from './fixtures.ts';
import { aStoredProject, importProject, scriptAddress, storedElements } from './projects.ts';
import {
  bottomInput,
  closeField,
  expectStored,
  moveCaretToEdge,
  nextSave,
  openElement,
  scriptField,
  scrollToBottomInput,
  visibleText,
} from './writing.ts';

/*
 * Unusual input: too much, too long, twice, or with characters that no screenplay contains. Nothing
 * is lost or doubled.
 */

const heading = 'INT. PURSER’S OFFICE - NIGHT';
const line = 'A desk, a lamp, a ledger.';
const maxLength = 20_000;

async function openScript(page: Page): Promise<Project> {
  return openFountain(page, `${heading}\n\n${line}\n`, line);
}

async function openFountain(page: Page, text: string, seen: string): Promise<Project> {
  const file = { name: 'desk.fountain', mimeType: 'text/plain', buffer: Buffer.from(text) };
  const project = await importProject(page.request, file);
  await page.goto(scriptAddress(project));
  await expect(visibleText(page, seen)).toBeVisible();
  return project;
}

test('pastes a novel of 2 MB as one element per paragraph and undoes it in one step', async ({ page }) => {
  const project = await openScript(page);
  const paragraphs = Array.from({ length: 4000 }, (_, number) => paragraph(number, 510));
  const novel = paragraphs.join('\n\n');
  expect(novel.length).toBeGreaterThan(2_000_000);
  await openElement(page, line);
  await moveCaretToEdge(page, 'end');
  await paste(page, { text: novel });
  const notice = page.getByRole('status').filter({ hasText: 'Pasted as 4,000 elements.' });
  await expect(notice).toBeVisible();
  await checkScreen(page, 'pasted');
  await expectStored(page, project, [heading, line, ...paragraphs]);
  await notice.getByRole('button', { name: 'Undo' }).click();
  await expectStored(page, project, [heading, line]);
  await expect(page.getByText(/^Page 1 of 1$/)).toBeVisible();
});

test('pastes pages that a PDF viewer copies as elements, names what it left out, and undoes it in one step', async ({
  page,
}) => {
  const project = await openScript(page);
  await openElement(page, line);
  await moveCaretToEdge(page, 'end');
  const copied = ['EXT. PIER - DAY', 'MARA', 'Then count', '(MORE)', '14.', "MARA (CONT'D)", 'again.'];
  await paste(page, { text: copied.join('\n') });
  const notice = page.getByRole('status').filter({ hasText: 'Pasted as 3 elements.' });
  await expect(notice).toContainText('Page numbers, (MORE) and the like were left out: 3.');
  await expectStored(page, project, [heading, line, 'EXT. PIER - DAY', 'MARA', 'Then count again.']);
  await notice.getByRole('button', { name: 'Undo' }).click();
  await expectStored(page, project, [heading, line]);
});

test('keeps the text and styles of pasted HTML and runs no script', async ({ page }) => {
  const project = await openScript(page);
  await openElement(page, line);
  await moveCaretToEdge(page, 'end');
  await paste(page, {
    text: 'He runs.\n\nShe waits.',
    html: `<style>p { color: red }</style><script>window.wasRun = true</script>
      <p style="color: red" onclick="window.wasRun = true">He <b>runs</b>.</p>
      <p>She <i>waits</i>.<img src="x" onerror="window.wasRun = true"></p>`,
  });
  await expect
    .poll(async () => (await storedElements(page.request, project)).map(({ content }) => content))
    .toEqual([heading, line, 'He **runs**.', 'She *waits*.']);
  await expect(scriptField(page)).toHaveText('She waits.');
  await expect(scriptField(page)).toBeFocused();
  await paste(page, {
    text: ' Still.',
    html: '<b style="x"> Still.</b><iframe src="javascript:top.wasRun = true">',
  });
  await expect(scriptField(page)).toHaveText('She waits. Still.');
  await page.keyboard.press('ControlOrMeta+s');
  await expect
    .poll(async () => (await storedElements(page.request, project)).at(-1)?.content)
    .toBe('She *waits*. **Still.**');
  expect(await page.evaluate(() => 'wasRun' in window)).toBe(false);
});

test('turns a pasted screenplay into elements, on the page and in the bottom input of an empty script', async ({
  page,
  context,
}) => {
  const pasted = 'EXT. PIER - DAWN\n\nGulls.\n\nMARA\n(to them)\nForty-one.\n\nCUT TO:\n';
  const expectedRows = [
    ['scene_heading', 'EXT. PIER - DAWN'],
    ['action', 'Gulls.'],
    ['character', 'MARA'],
    ['parenthetical', '(to them)'],
    ['dialogue', 'Forty-one.'],
    ['transition', 'CUT TO:'],
  ];
  const rows = async (project: Project) =>
    (await storedElements(page.request, project)).map(({ elementType, content }) => [elementType, content]);
  const project = await openScript(page);
  await openElement(page, line);
  await moveCaretToEdge(page, 'start');
  for (const _letter of 'A desk,') await page.keyboard.press('ArrowRight');
  await paste(page, { text: pasted });
  await expect(scriptField(page)).toHaveText('a lamp, a ledger.');
  await page.keyboard.press('ControlOrMeta+s');
  await expect
    .poll(() => rows(project))
    .toEqual([
      ['scene_heading', heading],
      ['action', 'A desk,'],
      ...expectedRows,
      ['action', 'a lamp, a ledger.'],
    ]);

  const empty = await aStoredProject(page.request, 'An empty desk');
  await page.goto(scriptAddress(empty));
  await bottomInput(page).getByRole('textbox').click();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((text) => navigator.clipboard.writeText(text), pasted);
  await page.keyboard.press('ControlOrMeta+v');
  await expect.poll(() => rows(empty)).toEqual(expectedRows);
});

test('stores emoji and right-to-left text, and drops characters that cannot be stored', async ({ page }) => {
  const project = await openScript(page);
  const text = '👩‍🚀 waves 🇺🇦. שלום, עולם. مرحبا, e\u0301tude 漢字 👍🏽';
  await openElement(page, line);
  await moveCaretToEdge(page, 'end');
  await page.keyboard.press('Enter');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  await expectStored(page, project, [heading, line, text]);
  await expect(scriptField(page)).toHaveText('');
  await expect(scriptField(page)).toBeFocused();
  await paste(page, { text: 'One\u0000 two\ud83d three\udc00\u0007.' });
  await expect(scriptField(page)).toHaveText(/^One/);
  await page.keyboard.press('Enter');
  await expectStored(page, project, [heading, line, text, 'One two three.']);
  await page.reload();
  await expect(visibleText(page, 'One two three.')).toBeVisible();
  await expect(visibleText(page, '👩‍🚀 waves')).toBeVisible();
  await bottomInput(page).getByRole('textbox').fill('🎻'.repeat(3));
  await page.keyboard.press('Enter');
  await expectStored(page, project, [heading, line, text, 'One two three.', '🎻🎻🎻']);
});

test('continues a text of 20,001 characters in a second element, wherever it is typed', async ({ page }) => {
  const project = await openScript(page);
  const text = words(maxLength + 1);
  await openElement(page, line);
  await moveCaretToEdge(page, 'end');
  await page.keyboard.press('Enter');
  await page.keyboard.insertText(text);
  await page.keyboard.press('Enter');
  await expectLong(page, project, [heading, line], text);
  await page.keyboard.press('Escape');
  await scrollToBottomInput(page);
  await bottomInput(page).getByRole('textbox').fill(text);
  await bottomInput(page).getByRole('button', { name: 'Add Element' }).click();
  await expectLong(page, project, [heading, line, text], text);
});

test('shows and edits a script of one action with 20,000 characters', async ({ page }) => {
  const text = words(maxLength - 6);
  const project = await openFountain(page, `!${text}\n`, text.slice(0, 30));
  await openElement(page, text.slice(0, 30));
  await moveCaretToEdge(page, 'end');
  await page.keyboard.type(' Done.');
  const answer = nextSave(page);
  await page.keyboard.press('ControlOrMeta+s');
  expect((await answer).status()).toBe(200);
  await expectStored(page, project, [`${text} Done.`]);
  await closeField(page);
  await expect(page.getByText('Done.')).toBeVisible();
});

test('runs an action once when its button or key is pressed twice or held down', async ({ page }) => {
  const project = await openScript(page);
  const expected = [heading, line];

  await test.step('Add Element', async () => {
    await bottomInput(page).getByRole('textbox').fill('Once.');
    await bottomInput(page).getByRole('button', { name: 'Add Element' }).dblclick();
    expected.push('Once.');
    await expectStored(page, project, expected);
  });

  await test.step('Enter in the bottom input', async () => {
    await bottomInput(page).getByRole('textbox').fill('Held.');
    await hold(page, 'Enter');
    expected.push('Held.');
    await expectStored(page, project, expected);
  });

  await test.step('Save', async () => {
    await openElement(page, line);
    await moveCaretToEdge(page, 'end');
    await page.keyboard.type(' No purser.');
    await page.getByRole('toolbar', { name: 'Element' }).getByRole('button', { name: 'Save' }).dblclick();
    expected[1] = `${line} No purser.`;
    await expectStored(page, project, expected);
  });

  await test.step('Enter on the page', async () => {
    await closeField(page);
    await openElement(page, 'Once.');
    await moveCaretToEdge(page, 'end');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Twice.');
    await hold(page, 'Enter');
    expected.splice(3, 0, 'Twice.');
    await expectStored(page, project, expected);
  });

  await test.step('Insert', async () => {
    await closeField(page);
    await page.getByRole('article').getByText('Held.').hover();
    await page.getByRole('button', { name: 'Insert an element below' }).first().click();
    await page.getByRole('menuitem', { name: 'Action' }).dblclick();
    expected.push('New action...');
    await expectStored(page, project, expected);
  });

  await test.step('Delete', async () => {
    await closeField(page);
    await page.getByRole('article').getByText('New action...').hover();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).dblclick();
    expected.pop();
    await expectStored(page, project, expected);
  });
});

/** Paste from a clipboard with any content that a program may put there. */
async function paste(page: Page, clipboard: { text: string; html?: string }): Promise<void> {
  await page.evaluate(({ text, html }) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    if (html) clipboardData.setData('text/html', html);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, clipboard);
}

/** Hold a key down, so that it repeats. */
async function hold(page: Page, key: string): Promise<void> {
  for (let repeats = 0; repeats < 12; repeats++) await page.keyboard.down(key);
  await page.keyboard.up(key);
}

/** Expect the text in two elements after `before`, with no character missing. */
async function expectLong(
  page: Page,
  project: Project,
  before: readonly string[],
  text: string,
): Promise<void> {
  const read = async () => (await storedElements(page.request, project)).map(({ content }) => content);
  const count = before.reduce((sum, each) => sum + (each.length > maxLength ? 2 : 1), 2);
  await expect
    .poll(async () => (await read()).join(' '), { timeout: 30_000 })
    .toBe([...before, text].join(' '));
  const elements = await read();
  expect(elements).toHaveLength(count);
  for (const content of elements) expect(content.length).toBeLessThanOrEqual(maxLength);
}

function paragraph(number: number, length: number): string {
  return `Paragraph ${number}. ${words(length)}`;
}

/** Return sentences of `length` characters without a space at the end. */
function words(length: number): string {
  const text = 'The ferry sails at six and nobody is on the quay. '
    .repeat(Math.ceil(length / 50))
    .slice(0, length - 1);
  return `${text.trimEnd().padEnd(length - 1, 'y')}.`;
}
