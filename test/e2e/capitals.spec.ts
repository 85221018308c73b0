import { expect, type Page } from '@playwright/test';
import type { UserRow } from '#server/auth/accounts.ts';
import type { Element } from '#shared/contract/elements.ts';
import { encodeProjectId } from '#shared/projectId.ts';
import { test } from './fixtures.ts';
import { ownWorldPerTest } from './ownWorld.ts';
import { moveCaretToEdge, openElement, scriptField } from './writing.ts';

/* Capitals are a style: the letters of a heading are the text again when its type changes back. */

const own = ownWorldPerTest();

const line = 'Rain on black water. A ferry strains at her ropes.';
const typed = 'int. cabin - day';
const shown = 'INT. CABIN - DAY';
const heading = 'ControlOrMeta+1';
const action = 'ControlOrMeta+2';

const api = () => `/api/projects/${encodeProjectId(own.world.project.id)}/script-elements`;

async function openAs(page: Page, person: UserRow): Promise<Page> {
  await own.app.enter(page.context(), person);
  await page.goto(`${own.app.url}/projects/${encodeProjectId(own.world.project.id)}/script`);
  return page;
}

/** Expect the stored type, content and letters of the new line, which is the third element. */
async function expectStored(elementType: string, content: string, typedContent: string | null) {
  const stored = async () => {
    const [, , element] = (await own.app.as(own.world.olive).get(api())).json() as Element[];
    return [element?.elementType, element?.content, element?.typedContent];
  };
  await expect.poll(stored).toEqual([elementType, content, typedContent]);
}

const expectField = (page: Page, text: string) =>
  expect(scriptField(page)).toHaveText(text, { useInnerText: true });
const expectOnPage = (page: Page, text: string) =>
  expect(page.locator('[data-element]').nth(2)).toHaveText(text, { useInnerText: true });

test('keeps the letters of a heading for its writer, after a reload, and for another writer', async ({
  browser,
  page,
}) => {
  const olive = await openAs(page, own.world.olive);
  const eddie = await openAs(await (await browser.newContext()).newPage(), own.world.eddie);
  await test.step('shows a typed heading in capitals and its letters as action', async () => {
    await openElement(olive, line);
    await moveCaretToEdge(olive, 'end');
    await olive.keyboard.press('Enter');
    await olive.keyboard.type(typed);
    await expect(scriptField(olive)).toHaveAccessibleName('Scene Heading');
    await expectField(olive, shown);
    await olive.keyboard.press(action);
    await expectField(olive, typed);
    await olive.keyboard.press(heading);
    await expectField(olive, shown);
    await olive.keyboard.press('ArrowUp');
    await expectStored('scene_heading', shown, typed);
    await expectOnPage(eddie, shown);
  });

  await test.step('has the letters after a reload', async () => {
    await olive.reload();
    await openElement(olive, shown);
    await expectField(olive, shown);
    await olive.keyboard.press(action);
    await expectField(olive, typed);
    await olive.keyboard.press('ArrowUp');
    await expectStored('action', typed, null);
    await expectOnPage(olive, typed);
  });

  await test.step('has the letters for another writer, and after undo', async () => {
    await expectOnPage(eddie, typed);
    await openElement(eddie, typed);
    await eddie.keyboard.press(heading);
    await eddie.keyboard.press('ArrowUp');
    await expectStored('scene_heading', shown, typed);
    await expectOnPage(olive, shown);
    await eddie.keyboard.press('ControlOrMeta+z');
    await expectStored('action', typed, null);
    await eddie.keyboard.press('ControlOrMeta+Shift+z');
    await expectStored('scene_heading', shown, typed);
  });

  await test.step('has the letters that both writers typed into one heading', async () => {
    await openElement(olive, typed);
    await olive.keyboard.press(heading);
    await expectField(olive, shown);
    await openElement(eddie, shown);
    await moveCaretToEdge(olive, 'start');
    await moveCaretToEdge(eddie, 'end');
    await Promise.all([
      olive.keyboard.press('Delete').then(() => olive.keyboard.type('e')),
      eddie.keyboard.type(' later', { delay: 30 }),
    ]);
    const both = 'ent. cabin - day later';
    await expectField(olive, both.toUpperCase());
    await expectField(eddie, both.toUpperCase());
    await eddie.keyboard.press('ArrowUp');
    await olive.keyboard.press('ArrowUp');
    await expectStored('scene_heading', both.toUpperCase(), both);
    await eddie.keyboard.press('ControlOrMeta+z');
    await expectStored('scene_heading', 'ENT. CABIN - DAY', 'ent. cabin - day');
    await openElement(olive, 'ENT. CABIN - DAY');
    await olive.keyboard.press(action);
    await expectField(olive, 'ent. cabin - day');
    await moveCaretToEdge(olive, 'start');
    await olive.keyboard.press('Delete');
    await olive.keyboard.type('i');
    await expectField(olive, shown);
    await olive.keyboard.press('ArrowUp');
    await expectStored('scene_heading', shown, typed);
  });

  await test.step('has the letters of all selected elements', async () => {
    await openElement(olive, line);
    await moveCaretToEdge(olive, 'start');
    await olive.keyboard.press('Shift+ArrowDown');
    await olive.keyboard.press('Shift+ArrowDown');
    await olive.keyboard.press(heading);
    await expect(olive.locator('[data-element]').nth(1)).toHaveText(line.toUpperCase());
    await olive.keyboard.press(action);
    await expect(olive.locator('[data-element]').nth(1)).toHaveText(line);
    await expectOnPage(olive, typed);
    await expectStored('action', typed, null);
  });
});
