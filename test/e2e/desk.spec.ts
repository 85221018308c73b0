import { expect, type Locator, type Page } from '@playwright/test';
import type { Project } from '#shared/contract/projects.ts';
import { encodeProjectId } from '#shared/projectId.ts';
import { nightFerry, test } from './fixtures.ts';
import { createProject, elementsOf, importProject, scenesOf, scriptAddress } from './projects.ts';
import { area, expectStored, field, open, stored, textsOf, toEdge } from './writing.ts';

/* Around the pages: the panel with its filters, comments and history, the palette, finding, formatting, reports. */

const line = 'She blows the whistle. The ramp, already rising, stops.';
/** Of the third scene. */
const laugh = 'Somebody laughs. Nobody else does.';

/** Without its note, which would be a comment. */
const ferry = {
  ...nightFerry,
  buffer: Buffer.from(nightFerry.buffer.toString().replace(/^\[\[.*\]\]\n\n/m, '')),
};

let project: Project;

async function openFerry(page: Page, query = ''): Promise<void> {
  project = await importProject(page.request, ferry);
  await page.goto(`${scriptAddress(project)}${query}`);
  // The first sheet is there to be read before the editor is (server/reading/firstSheet.ts).
  await expect(page.locator('[data-from]').filter({ hasText: line })).toBeVisible();
}

test('the address names the panel and its tab, and the panel follows it', async ({ page }) => {
  await openFerry(page, '?panel=chat&assistantTab=comments&from=mail');
  const tab = (name: string) => panel(page).getByRole('tab', { name, exact: true });
  await expect(tab('Comments')).toHaveAttribute('aria-selected', 'true');
  await page.reload();
  await expect(tab('Comments')).toHaveAttribute('aria-selected', 'true');
  await page.evaluate(() => history.replaceState(history.state, '', '?panel=history&from=mail'));
  await expect(tab('History')).toHaveAttribute('aria-selected', 'true');
  await expect(panel(page).getByRole('heading', { name: 'Script History' })).toBeVisible();
  await tab('Filter').click();
  expect(new URL(page.url()).search).toBe('?panel=navigator&from=mail');
  await panel(page).getByRole('button', { name: 'Close the panel' }).click();
  await expect(panel(page)).toHaveCount(0);
  expect(new URL(page.url()).search).toBe('?from=mail');
  await page.getByRole('button', { name: 'Open assistant' }).click();
  await expect(tab('Chat')).toHaveAttribute('aria-selected', 'true');
});

test('the script is narrowed to a scene and to a character', async ({ page }) => {
  await openFerry(page, '?panel=navigator');
  const banner = page.getByRole('status').filter({ hasText: 'Filtering by' });
  await scene(page, '2').click();
  await expect(banner).toHaveText('Filtering by Scene 2');
  await expect(page.getByText(line)).toHaveCount(0);
  await expect(page.getByText('Chains. Diesel.')).toBeVisible();
  await area(page).getByRole('textbox').fill('A hoof on iron.');
  await area(page).getByRole('button', { name: 'Add Element' }).click();
  await expect(page.getByRole('article').getByText('A hoof on iron.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filter' }).click();
  await expect(banner).toHaveCount(0);
  const elements = await elementsOf(page.request, project);
  // The scene ends in a transition, and so does what is added: in capitals as typed.
  const added = elements.findIndex(({ content }) => content === 'A HOOF ON IRON.');
  expect(elements[added + 1]?.content).toBe('INT. LINNEA - SALOON - LATER');

  await panel(page).getByRole('tab', { name: 'Characters' }).click();
  await panel(page)
    .getByRole('button', { name: /^C?CAPTAIN/ })
    .click();
  await expect(banner).toHaveText('Filtering by Character CAPTAIN');
  await expect(page.getByText('We are not.')).toBeVisible();
  await expect(page.getByText('Forty-one. Forty-two.')).toHaveCount(0);
  await page.getByRole('button', { name: 'Clear filter' }).click();
  await expect(page.getByText('Forty-one. Forty-two.')).toHaveCount(1);
});

test('at 767 pixels the panel lies over all of the window, at 768 beside the script; at 600 a chosen scene closes it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await openFerry(page, '?panel=navigator');
  await expect(page.getByRole('complementary', { name: 'Side panel' })).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Side panel' })).toHaveCount(0);
  await page.setViewportSize({ width: 767, height: 900 });
  const overlay = page.getByRole('dialog', { name: 'Side panel' });
  await expect(overlay).toBeVisible();
  await expect.poll(() => overlay.boundingBox()).toEqual({ x: 0, y: 0, width: 767, height: 900 });
  await page.setViewportSize({ width: 600, height: 900 });
  await overlay.getByRole('button', { name: /^Scene 3 / }).click();
  await expect(overlay).toBeHidden();
  await expect(page.getByRole('status').filter({ hasText: 'Filtering by Scene 3' })).toBeVisible();
  await expect(page.getByRole('article').getByText(laugh)).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
  await page.getByRole('button', { name: 'Open assistant' }).click();
  await expect(overlay).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(overlay).toBeHidden();
});

test('a scene is deleted from its list, and undo brings back its elements, comments and number', async ({
  page,
}) => {
  await openFerry(page, '?panel=navigator');
  const before = await elementsOf(page.request, project);
  const numbered = await numbersOf(page);
  const own = before.find(({ content }) => content.startsWith('Pistons.'));
  const answer = await page.request.post(`/api/projects/${encodeProjectId(project.id)}/comments`, {
    data: { content: 'Too dark?', scriptElementId: own?.id },
  });
  expect(answer.status()).toBe(201);
  await page.reload();
  await panel(page).getByRole('button', { name: 'Actions for scene 3A' }).click();
  await page.getByRole('menuitem', { name: 'Delete scene…' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete scene 3A' });
  await expect(dialog).toContainText(
    'Are you sure you want to delete this scene? This will also delete all script elements in this scene.',
  );
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expectStored(page, project, textsOf(before.filter(({ sceneId }) => sceneId !== own?.sceneId)));
  await expect(scene(page, '3A')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo: Delete scene' }).click();
  await expectStored(page, project, textsOf(before));
  expect(await numbersOf(page)).toEqual(numbered);
  await expect(scene(page, '3A')).toBeVisible();
  await panel(page).getByRole('tab', { name: 'Chat' }).click();
  await panel(page).getByRole('tab', { name: 'Comments' }).click();
  await expect(panel(page).getByText('Too dark?')).toBeVisible();
  await panel(page).getByRole('button', { name: 'Go to Action: Pistons.' }).click();
  await expect(page.getByRole('article').getByText('Pistons.')).toBeInViewport();
});

test('comments stand on elements and on words, follow the words, and are resolved', async ({ page }) => {
  await openFerry(page, '?panel=navigator');
  const input = panel(page).getByRole('textbox', { name: 'Add a comment' });
  const send = panel(page).getByRole('button', { name: 'Comment', exact: true });

  await test.step('on an element', async () => {
    await page.getByRole('article').getByText(line).hover();
    await page.getByRole('button', { name: 'Add comment' }).click();
    await expect(input).toBeFocused();
    await expect(panel(page).getByText('On Action, scene 1')).toBeVisible();
    await page.keyboard.type('Louder.');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(panel(page).getByText('1 unresolved, 0 resolved')).toBeVisible();
    await expect(page.getByRole('button', { name: '1 comment', exact: true })).toBeVisible();
  });

  await test.step('on selected words, which are marked', async () => {
    await open(page, line);
    await toEdge(page, 'start');
    for (const _letter of 'She blows the ') await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ControlOrMeta+ArrowRight');
    await page.getByRole('button', { name: 'Add comment' }).click();
    await input.fill('Or a horn?');
    await send.click();
    await expect(panel(page).getByText('2 unresolved, 0 resolved')).toBeVisible();
    await page.getByRole('toolbar', { name: 'Element' }).getByRole('button', { name: 'Cancel' }).click();
    await expect(field(page)).toHaveCount(0);
    await expect.poll(() => marked(page)).toEqual(['whistle']);
  });

  await test.step('the mark follows an edit before it', async () => {
    const text = `Slowly, she blows the whistle. ${line.slice(line.indexOf('The ramp'))}`;
    await open(page, line);
    await toEdge(page, 'start');
    await page.keyboard.type('Slowly, s');
    await page.keyboard.press('Delete');
    const answer = stored(page);
    await page.keyboard.press('ControlOrMeta+s');
    expect((await answer).status()).toBe(200);
    await expect(page.getByRole('article').getByText(text.slice(0, 40))).toBeVisible();
    await expect.poll(() => marked(page)).toEqual(['whistle']);
    await page.reload();
    await expect.poll(() => marked(page)).toEqual(['whistle']);
  });

  await test.step('they are answered, resolved and shown again', async () => {
    const thread = panel(page).getByRole('listitem').filter({ hasText: 'Or a horn?' });
    await thread.getByRole('textbox', { name: 'Reply' }).fill('A whistle.');
    await thread.getByRole('button', { name: 'Reply' }).click();
    await expect(thread.getByText('A whistle.')).toBeVisible();
    await thread.getByRole('button', { name: 'Resolve' }).first().click();
    await expect(panel(page).getByText('1 unresolved, 1 resolved')).toBeVisible();
    await expect(thread).toHaveCount(0);
    await expect.poll(() => marked(page)).toEqual([]);
    await panel(page).getByRole('button', { name: 'Show Resolved' }).click();
    await expect(thread.getByText('Resolved', { exact: true })).toBeVisible();
    await panel(page).getByRole('button', { name: 'Close the panel' }).click();
    await page.getByRole('button', { name: '1 unresolved comment' }).click();
    await expect(panel(page).getByText('Louder.')).toBeVisible();
  });
});

test('history: three pages without repeats, one request for a search, restoring, versions and comparing', async ({
  page,
}) => {
  project = await createProject(page.request, 'Many drafts');
  const created = await page.request.post(`/api/projects/${encodeProjectId(project.id)}/script-elements`, {
    data: { elementType: 'scene_heading', content: 'INT. DRAFT 1 - DAY' },
  });
  const { id } = await created.json();
  for (let draft = 2; draft <= 45; draft++) {
    const data = { content: `INT. DRAFT ${draft} - DAY` };
    expect((await page.request.patch(`/api/script-elements/${id}`, { data })).status()).toBe(200);
  }
  const asked: URLSearchParams[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/script-history/paginated')) asked.push(searchParams);
  });
  await page.goto(`${scriptAddress(project)}?panel=history`);
  const history = page.getByRole('region', { name: 'Script History' });
  const entries = history.getByRole('region', { name: 'Changes' }).getByRole('listitem');
  const menuOf = (text: string) =>
    entries
      .filter({ has: page.getByText(text, { exact: true }) })
      .first()
      .getByRole('button', { name: /^More for/ });

  await test.step('it is read to its end', async () => {
    await expect(history.getByText('45 changes')).toBeVisible();
    for (const count of [20, 40, 45]) {
      await expect(entries).toHaveCount(count);
      await entries.last().scrollIntoViewIfNeeded();
    }
    await expect(history.getByText('Loading more...')).toHaveCount(0);
    expect(asked.map((query) => query.get('page'))).toEqual(['1', '2', '3']);
    const added = await entries.locator('ins').allInnerTexts();
    expect(new Set(added).size).toBe(45);
  });

  await test.step('five letters are one search', async () => {
    const before = asked.length;
    await history.getByRole('searchbox').pressSequentially('AFT 7');
    await expect(entries).toHaveCount(2);
    expect(asked.slice(before).map((query) => query.get('search'))).toEqual(['AFT 7']);
    await history.getByRole('button', { name: 'Clear Filters' }).click();
    await expect(history.getByText('45 changes')).toBeVisible();
  });

  await test.step('an element has its own, and its text is restored', async () => {
    await page.getByRole('article').getByText('INT. DRAFT 45 - DAY').hover();
    await page.getByRole('button', { name: 'History of this element' }).click();
    const own = page.getByRole('region', { name: 'Element History' });
    await expect(own).toContainText('INT. DRAFT 45 - DAY');
    const answer = stored(page);
    await own
      .getByRole('region', { name: 'Changes' })
      .getByRole('listitem')
      .nth(3)
      .getByRole('button', { name: 'Restore', exact: true })
      .click();
    expect((await answer).status()).toBe(200);
    await expect(page.getByRole('article').getByText('INT. DRAFT 42 - DAY')).toBeVisible();
    await expectStored(page, project, ['INT. DRAFT 42 - DAY']);
    await page.getByRole('button', { name: /^Undo/ }).click();
    await expectStored(page, project, ['INT. DRAFT 45 - DAY']);
    await own.getByRole('button', { name: 'Whole script' }).click();
    await expect(history.getByText('47 changes')).toBeVisible();
  });

  await test.step('a version is named, and compared with what came after', async () => {
    await history.getByRole('tab', { name: 'Versions' }).click();
    await history.getByRole('button', { name: 'Name this version…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Name this version' });
    await dialog.getByLabel('Name').fill('First draft');
    await dialog.getByRole('button', { name: 'Name', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(history.getByText('First draft')).toBeVisible();
    await area(page).getByRole('textbox').fill('Rain.');
    const answer = stored(page);
    await area(page).getByRole('button', { name: 'Add Element' }).click();
    expect((await answer).status()).toBe(201);
    await history.getByRole('button', { name: 'Compare…' }).click();
    const compare = page.getByRole('dialog', { name: 'Compare' });
    await expect(compare.getByRole('status')).toHaveText('0 changed, 1 added, 0 removed');
    await page.keyboard.press('Escape');
    await history.getByRole('button', { name: 'More for First draft' }).click();
    await page.getByRole('menuitem', { name: 'Restore this version' }).click();
    const restore = page.getByRole('alertdialog', { name: /First draft/ });
    await restore.getByRole('button', { name: 'Restore' }).click();
    await expectStored(page, project, ['INT. DRAFT 45 - DAY']);
    await history.getByRole('tab', { name: 'Changes' }).click();
    await menuOf('Rain.').click();
    await page.getByRole('menuitem', { name: 'Restore this text' }).click();
    await expectStored(page, project, ['INT. DRAFT 45 - DAY', 'Rain.']);
  });
});

test('by keys: the palette, finding, replacing all in one step, and the list of keys', async ({ page }) => {
  await openFerry(page);
  const before = textsOf(await elementsOf(page.request, project));

  await test.step('the palette goes to a scene', async () => {
    await page.keyboard.press('ControlOrMeta+k');
    const palette = page.getByRole('dialog', { name: 'Command palette' });
    await expect(palette.getByRole('combobox')).toBeFocused();
    await page.keyboard.type('3a');
    await expect(palette.getByRole('option').first()).toContainText('THE ENGINE ROOM, BELOW');
    await page.keyboard.press('Enter');
    await expect(palette).toBeHidden();
    await expect(page.getByRole('article').getByText('THE ENGINE ROOM, BELOW')).toBeInViewport();
  });

  await test.step('? lists the keys', async () => {
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keys' });
    await expect(keys.getByText('Element keys: Cycle')).toBeVisible();
    await keys.getByRole('searchbox').fill('dual');
    await expect(keys.getByRole('term')).toHaveText(['Dual dialogue, and back']);
    await page.keyboard.press('Escape');
    await expect(keys).toBeHidden();
  });

  await test.step('found, one after the other', async () => {
    await page.keyboard.press('ControlOrMeta+f');
    const bar = page.getByRole('region', { name: 'Find in the script' });
    await expect(bar.getByRole('textbox', { name: 'Find', exact: true })).toBeFocused();
    await page.keyboard.type('thursday');
    const count = before.join('\n').match(/thursday/gi)?.length;
    await expect(bar.getByRole('status')).toHaveText(new RegExp(`of ${count}$`));
    await expect.poll(() => marked(page, 'found-here')).toEqual(['Thursday']);
    const first = await bar.getByRole('status').textContent();
    await page.keyboard.press('Enter');
    await expect(bar.getByRole('status')).not.toHaveText(first ?? '');
    await page.keyboard.press('Shift+Enter');
    await expect(bar.getByRole('status')).toHaveText(first ?? '');
  });

  await test.step('replaced, seen before, and taken back in one step', async () => {
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

test('dual dialogue, centred text, a page break, numbers, paper and title page', async ({ page }) => {
  await openFerry(page);
  const format = async (name: string) => {
    await page.getByRole('button', { name: 'Format', exact: true }).click();
    const answer = stored(page);
    await page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click();
    expect((await answer).status()).toBe(200);
  };
  const found = async (text: string) =>
    (await elementsOf(page.request, project)).find(({ content }) => content === text);
  const focus = async (text: string) => {
    await open(page, text);
    await page.keyboard.press('Escape');
    await expect(field(page)).toHaveCount(0);
  };

  await test.step('dual dialogue by one command, and back', async () => {
    await focus('It is Thursday.');
    await format('Dual dialogue');
    expect([
      (await found('You have a ticket for Thursday.'))?.dual,
      (await found('It is Thursday.'))?.dual,
    ]).toEqual(['left', 'right']);
    const left = await page.getByRole('article').getByText('You have a ticket for').boundingBox();
    const right = await page.getByRole('article').getByText('It is Thursday.').boundingBox();
    expect(left?.y).toBe(right?.y);
    await format('Dual dialogue');
    expect((await found('It is Thursday.'))?.dual).toBeNull();
  });

  await test.step('centred, and on a new page', async () => {
    await focus(line);
    await format('Centred text');
    await format('Start on a new page');
    const pages = page.getByRole('article', { name: 'Page 2', exact: true });
    await expect(pages.getByText(line)).toBeVisible();
    const { extras } = (await found(line)) ?? {};
    expect(extras).toMatchObject({ layout: { alignment: 'Center', startsNewPage: true } });
    await format('Start on a new page');
    await format('Centred text');
    expect((await found(line))?.extras?.layout ?? {}).not.toMatchObject({ alignment: 'Center' });
  });

  await test.step('scene numbers, paper and title page', async () => {
    const more = async (name: string) => {
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    const numbers = page
      .getByRole('article', { name: 'Page 1', exact: true })
      .getByText('1', { exact: true });
    const areShown = project.format.sceneNumbersShown;
    await expect(numbers).toHaveCount(areShown ? 2 : 0);
    await more(areShown ? 'Hide scene numbers' : 'Show scene numbers');
    await expect(numbers).toHaveCount(areShown ? 0 : 2);
    const widthPx = await paperPx(page);
    await more('Title page and paper…');
    const dialog = page.getByRole('dialog', { name: 'Script settings' });
    await dialog.getByRole('radio', { name: /^A4/ }).check();
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Day Ferry');
    await dialog.getByRole('textbox', { name: 'Credit' }).fill('written in a hurry by');
    await expect(dialog.getByRole('img', { name: 'Preview of the title page' })).toContainText(
      'written in a hurry by',
    );
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('article', { name: 'Title page' })).toContainText('written in a hurry by');
    expect(await paperPx(page)).toBeLessThan(widthPx);
    expect((await scenesOf(page.request, project)).map(({ displayNumber }) => displayNumber)).toContain('3A');
  });
});

test('reports lead to the place', async ({ page }) => {
  await openFerry(page);
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

function panel(page: Page): Locator {
  return page.getByRole('complementary', { name: 'Side panel' });
}

function scene(page: Page, number: string): Locator {
  return panel(page).getByRole('button', { name: new RegExp(`^Scene ${number} `) });
}

async function numbersOf(page: Page): Promise<(string | number)[]> {
  return (await scenesOf(page.request, project)).map((each) => each.displayNumber ?? each.sceneNumber);
}

/** What the browser has painted over the pages. */
function marked(page: Page, kind = 'comment'): Promise<string[]> {
  return page.evaluate((name) => {
    const ranges = [...(CSS.highlights.get(name) ?? [])] as StaticRange[];
    return ranges.map(({ startContainer, startOffset, endOffset }) =>
      (startContainer.textContent ?? '').slice(startOffset, endOffset),
    );
  }, `script-${kind}`);
}

async function paperPx(page: Page): Promise<number> {
  return (await page.getByRole('article', { name: 'Page 1', exact: true }).boundingBox())?.width ?? 0;
}
