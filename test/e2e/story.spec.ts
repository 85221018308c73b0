import fs from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { hasMarks } from '#screenplay/emphasis.ts';
import { parseFdx } from '#screenplay/fdx/parse.ts';
import { parseFountain } from '#screenplay/fountain/parse.ts';
import { paginate } from '#screenplay/layout/paginate.ts';
import { placePage } from '#screenplay/layout/place.ts';
import type { Screenplay } from '#screenplay/screenplay.ts';
import { leafParagraphs } from '#test/fdx.ts';
import { checkScreen } from './checkScreen.ts';
import { featureFile } from './featureFile.ts';
import { test, visitor } from './fixtures.ts';
import { pdfPages } from './pdfPages.ts';
import { answerKeyQuestion, type RunningServer, startServer } from './server.ts';

/*
 * The main workflow, from the printed sign-in link to three exported files: import a feature, read
 * its pages, change a line, add a scene, export.
 */

const newLine = 'The rain has stopped. Nobody noticed when.';
const newHeading = 'INT. WHEELHOUSE - DAWN';
const newAction = 'A kettle, a chart, a cold cup.';

let server: RunningServer;

// With the cached build, as in production, and without the server of the other tests.
test.use({ serviceWorkers: 'allow', storageState: visitor, baseURL: '' });

test.beforeAll(async ({ browserName: _ }, { project }) => {
  server = await startServer(project.name === 'postgres' ? 'postgres' : 'embedded', {}, { isNew: true });
});
test.afterAll(() => server.stop());

test('completes the main workflow, from the printed link to three exports', async ({ page }, { project }) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  const feature = featureFile();
  const original = read(feature.fdx);
  let shots = 0;
  // The looks do not depend on the database.
  const look = async (state: string) => {
    if (project.name !== 'postgres') await checkScreen(page, `story-${++shots}-${state}`);
  };

  await test.step('sign in by the printed link', async () => {
    await page.goto(await server.signInLink());
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByText('No projects yet')).toBeVisible();
    await answerKeyQuestion(page.request, server.url);
  });

  await test.step('import a feature', async () => {
    await page.getByRole('button', { name: 'New Project' }).first().click();
    await page.getByRole('tab', { name: 'Import Script' }).click();
    const file = { name: feature.name, mimeType: 'application/xml', buffer: feature.fdx };
    await page.getByLabel('Choose a file').setInputFiles(file);
    const receipt = page.getByRole('dialog');
    await expect(receipt.getByText('Imported from')).toBeVisible();
    await expect(receipt).toContainText(original.elements.length.toLocaleString('en-US'));
    await look('receipt');
    await receipt.getByRole('button', { name: 'Open script' }).click();
  });

  const before = paginate(original.elements, original.format);
  await test.step('read it as pages', async () => {
    await expect(page.getByText(`Page 1 of ${before.pages.length}`)).toBeVisible();
    const first = page.getByRole('article', { name: 'Page 1', exact: true });
    for (const { text } of placePage(before, 0).slice(0, 12)) await expect(first).toContainText(text.trim());
    await look('script');
  });

  const action = original.elements.findIndex(
    ({ elementType, content }, i) =>
      i > 2 && elementType === 'action' && content.length > 60 && content.length < 400 && !hasMarks(content),
  );
  const changed = original.elements[action];
  if (!changed) throw new Error('The script has no action to change');

  await test.step('change a line', async () => {
    const line = page.getByText(changed.content.slice(0, 30)).first();
    await line.scrollIntoViewIfNeeded();
    await line.click();
    const field = page.getByRole('textbox', { name: 'Action', exact: true }).first();
    await expect(field).toBeFocused();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(newLine);
    const stored = saved(page, 'PATCH');
    await page.keyboard.press('Enter');
    expect((await stored).status()).toBe(200);
    await expect(page.getByText(newLine)).toBeVisible();
    await closeNext(page);
  });

  await test.step('add a scene below it', async () => {
    await page.getByText(newLine).hover();
    await page.getByRole('button', { name: 'Insert an element below' }).first().click();
    let stored = saved(page, 'POST');
    await page.getByRole('menuitem', { name: 'Scene Heading' }).click();
    expect((await stored).status()).toBe(201);
    const field = page.getByRole('textbox', { name: 'Scene Heading', exact: true }).first();
    await expect(field).toBeFocused();
    await page.keyboard.type(newHeading.toLowerCase());
    stored = saved(page, 'PATCH');
    await page.keyboard.press('Enter');
    expect((await stored).status()).toBe(200);
    await expect(page.getByText(newHeading).first()).toBeVisible();
    await look('new-scene');
    await closeNext(page);
  });

  await test.step('continue at the end', async () => {
    await page.getByRole('button', { name: 'Go to a scene' }).click();
    await page.getByRole('menuitem').last().click();
    await expect(page.getByRole('textbox', { name: 'Scene Heading', exact: true }).first()).toBeFocused();
    await page.keyboard.press('ControlOrMeta+End');
    const area = page.getByRole('region', { name: 'Add an element' });
    await area.scrollIntoViewIfNeeded();
    // The types float at the line while the caret is in it.
    await area.getByRole('textbox').click();
    await area.getByText('Action', { exact: true }).click();
    await area.getByRole('textbox').fill(newAction);
    const stored = saved(page, 'POST');
    await area.getByRole('button', { name: 'Add Element' }).click();
    expect((await stored).status()).toBe(201);
    await expect(page.getByText(newAction)).toBeVisible();
    await look('end');
  });

  await test.step('show the stored script after a reload', async () => {
    await page.reload();
    // The script may open at its end, where the writer was.
    await expect(page.locator('[data-element] [data-from]').first()).toBeVisible();
    await page.keyboard.press('ControlOrMeta+Home');
    await expect(page.getByText(newLine)).toBeVisible();
  });

  const fdx = await test.step('export Final Draft with only the changed lines changed', async () => {
    const file = await download(page, 'Export Final Draft (FDX)');
    expect(file.name).toMatch(/^[A-Za-z0-9_]+_script\.fdx$/);
    const sourceParagraphs = leafParagraphs(feature.fdx.toString());
    const expected = sourceParagraphs.map(({ type, text }) => `${type}\t${text}`);
    const at = expected.indexOf(`Action\t${sourceText(feature.fdx, changed.content)}`);
    expected.splice(at, 1, `Action\t${newLine}`, `Scene Heading\t${newHeading}`);
    expected.push(`Action\t${newAction}`);
    expect(leafParagraphs(file.bytes.toString()).map(({ type, text }) => `${type}\t${text}`)).toEqual(
      expected,
    );
    return read(file.bytes);
  });

  await test.step('export a PDF with the paginator’s pages', async () => {
    const file = await download(page, 'Export PDF');
    expect(file.name).toMatch(/^[A-Za-z0-9_]+_script\.pdf$/);
    const pagination = paginate(fdx.elements, fdx.format);
    const pdf = await pdfPages(file.bytes);
    const expected = pagination.pages.map((_, i) => wordsOf(placePage(pagination, i).map((run) => run.text)));
    expect(pdf.slice(1).map(wordsOf)).toEqual(expected);
    await expect(page.getByText('Export complete', { exact: true })).toBeVisible();
  });

  await test.step('export Fountain with the same text', async () => {
    const file = await download(page, 'Export Fountain');
    const result = parseFountain(file.bytes);
    if (!result.ok) throw new Error(result.message);
    expect(result.screenplay.elements.map(comparableText)).toEqual(fdx.elements.map(comparableText));
  });

  expect(complaints).toEqual([]);
});

function read(bytes: Uint8Array): Screenplay {
  const result = parseFdx(bytes);
  if (!result.ok) throw new Error(result.message);
  return result.screenplay;
}

/** Close the line that Enter has opened. */
async function closeNext(page: Page): Promise<void> {
  const field = page.locator('[contenteditable]:not([data-below])');
  await expect(field).toHaveText('');
  await page.keyboard.press('Escape');
  await expect(field).toHaveCount(0);
}

/** Wait for the answer to the next call that stores script text. */
function saved(page: Page, method: 'POST' | 'PATCH') {
  return page.waitForResponse(
    (response) => response.url().includes('script-elements') && response.request().method() === method,
  );
}

async function download(page: Page, format: string): Promise<{ name: string; bytes: Buffer }> {
  if (format !== 'Export PDF') await page.getByRole('button', { name: 'Other formats' }).click();
  const started = page.waitForEvent('download');
  const role = format === 'Export PDF' ? 'button' : 'menuitem';
  await page.getByRole(role, { name: format }).click();
  const file = await started;
  return { name: file.suggestedFilename(), bytes: fs.readFileSync(await file.path()) };
}

/**
 * Return the text as in the source file. Ours may differ in marks and in white space at its ends.
 */
function sourceText(fdx: Buffer, content: string): string {
  const plain = (text: string) => text.replace(/[*_\\]/g, '').trim();
  const found = leafParagraphs(fdx.toString()).find(
    ({ type, text }) => type === 'Action' && plain(text) === plain(content),
  );
  return found?.text ?? content;
}

function wordsOf(texts: readonly string[]): string {
  return texts.join('').replace(/\s+/g, '');
}

/**
 * Normalise an element for comparison: Fountain writes headings, cues and transitions on one line,
 * with single spaces.
 */
function comparableText({ elementType, content }: Screenplay['elements'][number]): string {
  return `${elementType}: ${content.replace(/\s+/g, ' ').trim()}`;
}
