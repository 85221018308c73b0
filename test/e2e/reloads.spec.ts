import { expect, type Page } from '@playwright/test';
import type { Project } from '#shared/contract/projects.ts';
import { onePage, test } from './fixtures.ts';
import { untilAllCached, untilCopied } from './offlineCopies.ts';
import { importProject, scriptAddress, storedElements } from './projects.ts';
import {
  bottomInput,
  caretInField,
  elementTexts,
  expectStored,
  moveCaretToEdge,
  openElement,
  scrollToBottomInput,
} from './writing.ts';

/*
 * A page that is loaded again in the middle of a word has the word, and the caret in it.
 */

const line = 'She blows the whistle. The ramp, already rising, stops.';
const last = 'Nobody laughs.';

// With the cached build, as in production.
test.use({ serviceWorkers: 'allow' });

let project: Project;
/** The texts of the imported script. */
let before: string[];

test.beforeEach(async ({ page }) => {
  page.on('dialog', (dialog) => dialog.accept());
  project = await importProject(page.request, onePage);
  before = elementTexts(await storedElements(page.request, project));
  await page.goto(scriptAddress(project));
});

const changed = (text: string, next: string) => before.with(before.indexOf(text), next);

/** Type into a new line after the last one. */
async function writeLastLine(page: Page, text: string): Promise<void> {
  await openElement(page, last);
  await moveCaretToEdge(page, 'end');
  await page.keyboard.press('Enter');
  await page.keyboard.type(text);
}

async function expectCaret(page: Page, text: string, offset: number): Promise<void> {
  await expect.poll(() => caretInField(page), { timeout: 15_000 }).toEqual([text, offset]);
}

test('continues in the middle of a word of a stored line', async ({ page }) => {
  await openElement(page, line);
  await moveCaretToEdge(page, 'start');
  for (const _ of 'She bl') await page.keyboard.press('ArrowRight');
  await page.keyboard.type('asts and bl');
  const typed = line.replace('blows', 'blasts and blows');
  await page.reload();
  await expectCaret(page, typed, 'She blasts and bl'.length);
  await page.keyboard.type('indly bl');
  await expectStored(page, project, changed(line, typed.replace('blows', 'blindly blows')));
});

test('continues in a new line at the end that the server does not have', async ({ page }) => {
  await writeLastLine(page, 'A be');
  await page.reload();
  await expectCaret(page, 'A be', 4);
  await page.keyboard.type('ll');
  await page.keyboard.press('ArrowLeft');
  await page.reload();
  await expectCaret(page, 'A bell', 5);
  await page.keyboard.type('l');
  await expectStored(page, project, [...before, 'A belll']);
});

test('continues in the text of the bottom input, which is a line then', async ({ page }) => {
  await scrollToBottomInput(page);
  await bottomInput(page).getByRole('textbox').click();
  await page.keyboard.type('The en');
  await page.reload();
  await expectCaret(page, 'The en', 6);
  await page.keyboard.type('d.');
  await expectStored(page, project, [...before, 'The end.']);
});

test('continues without a connection, and stores the lines in order when it is back', async ({
  page,
  context,
  browserConsole,
}) => {
  browserConsole.expectFailedRequests(/\/(api|projects|assets)\//);
  await untilCopied(page);
  await untilAllCached(page);
  await context.setOffline(true);
  await writeLastLine(page, 'One.');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Tw');
  await page.reload();
  await expectCaret(page, 'Tw', 2);
  await page.keyboard.type('o');
  await page.reload();
  await expectCaret(page, 'Two', 3);
  await page.keyboard.type('.');
  await context.setOffline(false);
  await expectStored(page, project, [...before, 'One.', 'Two.']);
});

test('continues in another tab after the first one was closed', async ({ page, context }) => {
  await page.route('**/api/**', (route) => (route.request().method() === 'GET' ? route.continue() : {}));
  await writeLastLine(page, 'A be');
  const closed = page.waitForEvent('close');
  await page.close({ runBeforeUnload: true });
  await closed;
  const next = await context.newPage();
  await next.goto(scriptAddress(project));
  await expectCaret(next, 'A be', 4);
  await next.keyboard.type('ll.');
  await expectStored(next, project, [...before, 'A bell.']);
});

test('continues in each of two tabs where that tab was', async ({ page, context }) => {
  await writeLastLine(page, 'A be');
  const other = await context.newPage();
  other.on('dialog', (dialog) => dialog.accept());
  await other.goto(scriptAddress(project));
  await openElement(other, line);
  await moveCaretToEdge(other, 'end');
  await other.keyboard.type(' Stea');
  await page.reload();
  await expectCaret(page, 'A be', 4);
  await other.reload();
  await expectCaret(other, `${line} Stea`, line.length + 5);
  await other.keyboard.type('m.');
  await page.keyboard.type('ll.');
  await expectStored(page, project, [...changed(line, `${line} Steam.`), 'A bell.']);
});
