import { expect, type Locator, type Page } from '@playwright/test';
import type { Project } from '#shared/contract/projects.ts';
import { encodeProjectId } from '#shared/projectId.ts';
import { highlightedTexts, openFerry, sidePanel, whistleLine } from './ferry.ts';
import { test } from './fixtures.ts';
import { storedElements, storedScenes } from './projects.ts';
import { bottomInput, closeField, elementTexts, expectStored } from './writing.ts';

/*
 * Around the script: the side panel with its filters and scenes, the command palette, find and
 * replace, reports.
 */

/** A line of the third scene. */
const laughLine = 'Somebody laughs. Nobody else does.';

test('opens the side panel and tab that the URL names, and follows its changes', async ({ page }) => {
  const _project = await openFerry(page, '?panel=chat&assistantTab=comments&from=mail');
  const tab = (name: string) => sidePanel(page).getByRole('tab', { name, exact: true });
  await expect(tab('Comments')).toHaveAttribute('aria-selected', 'true');
  await page.reload();
  await expect(tab('Comments')).toHaveAttribute('aria-selected', 'true');
  await page.evaluate(() => history.replaceState(history.state, '', '?panel=history&from=mail'));
  await expect(tab('History')).toHaveAttribute('aria-selected', 'true');
  await expect(sidePanel(page).getByRole('heading', { name: 'Script History' })).toBeVisible();
  await tab('Filter').click();
  await expect.poll(() => new URL(page.url()).search).toBe('?panel=navigator&from=mail');
  await sidePanel(page).getByRole('button', { name: 'Close the panel' }).click();
  await expect(sidePanel(page)).toHaveCount(0);
  await expect.poll(() => new URL(page.url()).search).toBe('?from=mail');
  await page.getByRole('button', { name: 'Open assistant' }).click();
  await expect(tab('Chat')).toHaveAttribute('aria-selected', 'true');
});

test('filters the script by scene and by character', async ({ page }) => {
  const project = await openFerry(page, '?panel=navigator');
  const banner = page.getByRole('status').filter({ hasText: 'Filtering by' });
  await scene(page, '2').click();
  await expect(banner).toHaveCount(0);
  await expect(page.getByRole('article').getByText('Chains. Diesel.')).toBeInViewport();
  await filterOf(page, '2').click();
  await expect(banner).toHaveText('Filtering by Scene 2');
  await expect(page.getByText(whistleLine)).toHaveCount(0);
  await expect(page.getByText('Chains. Diesel.')).toBeVisible();
  await bottomInput(page).getByRole('textbox').fill('A hoof on iron.');
  await bottomInput(page).getByRole('button', { name: 'Add Element' }).click();
  await expect(page.getByRole('article').getByText('A hoof on iron.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filter' }).click();
  await expect(banner).toHaveCount(0);
  // The scene ends in a transition. So the added element is one too, in capitals.
  const lastOfScene = async () => {
    const stored = elementTexts(await storedElements(page.request, project));
    return stored[stored.indexOf('INT. LINNEA - SALOON - LATER') - 1];
  };
  await expect.poll(lastOfScene).toBe('A HOOF ON IRON.');

  await sidePanel(page).getByRole('tab', { name: 'Characters' }).click();
  await sidePanel(page)
    .getByRole('button', { name: /^C?CAPTAIN/ })
    .click();
  await expect(banner).toHaveText('Filtering by Character CAPTAIN');
  await expect(page.getByText('We are not.')).toBeVisible();
  await expect(page.getByText('Forty-one. Forty-two.')).toHaveCount(0);
  await page.getByRole('button', { name: 'Clear filter' }).click();
  await expect(page.getByText('Forty-one. Forty-two.')).toHaveCount(1);
});

test('shows the side panel as an overlay at 767 pixels and next to the script at 768; choosing a scene closes it at 600', async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 900 });
  const _project = await openFerry(page, '?panel=navigator');
  await expect(page.getByRole('complementary', { name: 'Side panel' })).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Side panel' })).toHaveCount(0);
  await page.setViewportSize({ width: 767, height: 900 });
  const overlay = page.getByRole('dialog', { name: 'Side panel' });
  await expect(overlay).toBeVisible();
  await expect.poll(() => overlay.boundingBox()).toEqual({ x: 0, y: 0, width: 767, height: 900 });
  await page.setViewportSize({ width: 600, height: 900 });
  await overlay.getByRole('button', { name: /^Scene 3 / }).click();
  await expect(overlay).toBeHidden();
  await expect(page.getByRole('article').getByText(laughLine)).toBeInViewport();
  await closeField(page);
  await page.getByRole('button', { name: 'Open assistant' }).click();
  await overlay.getByRole('tab', { name: 'Filter' }).click();
  await overlay.getByRole('button', { name: 'Filter by scene 3', exact: true }).click();
  await expect(overlay).toBeHidden();
  await expect(page.getByRole('status').filter({ hasText: 'Filtering by Scene 3' })).toBeVisible();
  await expect(page.getByRole('article').getByText(laughLine)).toBeVisible();
  await expect.poll(() => new URL(page.url()).search).toBe('');
  await page.getByRole('button', { name: 'Open assistant' }).click();
  await expect(overlay).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(overlay).toBeHidden();
});

test('deletes a scene from the list; undo restores its elements, comments and number', async ({ page }) => {
  const project = await openFerry(page, '?panel=navigator');
  const before = await storedElements(page.request, project);
  const numbered = await numbersOf(page, project);
  const own = before.find(({ content }) => content.startsWith('Pistons.'));
  const answer = await page.request.post(`/api/projects/${encodeProjectId(project.id)}/comments`, {
    data: { content: 'Too dark?', scriptElementId: own?.id },
  });
  expect(answer.status()).toBe(201);
  await page.reload();
  await sidePanel(page).getByRole('button', { name: 'Actions for scene 3A' }).click();
  await page.getByRole('menuitem', { name: 'Delete scene…' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete scene 3A' });
  await expect(dialog).toContainText(
    'Are you sure you want to delete this scene? This will also delete all script elements in this scene.',
  );
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expectStored(page, project, elementTexts(before.filter(({ sceneId }) => sceneId !== own?.sceneId)));
  await expect(scene(page, '3A')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo: Delete scene' }).click();
  await expectStored(page, project, elementTexts(before));
  expect(await numbersOf(page, project)).toEqual(numbered);
  await expect(scene(page, '3A')).toBeVisible();
  await sidePanel(page).getByRole('tab', { name: 'Chat' }).click();
  await sidePanel(page).getByRole('tab', { name: 'Comments' }).click();
  await expect(sidePanel(page).getByText('Too dark?')).toBeVisible();
  await sidePanel(page).getByRole('button', { name: 'Go to Action: Pistons.' }).click();
  await expect(page.getByRole('article').getByText('Pistons.')).toBeInViewport();
});

test('runs the palette, find, replace all and the list of keys by keyboard', async ({ page }) => {
  const project = await openFerry(page);
  const before = elementTexts(await storedElements(page.request, project));

  await test.step('go to a scene by the palette', async () => {
    await page.keyboard.press('ControlOrMeta+k');
    const palette = page.getByRole('dialog', { name: 'Command palette' });
    await expect(palette.getByRole('combobox')).toBeFocused();
    await page.keyboard.type('3a');
    await expect(palette.getByRole('option').first()).toContainText('THE ENGINE ROOM, BELOW');
    await page.keyboard.press('Enter');
    await expect(palette).toBeHidden();
    await expect(page.getByRole('article').getByText('THE ENGINE ROOM, BELOW')).toBeInViewport();
  });

  await test.step('list the keys with ?', async () => {
    // In a text, the key types.
    await closeField(page);
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keys' });
    await expect(keys.getByText('Element keys: Cycle')).toBeVisible();
    await keys.getByRole('searchbox').fill('dual');
    await expect(keys.getByRole('term')).toHaveText(['Dual dialogue, and back']);
    await page.keyboard.press('Escape');
    await expect(keys).toBeHidden();
  });

  await test.step('find one match after the other', async () => {
    await page.keyboard.press('ControlOrMeta+f');
    const bar = page.getByRole('region', { name: 'Find in the script' });
    await expect(bar.getByRole('textbox', { name: 'Find', exact: true })).toBeFocused();
    await page.keyboard.type('thursday');
    const count = before.join('\n').match(/thursday/gi)?.length;
    await expect(bar.getByRole('status')).toHaveText(new RegExp(`of ${count}$`));
    await expect.poll(() => highlightedTexts(page, 'found-here')).toEqual(['Thursday']);
    const first = await bar.getByRole('status').textContent();
    await page.keyboard.press('Enter');
    await expect(bar.getByRole('status')).not.toHaveText(first ?? '');
    await page.keyboard.press('Shift+Enter');
    await expect(bar.getByRole('status')).toHaveText(first ?? '');
  });

  await test.step('preview a replacement, apply it and undo it in one step', async () => {
    await page.keyboard.press('ControlOrMeta+h');
    const bar = page.getByRole('region', { name: 'Find in the script' });
    await bar.getByRole('textbox', { name: 'Find', exact: true }).fill('Thursday');
    await bar.getByRole('textbox', { name: 'Replace with' }).fill('Friday');
    await bar.getByRole('button', { name: 'Replace all…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Replace all' });
    await expect(dialog.locator('ins').first()).toHaveText('Friday');
    await dialog.getByRole('list').getByRole('checkbox').first().uncheck();
    await dialog.getByRole('button', { name: 'Replace 3 of 4' }).click();
    await expect(dialog).toBeHidden();
    await expect(bar.getByRole('status')).toHaveText('3 places replaced');
    let isFirst = true;
    const replaced = before.map((text) =>
      text.replaceAll('Thursday', () => {
        const kept = isFirst ? 'Thursday' : 'Friday';
        isFirst = false;
        return kept;
      }),
    );
    await expectStored(page, project, replaced);
    await page.keyboard.press('Escape');
    await expect(bar).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo: Replace all' }).click();
    await expectStored(page, project, before);
  });
});

test('opens the position that a report names', async ({ page }) => {
  const _project = await openFerry(page);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Reports…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reports' });
  for (const label of ['Pages', 'Scenes', 'Words', 'Estimated running time', 'Speaking parts'])
    await expect(dialog.getByRole('term').filter({ hasText: label })).toBeVisible();
  await dialog.getByRole('tab', { name: 'Characters' }).click();
  await expect(dialog.getByRole('table').getByRole('row').nth(1)).toContainText('MARA');
  await dialog.getByRole('button', { name: 'GIRL' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('article').getByText('GIRL', { exact: true })).toBeInViewport();
});

function scene(page: Page, number: string): Locator {
  return sidePanel(page).getByRole('button', { name: new RegExp(`^Scene ${number} `) });
}

function filterOf(page: Page, number: string): Locator {
  return sidePanel(page).getByRole('button', { name: `Filter by scene ${number}`, exact: true });
}

async function numbersOf(page: Page, project: Project): Promise<(string | number)[]> {
  return (await storedScenes(page.request, project)).map((each) => each.displayNumber ?? each.sceneNumber);
}
