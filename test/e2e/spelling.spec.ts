import { expect, type Page } from '@playwright/test';
import { encodeProjectId } from '#shared/projectCode.ts';
import { checkScreen } from './checkScreen.ts';
import { highlightedTexts, openFerry, whistleLine } from './ferry.ts';
import { test } from './fixtures.ts';
import { aStoredProject, scriptAddress } from './projects.ts';
import { bottomInput, expectStored, moveCaretToEdge, openElement, scriptField } from './writing.ts';

/* Typing rules and spelling, with the dictionaries that the server has. */

/** Wait until typing rules are loaded, which begins with the first key. */
async function loadTypingRules(page: Page): Promise<void> {
  await page.keyboard.press('Shift');
  await expect
    .poll(() =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .some(
            (entry) =>
              /ScriptLanguageTools-.*\.js/.test(entry.name) &&
              (entry as PerformanceResourceTiming).responseEnd > 0,
          ),
      ),
    )
    .toBe(true);
}

const wrongWords = (page: Page) => highlightedTexts(page, 'misspelled');

/** Return the misspelled words of the active line. */
const wrongInField = (page: Page) =>
  page.evaluate(() =>
    [...(CSS.highlights.get('script-misspelled-live') ?? [])].map((range) => (range as Range).toString()),
  );

test('replaces quotation marks, dashes and capitals, and undoes each by one Ctrl+Z', async ({ page }) => {
  await openFerry(page);
  await openElement(page, whistleLine);
  await loadTypingRules(page);
  const field = scriptField(page);
  const expectEnd = (text: string) => expect(field).toHaveText(`${whistleLine} ${text}`);
  await page.keyboard.press('End');
  await page.keyboard.type(' rain falls');
  await expectEnd('Rain falls');
  await page.keyboard.type('. she ');
  await expectEnd('Rain falls. She');
  await page.keyboard.press('ControlOrMeta+z');
  await expectEnd('Rain falls. she');
  await page.keyboard.press('End');
  // Undo stores the text, without spaces at its end. The capital that was undone does not return.
  await page.keyboard.type(' says "no"');
  await expectEnd('Rain falls. she says “no”');
  await page.keyboard.press('ControlOrMeta+z');
  await expectEnd('Rain falls. she says “no"');
  await page.keyboard.press('End');
  await page.keyboard.type(' --');
  await expectEnd('Rain falls. she says “no" —');
  await page.keyboard.press('ControlOrMeta+z');
  await expectEnd('Rain falls. she says “no" --');
});

test('leaves headings, pasted text and rules that are switched off alone', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const project = await aStoredProject(page.request, 'No rules');
  await page.goto(scriptAddress(project));
  const field = bottomInput(page).getByRole('textbox');
  await expect(field).toBeFocused();
  await loadTypingRules(page);
  await page.keyboard.type("int. bell's -- night");
  await page.keyboard.press('Enter');
  await page.evaluate(() => navigator.clipboard.writeText('the "bell" -- rings.'));
  await page.keyboard.press('ControlOrMeta+v');
  await expect(field).toHaveText('the "bell" -- rings.');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('writing preferences');
  await page.keyboard.press('Enter');
  await page.getByRole('checkbox', { name: 'Typographic quotation marks' }).uncheck();
  await page.getByRole('checkbox', { name: 'Dashes' }).uncheck();
  await page.getByRole('checkbox', { name: 'Capitals' }).uncheck();
  await page.keyboard.press('Escape');
  await field.click();
  await page.keyboard.type('no "rules" -- here.');
  await page.keyboard.press('Enter');
  await expectStored(page, project, ["INT. BELL'S -- NIGHT", 'the "bell" -- rings.', 'no "rules" -- here.']);
});

test('marks misspelled words, without names, and never the word that is being typed', async ({ page }) => {
  await openFerry(page);
  await openElement(page, whistleLine);
  await page.keyboard.press('End');
  await page.keyboard.type(' Linnea waits for teh wrod');
  // The word that holds the caret is not marked, and the name of the ship is in a heading.
  await expect.poll(() => wrongInField(page)).toEqual(['teh']);
  await page.keyboard.type('.');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Home');
  await expect.poll(() => wrongInField(page)).toEqual(['teh', 'wrod']);
  await page.keyboard.press('Escape');
  await expect.poll(() => wrongWords(page)).toEqual(expect.arrayContaining(['teh', 'wrod']));
});

test('offers suggestions and dictionaries by right click and by F7', async ({ page }) => {
  const project = await openFerry(page);
  await openElement(page, whistleLine);
  await page.keyboard.press('End');
  await page.keyboard.type(' The shipp hums. Skerrby!');
  await moveCaretToEdge(page, 'start');
  await expect.poll(() => wrongInField(page)).toEqual(['shipp', 'Skerrby']);
  await page.keyboard.press('F7');
  const menu = page.getByRole('menu', { name: 'Misspelled: shipp' });
  await expect(menu).toBeVisible();
  await expect(menu.getByRole('menuitem', { name: 'ship', exact: true })).toBeFocused();
  await checkScreen(page, 'a misspelled word with its menu');
  await page.emulateMedia({ colorScheme: 'dark' });
  await checkScreen(page, 'a misspelled word with its menu in the dark theme');
  await menu.getByRole('menuitem', { name: 'ship', exact: true }).click();
  await expect(scriptField(page)).toHaveText(`${whistleLine} The ship hums. Skerrby!`);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(scriptField(page)).toHaveText(`${whistleLine} The shipp hums. Skerrby!`);
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: "Add to this project's dictionary" }).click();
  await expect(page.getByText('“Skerrby” is no longer marked.', { exact: true })).toBeVisible();
  await moveCaretToEdge(page, 'start');
  await expect.poll(() => wrongInField(page)).toEqual(['shipp']);
  const words = await page.request.get(`/api/projects/${encodeProjectId(project.id)}/dictionary`);
  expect(await words.json()).toMatchObject([{ word: 'Skerrby', scope: 'project' }]);
});

test('checks a script in its language', async ({ page }) => {
  const project = await openFerry(page);
  const address = `/api/projects/${encodeProjectId(project.id)}`;
  expect((await page.request.patch(address, { data: { language: 'de' } })).ok()).toBe(true);
  await page.reload();
  await openElement(page, whistleLine);
  await loadTypingRules(page);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Die Nachtfähre legt ab. Der Kapitän sagt: "Schlechtes Wettter."');
  await expect(scriptField(page)).toHaveText(
    'Die Nachtfähre legt ab. Der Kapitän sagt: „Schlechtes Wettter.“',
  );
  await expect.poll(() => wrongInField(page)).toEqual(['Wettter']);
});
