import { expect, type Page } from '@playwright/test';
import type { ScriptElement } from '#screenplay/element.ts';
import type { ElementKeys } from '#screenplay/flow.ts';
import { paginate } from '#screenplay/layout/paginate.ts';
import { placePage } from '#screenplay/layout/place.ts';
import { encodeProjectId } from '#shared/projectId.ts';
import { test } from './fixtures.ts';
import { pdfPages } from './pdfPages.ts';
import { aStoredProject, scriptAddress, storedElements, storedScenes } from './projects.ts';
import { bottomInput, chooseFinalDraftKeys, closeField, scriptField, tabTo } from './writing.ts';

/*
 * Write a page of screenplay by keyboard only, with both settings of the preference "Element keys":
 * a heading, action, a dialogue of two characters with a parenthetical, a transition and the next
 * scene, with completions.
 */

type Key = { press: string } | { type: string } | { completes: string };

const press = (...keys: string[]): Key[] => keys.map((key) => ({ press: key }));
const type = (text: string): Key => ({ type: text });
/** The accepted completion must be offered and selected. */
const completes = (text: string): Key => ({ completes: text });

const opening: Record<Exclude<ElementKeys, 'fountain'>, readonly Key[]> = {
  cycle: [
    type('int. harbour office - night'),
    ...press('Enter'),
    type('Rain on the window.'),
    ...press('Enter'),
  ],
  finalDraft: [
    type('int. harbour office - night'),
    ...press('Tab'),
    type('Rain on the window.'),
    ...press('Enter'),
  ],
};

const rest: Record<Exclude<ElementKeys, 'fountain'>, readonly Key[]> = {
  cycle: [
    type('Two mugs, one chair.'),
    ...press('Enter', 'Tab'),
    type('mara'),
    ...press('Enter'),
    type('You took the last boat.'),
    ...press('Enter', 'Tab'),
    type('tobias'),
    ...press('Enter'),
    type('(not looking up)'),
    ...press('Enter'),
    type('It took me.'),
    ...press('Enter', 'Tab', 'ArrowDown'),
    completes('MARA'),
    ...press('Enter'),
    type('Then give it back.'),
    ...press('Enter', 'Tab'),
    type('t'),
    completes('TOBIAS'),
    ...press('Enter'),
    type('It sails at six.'),
    ...press('Enter', 'Shift+Tab', 'Shift+Tab'),
    type('cut'),
    completes('CUT TO:'),
    ...press('Enter', 'Tab'),
    type('int. h'),
    completes('HARBOUR OFFICE'),
    ...press('Tab'),
    type(' - n'),
    completes('NIGHT'),
    ...press('Tab'),
    type('Nobody. The mugs are still warm.'),
    ...press('Enter'),
  ],
  finalDraft: [
    type('Two mugs, one chair.'),
    ...press('Tab'),
    type('mara'),
    ...press('Enter'),
    type('You took the last boat.'),
    ...press('Enter', 'Tab'),
    type('tobias'),
    ...press('Enter', 'Tab'),
    type('(not looking up)'),
    ...press('Enter'),
    type('It took me.'),
    ...press('Enter', 'Tab', 'ArrowDown'),
    completes('MARA'),
    ...press('Enter'),
    type('Then give it back.'),
    ...press('Enter', 'Tab'),
    type('t'),
    completes('TOBIAS'),
    ...press('Tab'),
    type('It sails at six.'),
    ...press('Enter', 'Tab', 'Tab'),
    type('cut'),
    completes('CUT TO:'),
    ...press('Enter'),
    type('int. h'),
    completes('HARBOUR OFFICE'),
    ...press('Tab'),
    type(' - n'),
    completes('NIGHT'),
    ...press('Tab'),
    type('Nobody. The mugs are still warm.'),
    ...press('Enter'),
  ],
};

const written: [type: string, content: string, characterName: string | null][] = [
  ['scene_heading', 'INT. HARBOUR OFFICE - NIGHT', null],
  ['action', 'Rain on the window.', null],
  ['action', 'Two mugs, one chair.', null],
  ['character', 'MARA', null],
  ['dialogue', 'You took the last boat.', 'MARA'],
  ['character', 'TOBIAS', null],
  ['parenthetical', '(not looking up)', null],
  ['dialogue', 'It took me.', 'TOBIAS'],
  ['character', 'MARA', null],
  ['dialogue', 'Then give it back.', 'MARA'],
  ['character', 'TOBIAS', null],
  ['dialogue', 'It sails at six.', 'TOBIAS'],
  ['transition', 'CUT TO:', null],
  ['scene_heading', 'INT. HARBOUR OFFICE - NIGHT', null],
  ['action', 'Nobody. The mugs are still warm.', null],
];

for (const { keys, label } of [
  { keys: 'cycle', label: 'Cycle' },
  { keys: 'finalDraft', label: 'Final Draft' },
] as const) {
  test(`writes a page by keyboard only: ${label}`, async ({ page }) => {
    const project = await aStoredProject(page.request, 'Written by hand');
    const rows = async () =>
      (await storedElements(page.request, project)).map((each) => [
        each.elementType,
        each.content,
        each.characterName,
      ]);
    await page.goto(scriptAddress(project));
    await expect(page.getByText('Start with a scene heading')).toBeVisible();

    if (keys === 'finalDraft') await test.step('set the preference', () => chooseFinalDraftKeys(page));

    await test.step('write the first lines in the bottom input', async () => {
      await tabTo(page, bottomInput(page).getByRole('textbox', { name: 'Scene Heading', exact: true }));
      await typeKeys(page, opening[keys]);
      await expect.poll(rows).toEqual(written.slice(0, 2));
    });

    await test.step('write the others on the page, one after another', async () => {
      await page.keyboard.press('Escape');
      await expect(page.locator('[data-element]').last()).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(scriptField(page)).toHaveText('Rain on the window.');
      await page.keyboard.press('Enter');
      await expect(scriptField(page)).toHaveText('');
      await typeKeys(page, rest[keys]);
      await page.keyboard.press('Escape');
      await expect(scriptField(page)).toHaveCount(0);
      await expect.poll(rows, { timeout: 60_000 }).toEqual(written);
    });

    await test.step('check the two scenes and the page of the PDF', async () => {
      const scenes = await storedScenes(page.request, project);
      expect(scenes.map(({ heading, timeOfDay }) => [heading, timeOfDay])).toEqual([
        ['INT. HARBOUR OFFICE - NIGHT', 'NIGHT'],
        ['INT. HARBOUR OFFICE - NIGHT', 'NIGHT'],
      ]);
      const pdf = await page.request.get(`/api/projects/${encodeProjectId(project.id)}/export/pdf`);
      const [, ...printed] = (await pdfPages(await pdf.body())).map(wordsOf);
      const elements = await storedElements(page.request, project);
      const pagination = paginate(elements as readonly object[] as readonly ScriptElement[], project.format);
      expect(printed).toEqual([wordsOf(placePage(pagination, 0).map(({ text }) => text))]);
      expect(printed[0]).toContain(wordsOf(written.map(([, content]) => content)));
    });

    await test.step('show the same after a reload', async () => {
      const drawn = async () => {
        const texts = await page.locator('[data-element]').allInnerTexts();
        return texts.map((text) => text.trim());
      };
      const before = await drawn();
      expect(before).toHaveLength(written.length);
      await page.reload();
      await expect(page.locator('[data-element] [data-from]').first()).toBeAttached();
      // The place of the last caret may have been stored; keyboard mode shows its text in the page.
      await closeField(page);
      // The first sheet shows the text before the page has elements.
      await expect.poll(drawn).toEqual(before);
    });
  });
}

async function typeKeys(page: Page, keys: readonly Key[]): Promise<void> {
  for (const key of keys) {
    if ('press' in key) await page.keyboard.press(key.press);
    else if ('type' in key) await page.keyboard.type(key.type);
    else
      await expect(page.getByRole('option', { selected: true })).toHaveText(new RegExp(`${key.completes}$`));
  }
}

function wordsOf(texts: readonly string[]): string {
  return texts.join('').replace(/\s+/g, '');
}
