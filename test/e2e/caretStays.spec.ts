import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { importProject, scriptAddress, storedElements } from './projects.ts';
import { moveCaretToEdge, openElement, scriptField } from './writing.ts';

/*
 * The caret keeps its position while the writer uses the controls around the text: the next letter
 * is inserted after the last typed one.
 */

const fountain = `INT. WHEELHOUSE - DAWN

A kettle, a chart, a cold cup.

MARA
Who made tea?

EXT. DECK - DAY

Rain on black water.
`;
const line = 'A kettle';

interface Action {
  title: string;
  run: (page: Page) => Promise<void>;
}

const press = (key: string) => (page: Page) => page.keyboard.press(key);
const bar = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
const click = (name: string | RegExp) => (page: Page) => bar(page, name).click();
const openAndClose = (name: string | RegExp) => async (page: Page) => {
  await bar(page, name).click();
  // A menu listens to Escape from then on.
  await expect(page.getByRole('menu')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
};

const actions: Action[] = [
  { title: 'Ctrl+S', run: press('ControlOrMeta+s') },
  {
    title: 'find',
    run: async (page) => {
      await page.keyboard.press('ControlOrMeta+f');
      await page.keyboard.type('water');
      await page.keyboard.press('Escape');
    },
  },
  {
    title: 'find, closed by its button',
    run: async (page) => {
      await page.keyboard.press('ControlOrMeta+f');
      await page.keyboard.type('zzzz');
      await page
        .getByRole('region', { name: 'Find in the script' })
        .getByRole('button', { name: 'Close' })
        .click();
    },
  },
  {
    title: 'replace',
    run: async (page) => {
      await page.keyboard.press('ControlOrMeta+h');
      await page.keyboard.press('Escape');
    },
  },
  {
    title: 'palette',
    run: async (page) => {
      await page.keyboard.press('ControlOrMeta+k');
      await expect(page.getByRole('combobox')).toBeFocused();
      await page.keyboard.press('Escape');
    },
  },
  {
    title: 'a command of the palette',
    run: async (page) => {
      await page.keyboard.press('ControlOrMeta+k');
      await expect(page.getByRole('combobox')).toBeFocused();
      await page.keyboard.type('larger page');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('combobox')).toHaveCount(0);
    },
  },
  { title: 'Format menu', run: openAndClose('Format') },
  { title: 'More menu', run: openAndClose('More') },
  { title: 'zoom menu', run: openAndClose(/^Zoom/) },
  { title: 'larger page', run: press('ControlOrMeta+Shift+>') },
  {
    title: 'panel, closed and opened',
    run: async (page) => {
      await click(/the panel$/)(page);
      await click(/panel$/)(page);
    },
  },
  { title: 'tab of the panel', run: async (page) => page.getByRole('tab', { name: 'History' }).click() },
  { title: 'chat tab', run: async (page) => page.getByRole('tab', { name: 'Chat' }).click() },
  { title: 'theme menu', run: openAndClose(/^Theme/) },
  { title: 'sidebar', run: click('Narrow the sidebar') },
  {
    title: 'undo and redo buttons',
    run: async (page) => {
      await click(/^Undo/)(page);
      await click(/^Redo/)(page);
    },
  },
  {
    title: 'undo and redo keys',
    run: async (page) => {
      await page.keyboard.press('ControlOrMeta+z');
      await page.keyboard.press('ControlOrMeta+Shift+z');
    },
  },
  {
    title: 'list of keys',
    run: async (page) => {
      await page.keyboard.press('ControlOrMeta+k');
      await expect(page.getByRole('combobox')).toBeFocused();
      await page.keyboard.type('shortcuts');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    },
  },
  {
    title: 'export',
    run: async (page) => {
      const download = page.waitForEvent('download');
      await click('Export PDF')(page);
      await download;
    },
  },
  {
    title: 'a click beside the sheet',
    run: async (page) => {
      const box = await page.getByRole('article', { name: 'Page 1' }).boundingBox();
      await page.mouse.click((box?.x ?? 0) - 20, (box?.y ?? 0) + 300);
    },
  },
  {
    title: 'focus mode',
    run: async (page) => {
      await page.keyboard.press('ControlOrMeta+Shift+f');
      await page.keyboard.press('ControlOrMeta+Shift+f');
    },
  },
  {
    title: 'the status line',
    run: async (page) => page.getByText('Page 1 of 1').click(),
  },
];

test.describe('the caret', () => {
  test('keeps its position while the controls around the text are used, and typed letters are inserted there', async ({
    page,
  }) => {
    const file = { name: 'caret.fountain', mimeType: 'text/plain', buffer: Buffer.from(fountain) };
    const project = await importProject(page.request, file);
    await page.goto(scriptAddress(project));
    await openElement(page, line);
    await moveCaretToEdge(page, 'start');
    await page.keyboard.press('ArrowRight');
    let typed = 'A';
    for (const { title, run } of actions)
      await test.step(title, async () => {
        await run(page);
        await page.keyboard.type('x');
        typed += 'x';
        await expect(scriptField(page)).toHaveText(`${typed} kettle, a chart, a cold cup.`);
      });
    await expect
      .poll(async () => (await storedElements(page.request, project)).map(({ content }) => content))
      .toContain(`${typed} kettle, a chart, a cold cup.`);
  });

  test('goes to a scene that is chosen, and typing writes there', async ({ page }) => {
    const file = { name: 'caret.fountain', mimeType: 'text/plain', buffer: Buffer.from(fountain) };
    await page.goto(scriptAddress(await importProject(page.request, file)));
    await openElement(page, line);
    await page.getByRole('button', { name: /^Go to a scene/ }).click();
    await page.getByRole('menuitem', { name: /EXT. DECK/ }).click();
    await expect(page.getByRole('menu')).toHaveCount(0);
    await page.keyboard.type(' x');
    await expect(scriptField(page)).toHaveText('EXT. DECK - DAY X', { useInnerText: true });
  });

  test('moves to the find bar at Ctrl+F, even before the code of the bar has loaded', async ({ page }) => {
    const file = { name: 'caret.fountain', mimeType: 'text/plain', buffer: Buffer.from(fountain) };
    const sent = Promise.withResolvers<void>();
    await page.route('**/assets/EditorFind-*.js', async (route) => {
      await sent.promise;
      await route.continue();
    });
    await page.goto(scriptAddress(await importProject(page.request, file)));
    await openElement(page, line);
    await moveCaretToEdge(page, 'start');
    await page.keyboard.press('ControlOrMeta+f');
    await page.keyboard.type('zz');
    await page.keyboard.press('Escape');
    await page.keyboard.type('x');
    await expect(scriptField(page)).toHaveText('xA kettle, a chart, a cold cup.');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('ControlOrMeta+f');
    await page.keyboard.type('wet');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('at');
    sent.resolve();
    const query = page.getByRole('textbox', { name: 'Find', exact: true });
    await expect(query).toBeFocused();
    await page.keyboard.type('er');
    await expect(query).toHaveValue('water');
    await expect(scriptField(page)).toHaveText('A kettle, a chart, a cold cup.');
  });
});
