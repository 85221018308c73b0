import { expect, type Page } from '@playwright/test';
import { elementTypes } from '#screenplay/element.ts';
import { hasMarks, plainText } from '#screenplay/emphasis.ts';
import { contentAs } from '#screenplay/flow.ts';
import type { Pagination } from '#screenplay/layout/types.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { Project } from '#shared/contract/projects.ts';
import { boxDifferences, characterPositions, pieceBoxes } from './boxes.ts';
import { featureFile } from './featureFile.ts';
import { test } from './fixtures.ts';
import { importProject, scriptAddress, storedElements, storedScenes } from './projects.ts';
import { drawnSheets, expectedSheet, expectPaginated, paginateElements, scrollToElement } from './sheets.ts';
import { moveCaretToEdge } from './writing.ts';

/*
 * The script on screen has the same lines as on paper. A feature is imported, and every line
 * compared.
 */

/** Maximum number of pages that any viewport needs in the document. */
const maxPages = 6;

/** Hyphens, repeated spaces, a word wider than its column, and sentences to split between. */
const longSpeech = [
  ' The night-ferry, the well-known, ever-late night-ferry — it sails.',
  '  Two spaces.  And two   or three more, at the end of  a  line.',
  ' Incomprehensibilities-notwithstanding-and-so-forth-without-end-or-any-room-to-breathe!',
  ' We counted sixty-two. We counted again. Nobody counts a third time, not at night; not here.',
  ' So sit down. Drink something. Say that you saw nothing, and mean it.',
  ' It is a short crossing. It only feels long.',
];

let shared: Project | undefined;

/**
 * Import and open a feature, and return its elements; headings have the printed scene numbers.
 * Tests that change stored data (`isChanged`) get their own project. All others share one.
 */
async function openFeature(
  page: Page,
  isChanged = false,
): Promise<{ project: Project; elements: Element[] }> {
  const { name, fdx } = featureFile();
  const file = { name, mimeType: 'application/xml', buffer: fdx };
  const project = (!isChanged && shared) || (await importProject(page.request, file));
  if (!isChanged) shared = project;
  const scenes = new Map((await storedScenes(page.request, project)).map((scene) => [scene.id, scene]));
  const elements = (await storedElements(page.request, project)).map((element) => {
    const scene = scenes.get(element.sceneId ?? -1);
    return { ...element, sceneNumber: scene?.displayNumber ?? `${scene?.sceneNumber}` };
  });
  // Not where another test left it.
  await page.goto(`${scriptAddress(project)}?element=${elements[0]?.id}`);
  await expectDrawn(page);
  return { project, elements };
}

async function expectDrawn(page: Page): Promise<void> {
  await expect(page.getByRole('article', { name: 'Page 1', exact: true })).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
}

test("draws the paginator's lines on every page, with few pages in the document", async ({ page }) => {
  const { project, elements } = await openFeature(page);
  const pagination = paginateElements(elements, project.format);
  // On a busy machine, a page may be drawn after the scroll position has reached it.
  await expect(async () => {
    const { sheets, maxAtOnce } = await drawnSheets(page, true);
    expect(maxAtOnce).toBeLessThanOrEqual(maxPages);
    expect(sheets).toEqual(pagination.pages.map((_start, index) => expectedSheet(pagination, index)));
  }).toPass({ timeout: 120_000 });
});

test('opens an element without moving anything', async ({ page }) => {
  const { project, elements } = await openFeature(page);
  const pagination = paginateElements(elements, project.format);
  const candidates = oneOfEachType(elements);
  const cut = pagination.pages.find(
    ({ elementIndex, offset }) => offset > 0 && isUsual(elements[elementIndex] as Element),
  );
  if (cut) candidates.push(elements[cut.elementIndex] as Element);
  expect(candidates.length).toBeGreaterThan(4);

  for (const element of candidates) {
    await expectOpensInPlace(page, pagination, element, elements.indexOf(element));
  }
});

test('opens an element with styled text without moving anything, and shows no marks', async ({ page }) => {
  const { project, elements } = await openFeature(page, true);
  const styled = oneOfEachType(elements).map((element) => ({ ...element, content: styledLike(element) }));
  for (const { id, content } of styled) {
    const answer = await page.request.patch(`/api/script-elements/${id}`, { data: { content } });
    expect(answer.status()).toBe(200);
  }
  await page.reload();
  await expectDrawn(page);
  const shown = elements.map((element) => styled.find(({ id }) => id === element.id) ?? element);
  const pagination = paginateElements(shown, project.format);
  for (const element of styled) {
    await expectOpensInPlace(page, pagination, element, shown.indexOf(element));
  }
});

test('draws characters at their printed positions while an element of any type is edited', async ({
  page,
}) => {
  const { project, elements } = await openFeature(page);
  for (const element of oneOfEachType(elements)) {
    await test.step(`${element.elementType}: ${element.content.slice(0, 30)}`, async () => {
      const index = elements.indexOf(element);
      const expectPrinted = async (content: string) => {
        const changed = { ...element, content: contentAs(element.elementType, content) };
        await expectPaginated(page, paginateElements(elements.with(index, changed), project.format));
        const { printed, field } = await characterPositions(page, element.id);
        expect(boxDifferences(field, printed)).toEqual([]);
      };
      await scrollToElement(page, paginateElements(elements, project.format), index);
      await page.locator(`[data-element="${element.id}"] [data-from]`).first().click();
      await expect(page.locator('[contenteditable]:not([data-below])')).toBeFocused();
      // An explicit edit, which Escape reverts.
      await page.keyboard.press('Escape');
      await page.keyboard.press('Enter');
      await expect(page.locator('[contenteditable]:not([data-below])')).toBeFocused();
      // A parenthetical has its brackets already, so the text is typed between them.
      const [open, close] = element.elementType === 'parenthetical' ? ['(', ')'] : ['', ''];
      const inside = element.content.slice(open.length, element.content.length - close.length);
      await moveCaretToEdge(page, 'start');
      if (open !== '') await page.keyboard.press('ArrowRight');
      await page.keyboard.type('And first-of-all  ');
      await expectPrinted(`${open}And first-of-all  ${inside}${close}`);
      await moveCaretToEdge(page, 'end');
      if (close !== '') await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Shift+Enter');
      await insertWords(page, 'Last, a line that goes on and on until it is wider than any column');
      await expectPrinted(
        `${open}And first-of-all  ${inside}\nLast, a line that goes on and on until it is wider than any column${close}`,
      );
      const field = page.locator('[contenteditable]:not([data-below])');
      await page.keyboard.press('Escape');
      // The first Escape closes the list of completions.
      if ((await field.count()) > 0) await page.keyboard.press('Escape');
      await expect(field).toHaveCount(0);
    });
  }
});

test('matches the paginator while a speech grows over the end of its page', async ({ page }) => {
  const { project, elements } = await openFeature(page, true);
  const before = paginateElements(elements, project.format);
  const index = speechToCut(elements, before);
  const element = elements[index] as Element;
  await scrollToElement(page, before, index);
  await page.locator(`[data-element="${element.id}"] [data-from]`).last().click();
  await expect(page.getByRole('textbox', { name: 'Dialogue', exact: true }).first()).toBeFocused();
  await moveCaretToEdge(page, 'end');

  let content = element.content;
  for (const [number, sentence] of longSpeech.entries()) {
    if (number === 0) await page.keyboard.type(sentence);
    else await insertWords(page, sentence);
    content += sentence;
    await expectPaginated(
      page,
      paginateElements(elements.with(index, { ...element, content }), project.format),
    );
    const { printed, field } = await characterPositions(page, element.id);
    expect(boxDifferences(field, printed)).toEqual([]);
  }
  const after = paginateElements(elements.with(index, { ...element, content }), project.format);
  const cut = after.pages.findIndex(({ elementIndex, offset }) => elementIndex === index && offset > 0);
  expect(cut).toBeGreaterThan(0);
  await expect(page.getByRole('article', { name: `Page ${cut}`, exact: true })).toContainText('(MORE)');
  await expect(page.getByRole('article', { name: `Page ${cut + 1}`, exact: true })).toContainText("(CONT'D)");

  const stored = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await page.keyboard.press('ControlOrMeta+s');
  expect((await stored).status()).toBe(200);
  await page.keyboard.press('Escape');
  await expect(page.locator('[contenteditable]:not([data-below])')).toHaveCount(0);
  await expectPaginated(page, after);
  expect((await storedElements(page.request, project))[index]?.content).toBe(content);
});

test('opens a script of 4,000 elements and edits its last scene', async ({ page }) => {
  const scenes = Array.from({ length: 250 }, (_, number) => sceneText(number + 1));
  const project = await importProject(page.request, {
    name: 'long.fountain',
    mimeType: 'text/plain',
    buffer: Buffer.from(scenes.join('\n\n')),
  });
  const elements = await storedElements(page.request, project);
  expect(elements).toHaveLength(4000);
  await page.goto(scriptAddress(project));
  await page.getByRole('button', { name: 'Go to a scene' }).click();
  await page.getByRole('menuitem', { name: 'INT. CABIN 250 - NIGHT' }).click();
  const line = page.getByText('The door of cabin 250 is open.');
  await expect(line).toBeInViewport();
  await line.click();
  await moveCaretToEdge(page, 'end');
  await page.keyboard.type(' Nobody is inside.');
  const stored = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await page.keyboard.press('ControlOrMeta+s');
  expect((await stored).status()).toBe(200);
  await page.keyboard.press('Escape');
  await expect(page.locator('[contenteditable]:not([data-below])')).toHaveCount(0);
  await expect(page.getByText('The door of cabin 250 is open. Nobody is inside.')).toBeVisible();
  await expect.poll(() => page.locator('article').count()).toBeLessThanOrEqual(maxPages);
});

/**
 * Insert a text word by word, as an input method does. It is drawn after each word instead of each
 * letter.
 */
async function insertWords(page: Page, text: string): Promise<void> {
  for (const word of text.match(/\s*\S+/g) ?? []) await page.keyboard.insertText(word);
}

/** Return a scene of sixteen elements. */
function sceneText(number: number): string {
  const exchange = (turn: number) => [
    `MARA\nCabin ${number}, knock ${turn}.`,
    'TOBIAS\n(listening)\nNobody.',
  ];
  const turns = [1, 2].flatMap(exchange);
  return [
    `INT. CABIN ${number} - NIGHT`,
    `The door of cabin ${number} is open.`,
    ...turns,
    'She knocks again, for the record, and writes the number down.',
    'MARA\nNext one.',
    'CUT TO:',
  ].join('\n\n');
}

/** Open and close an element. Expect that neither its characters nor anything else moves. */
async function expectOpensInPlace(page: Page, pagination: Pagination, element: Element, index: number) {
  await test.step(`${element.elementType}: ${element.content.slice(0, 30)}`, async () => {
    await scrollToElement(page, pagination, index);
    const boxes = await pieceBoxes(page);
    const { printed } = await characterPositions(page, element.id);
    await page.locator(`[data-element="${element.id}"] [data-from]`).first().click();
    const field = page.locator('[contenteditable]:not([data-below])');
    await expect(field).toBeFocused();
    expect(await field.textContent()).toBe(plainText(element.content));
    const open = await characterPositions(page, element.id);
    expect(boxDifferences(open.field, printed)).toEqual([]);
    expect(open.printed).toEqual(printed);
    expect(await pieceBoxes(page)).toEqual(boxes);
    await page.keyboard.press('Escape');
    await expect(field).toHaveCount(0);
    expect(await characterPositions(page, element.id)).toEqual({ printed, field: {} });
    expect(await pieceBoxes(page)).toEqual(boxes);
  });
}

/** Return the element's text with a style on every other word, and one style across words. */
function styledLike({ content }: Element): string {
  const marks = ['**', '*', '_', '***'];
  const words = content.split(' ');
  const styled = words.map((word, index) => {
    const mark = index % 2 === 0 && word.trim() === word && word !== '' ? marks[(index / 2) % 4] : '';
    return `${mark}${word}${mark}`;
  });
  return styled.join(' ');
}

function isUsual({ content }: Element): boolean {
  return content !== '' && !hasMarks(content);
}

/** Return one element of each type in the script, with several lines if possible. */
function oneOfEachType(elements: readonly Element[]): Element[] {
  return elementTypes.flatMap((type) => {
    const candidates = elements
      .filter((element) => element.elementType === type && isUsual(element))
      .slice(3);
    return candidates.find(({ content }) => content.length > 100) ?? candidates[0] ?? [];
  });
}

/**
 * Return the index of the first unsplit speech from page three on that its page end splits after it
 * has grown.
 */
function speechToCut(
  elements: readonly Element[],
  { pages, format }: ReturnType<typeof paginateElements>,
): number {
  const found = elements.findIndex((element, index) => {
    const isLater = index > (pages[2]?.elementIndex ?? 0);
    if (!isLater || element.elementType !== 'dialogue' || element.dual !== null || !isUsual(element))
      return false;
    const isCut = ({ elementIndex, offset }: { elementIndex: number; offset: number }) =>
      elementIndex === index && offset > 0;
    const grown = { ...element, content: element.content + longSpeech.join('') };
    return !pages.some(isCut) && paginateElements(elements.with(index, grown), format).pages.some(isCut);
  });
  expect(found, 'No speech comes near the end of a page').toBeGreaterThan(0);
  return found;
}
