import { expect, type Page } from '@playwright/test';
import type { Comment } from '#shared/contract/comments.ts';
import { encodeProjectId } from '#shared/projectId.ts';
import { onePage, test } from './fixtures.ts';
import { importProject, scriptAddress, storedElements, storedScenes } from './projects.ts';
import { elementTexts, expectStored, moveCaretToEdge, openElement, scriptField } from './writing.ts';

/*
 * Cut and paste with the browser's clipboard, from one window into another
 * (docs/decisions/0070).
 */

const line = 'She blows the whistle. The ramp, already rising, stops.';
const rain = 'Rain on black water.';

/** Open an empty line after an element, and paste into it. */
async function pasteAfter(page: Page, text: string): Promise<void> {
  await page.bringToFront();
  await openElement(page, text);
  await moveCaretToEdge(page, 'end');
  await page.keyboard.press('Enter');
  await expect(scriptField(page)).toHaveText('');
  await page.keyboard.press('ControlOrMeta+v');
  await expect(scriptField(page)).not.toHaveText('');
  await page.keyboard.press('ControlOrMeta+s');
}

test('moves a line with its comment, and a scene with its notes, from one window into another', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const project = await importProject(page.request, onePage);
  const api = `/api/projects/${encodeProjectId(project.id)}`;
  const before = await storedElements(page.request, project);
  const texts = elementTexts(before);
  const lineId = before[texts.indexOf(line)]?.id ?? 0;
  const [, deck] = await storedScenes(page.request, project);
  if (!deck) throw new Error('No second scene');
  const comment = { content: 'Louder.', scriptElementId: lineId };
  expect((await page.request.post(`${api}/comments`, { data: comment })).ok()).toBe(true);
  const dressed = await page.request.patch(`/api/scenes/${deck.id}`, { data: { notes: 'Wet vans.' } });
  expect(dressed.ok()).toBe(true);
  const commented = async () =>
    ((await (await page.request.get(`${api}/comments`)).json()) as Comment[]).map(
      ({ scriptElementId }) => scriptElementId,
    );

  const other = await context.newPage();
  for (const each of [page, other]) {
    await each.goto(scriptAddress(project));
    await expect(each.getByText(line)).toBeVisible();
  }
  const without = texts.filter((text) => text !== line);
  const moved = without.toSpliced(without.indexOf(rain) + 1, 0, line);

  await test.step('cut the line in one window and paste it in the other', async () => {
    await page.bringToFront();
    await openElement(page, line);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('ControlOrMeta+x');
    await expect(scriptField(page)).toHaveText('');
    await page.keyboard.press('ArrowUp');
    await expectStored(page, project, without);
    expect(await commented()).toEqual([null]);
    await pasteAfter(other, rain);
    await expectStored(other, project, moved);
    expect((await storedElements(page.request, project))[moved.indexOf(line)]?.id).toBe(lineId);
    expect(await commented()).toEqual([lineId]);
    await expect(page.getByRole('article').getByText(line)).toBeVisible();
  });

  await test.step('undo and redo the paste, each in one step', async () => {
    await other.keyboard.press('ControlOrMeta+z');
    await expectStored(other, project, without);
    expect(await commented()).toEqual([null]);
    await other.keyboard.press('ControlOrMeta+Shift+z');
    await expectStored(other, project, moved);
    expect(await commented()).toEqual([lineId]);
  });

  await test.step('paste it once more: the second one is new and has no comment', async () => {
    await pasteAfter(other, line);
    await expectStored(other, project, moved.toSpliced(moved.indexOf(line), 0, line));
    const ids = (await storedElements(page.request, project)).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(await commented()).toEqual([lineId]);
    await other.keyboard.press('ControlOrMeta+z');
    await expectStored(other, project, moved);
  });

  await test.step('cut the second scene in the other window and paste it before the first', async () => {
    const ofDeck = (await storedElements(page.request, project)).filter(({ sceneId }) => sceneId === deck.id);
    await openElement(other, deck.heading);
    await moveCaretToEdge(other, 'start');
    for (const _element of ofDeck) await other.keyboard.press('ControlOrMeta+Shift+ArrowDown');
    await other.keyboard.press('ControlOrMeta+x');
    const rest = moved.slice(0, moved.length - ofDeck.length);
    await expectStored(other, project, rest);
    expect(await storedScenes(page.request, project)).toHaveLength(1);
    await pasteAfter(page, rest[0] ?? '');
    await expectStored(page, project, rest.toSpliced(1, 0, ...elementTexts(ofDeck)));
    const [, scene] = await storedScenes(page.request, project);
    expect(scene).toMatchObject({ id: deck.id, notes: 'Wet vans.' });
    await expect(other.getByRole('article').getByText(deck.heading)).toBeVisible();
  });
});
