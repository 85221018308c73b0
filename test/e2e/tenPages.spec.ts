import { expect, type Page } from '@playwright/test';
import { type ElementType, emptyTitlePage, type ScriptElement } from '#screenplay/element.ts';
import type { ElementKeys } from '#screenplay/flow.ts';
import { defaultFormat } from '#screenplay/format.ts';
import { writeFountain } from '#screenplay/fountain/write.ts';
import { paginate } from '#screenplay/layout/paginate.ts';
import { placePage } from '#screenplay/layout/place.ts';
import type { Project } from '#shared/contract/projects.ts';
import { encodeProjectId } from '#shared/projectId.ts';
import { element } from '#test/script.ts';
import { stableBox } from './boxes.ts';
import { test } from './fixtures.ts';
import { pdfPages } from './pdfPages.ts';
import { aStoredProject, importProject, scriptAddress, storedElements } from './projects.ts';
import { drawnSheets, expectedSheet, paginateElements } from './sheets.ts';
import { bottomInput, chooseFinalDraftKeys, tabTo } from './writing.ts';

/*
 * Write ten pages by keyboard alone, half of them with each of two settings of the preference
 * "Element keys", and edit such pages by keyboard and by mouse. Compare script and pages with a
 * plain list after each step, and the PDF after writing and editing.
 */

type Line = [type: ElementType, content: string];

const sentence = 'The ferry turns north and nobody on the deck has anything to say about it. ';
const scenes = 12;
const linesPerScene = 7;

const linesOf = (scene: number): Line[] => [
  ['scene_heading', `INT. CABIN ${scene} - NIGHT`],
  ['action', `${scene}. ${sentence.repeat(12).trim()}`],
  ['character', 'MARA'],
  ['dialogue', `${scene} of us were here. ${sentence.repeat(7).trim()}`],
  ['character', 'TOBIAS'],
  ['parenthetical', '(quietly)'],
  ['dialogue', `Then ${scene} of us will go. ${sentence.repeat(5).trim()}`],
];
const tenPages = Array.from({ length: scenes }, (_, index) => linesOf(index + 1)).flat();
const indexOf = (scene: number, line: number) => (scene - 1) * linesPerScene + line;

/** The keys after each line of a scene. */
const keysAfter: Record<Exclude<ElementKeys, 'fountain'>, readonly string[][]> = {
  cycle: [['Enter'], ['Enter', 'Tab'], ['Enter'], ['Enter', 'Tab'], ['Enter'], ['Enter'], ['Enter']],
  finalDraft: [['Enter'], ['Tab'], ['Enter'], ['Enter', 'Tab'], ['Enter', 'Tab'], ['Enter'], ['Enter']],
};

/** Three elements of scene 3 are typed over, and half of scene 5 is moved after scene 7. */
const afterTyping: Line[] = tenPages.toSpliced(indexOf(3, 1), 3, ['action', '3. Tfog.']);
const half = afterTyping.slice(indexOf(5, 4) - 2, indexOf(5, 4) + 1);
const afterCut = afterTyping.toSpliced(indexOf(5, 4) - 2, 3);
/** Typing over, cutting and pasting are one undo step each. */
const editSteps = 3;
const edited = afterCut.toSpliced(indexOf(7, 7) - 5, 0, ...half);

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

test('writes and edits ten pages by keyboard alone', async ({ page }) => {
  const project = await aStoredProject(page.request, 'Ten pages');
  const write = async (lines: readonly Line[], keys: keyof typeof keysAfter) => {
    for (const [index, [type, content]] of lines.entries()) {
      // Insert prose at once, as an input method does. Type letter by letter where the editor
      // completes or recognises text.
      if (type === 'action' || type === 'dialogue') await page.keyboard.insertText(content);
      else await page.keyboard.type(content.toLowerCase());
      await press(page, ...(keysAfter[keys][index % linesPerScene] ?? []));
    }
  };
  const middle = indexOf(scenes / 2 + 1, 0);

  await test.step('write with the keys "Cycle"', async () => {
    await page.goto(scriptAddress(project));
    await expect(bottomInput(page).getByRole('textbox')).toBeFocused();
    await write(tenPages.slice(0, middle), 'cycle');
  });
  await test.step('write with the keys "Final Draft"', async () => {
    await chooseFinalDraftKeys(page);
    await tabTo(page, bottomInput(page).getByRole('textbox'));
    await write(tenPages.slice(middle), 'finalDraft');
  });
  await expectOnPages(page, project, tenPages);
  await expectPrinted(page, project, tenPages);

  await test.step('edit', async () => {
    await toEndOf(page, indexOf(3, 1));
    await press(page, 'ControlOrMeta+ArrowUp', ...Array<string>(4).fill('ArrowRight'));
    await press(page, ...Array<string>(3).fill('ControlOrMeta+Shift+ArrowDown'));
    await page.keyboard.type('fog.');
    await toEndOf(page, indexOf(5, 4) - 2);
    await press(page, 'ControlOrMeta+ArrowUp', ...Array<string>(3).fill('ControlOrMeta+Shift+ArrowDown'));
    await press(page, 'ControlOrMeta+x');
    await toEndOf(page, indexOf(7, 6) - 5);
    await press(page, 'ControlOrMeta+v', 'ControlOrMeta+s');
  });
  await expectOnPages(page, project, edited);
  await expectPrinted(page, project, edited);

  await test.step('undo and redo', async () => {
    await press(page, ...Array<string>(editSteps).fill('ControlOrMeta+z'));
    await expectLines(page, project, tenPages);
    await press(page, ...Array<string>(editSteps).fill('ControlOrMeta+Shift+z'));
  });
  await expectOnPages(page, project, edited);
});

test('edits ten pages by mouse', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const elements = tenPages.map(([type, content]) => element(type, content));
  const text = writeFountain({ titlePage: emptyTitlePage, elements, format: defaultFormat, source: null });
  const file = { name: 'ten-pages.fountain', mimeType: 'text/plain', buffer: Buffer.from(text) };
  const project = await importProject(page.request, file);
  await page.goto(scriptAddress(project));
  await expect(page.getByRole('article', { name: 'Page 1', exact: true })).toBeVisible();

  await test.step('edit', async () => {
    const ids = (await storedElements(page.request, project)).map(({ id }) => id);
    const at = (scene: number, line: number) => ids[indexOf(scene, line)] ?? 0;
    await clickIn(page, at(3, 1), 4);
    await clickIn(page, at(3, 3), 'end', 'Shift');
    await page.keyboard.type('fog.');
    await clickIn(page, at(5, 4), 0);
    await clickIn(page, at(5, 6), 'end', 'Shift');
    await clickIn(page, at(5, 4), 2, 'right');
    await page.getByRole('menuitem', { name: /^Cut/ }).click();
    // The menu accesses the clipboard asynchronously.
    await expectLines(page, project, afterCut);
    await clickIn(page, at(7, 6), 'end');
    await clickIn(page, at(7, 6), 'end', 'right');
    await page.getByRole('menuitem', { name: /^Paste/ }).click();
    await expectLines(page, project, edited);
  });
  await expectOnPages(page, project, edited);

  await test.step('undo and redo', async () => {
    await clickWhile(page, 'Undo');
    await expectLines(page, project, tenPages);
    await clickWhile(page, 'Redo');
  });
  await expectOnPages(page, project, edited);
});

/** Move the caret to the end of the element at that index. */
async function toEndOf(page: Page, index: number): Promise<void> {
  // Scrolling through all pages has removed the bottom input from the document. Enter opens the
  // focused element.
  const isInText = await page.evaluate(() => document.activeElement?.matches('[contenteditable], textarea'));
  if (!isInText) await press(page, 'ControlOrMeta+Home', 'Enter');
  await press(page, 'ControlOrMeta+Home', ...Array<string>(index + 1).fill('ControlOrMeta+ArrowDown'));
}

/** Click at a character of an element's first line, or after its last. */
async function clickIn(
  page: Page,
  id: number,
  offset: number | 'end',
  how: 'Shift' | 'right' | 'plain' = 'plain',
): Promise<void> {
  await page.evaluate(async (id) => {
    const desk = document.querySelector('[data-desk]');
    for (let tries = 0; desk && tries < 60; tries++) {
      const node = desk.querySelector(`[data-element="${id}"]`);
      if (node) return node.scrollIntoView({ block: 'center' });
      desk.scrollTop = tries === 0 ? 0 : desk.scrollTop + desk.clientHeight / 2;
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }
  }, id);
  const lines = page.locator(`[data-element="${id}"] [data-from]`);
  const box = await stableBox(offset === 'end' ? lines.last() : lines.first());
  const charPx = 9.6;
  const x = offset === 'end' ? box.x + box.width - 1 : box.x + offset * charPx + 1;
  if (how === 'Shift') await page.keyboard.down('Shift');
  await page.mouse.click(x, box.y + box.height / 2, { button: how === 'right' ? 'right' : 'left' });
  if (how === 'Shift') await page.keyboard.up('Shift');
}

async function expectLines(page: Page, project: Project, lines: readonly Line[]): Promise<void> {
  const read = async () =>
    (await storedElements(page.request, project)).map(({ elementType, content }) => [elementType, content]);
  await expect.poll(read, { timeout: 60_000 }).toEqual(lines);
}

/** Expect these lines in the script and on its pages. */
async function expectOnPages(page: Page, project: Project, lines: readonly Line[]): Promise<void> {
  await press(page, 'ControlOrMeta+s');
  await expectLines(page, project, lines);
  const stored = await storedElements(page.request, project);
  const pagination = paginateElements(stored, project.format);
  expect(pagination.pages.length).toBeGreaterThanOrEqual(10);
  await expect(async () => {
    const { sheets } = await drawnSheets(page, true);
    expect(sheets).toEqual(pagination.pages.map((_page, index) => expectedSheet(pagination, index)));
  }).toPass({ timeout: 60_000 });
}

async function expectPrinted(page: Page, project: Project, lines: readonly Line[]): Promise<void> {
  const pdf = await page.request.get(`/api/projects/${encodeProjectId(project.id)}/export/pdf`);
  const plain = paginate(
    lines.map(([type, content]) => element(type, content)) as readonly ScriptElement[],
    project.format,
  );
  const printed = (await pdfPages(await pdf.body())).map(wordsOf).slice(-plain.pages.length);
  expect(printed).toEqual(
    plain.pages.map((_page, index) => wordsOf(placePage(plain, index).map(({ text }) => text))),
  );
}

async function clickWhile(page: Page, name: 'Undo' | 'Redo'): Promise<void> {
  const button = page.getByRole('button', { name: new RegExp(`^${name}`) }).first();
  while (await button.isEnabled()) await button.click();
}

function wordsOf(texts: readonly string[]): string {
  return texts.join('').replace(/\s+/g, '');
}
