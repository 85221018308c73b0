import { expect, type Locator, type Page } from '@playwright/test';
import { encodeProjectId } from '#shared/projectCode.ts';
import { nightFerryFile, test } from './fixtures.ts';
import { aStoredProject, importProject, scriptAddress, storedScenes } from './projects.ts';

/*
 * Dragging of items in a list, on a board with columns and in a grid, by mouse and by touch
 * (web/ui/reorder). The keyboard is tested in planning.spec.ts.
 */

/** Return the middle of an element, or a point at that share of its height. */
async function pointOf(element: Locator, heightShare = 0.5) {
  const box = await element.boundingBox();
  if (!box) throw new Error('The element is not rendered');
  return [box.x + box.width / 2, box.y + box.height * heightShare] as const;
}

/** Press on an element and move to another one, in steps. */
async function carry(page: Page, from: Locator, to: Locator, heightShare?: number) {
  await from.hover();
  await page.mouse.down();
  const [x, y] = await pointOf(to, heightShare);
  await page.mouse.move(x, y, { steps: 12 });
}

const announced = (page: Page) => page.locator('p[aria-live=assertive]');

async function store(page: Page, projectId: number, list: string, data: object) {
  const answer = await page.request.post(`/api/projects/${encodeProjectId(projectId)}/${list}`, { data });
  expect(answer.status()).toBe(201);
}

async function anOutline(page: Page) {
  const project = await aStoredProject(page.request, 'The dragged outline');
  for (const title of ['Departure', 'Landfall', 'Storm']) {
    await store(page, project.id, 'outlines', { title });
  }
  await page.goto(`/projects/${encodeProjectId(project.id)}/outline`);
}

test('an outline item makes room while it is dragged, and its handle has the focus afterwards', async ({
  page,
}) => {
  await anOutline(page);
  const items = page.getByRole('article');
  await expect(items).toHaveCount(3);
  const handle = page.getByRole('button', { name: 'Move Departure', exact: true });
  await carry(page, handle, items.nth(2));
  await expect(announced(page)).toHaveText('Departure, place 3 of 3');
  await page.mouse.up();
  await expect(announced(page)).toHaveText('Departure dropped, place 3 of 3');
  await expect(items.nth(2)).toHaveAccessibleName('Departure');
  await expect(handle).toBeFocused();
  await page.reload();
  await expect(items.nth(2)).toHaveAccessibleName('Departure');

  await carry(page, handle, items.first());
  await expect(announced(page)).toHaveText('Departure, place 1 of 3');
  await page.keyboard.press('Escape');
  await expect(announced(page)).toHaveText('Departure put back, place 3 of 3');
  await expect(handle).toBeFocused();
  await page.mouse.up();
  await expect(items.nth(2)).toHaveAccessibleName('Departure');
});

/** Two acts, the first with two loose beats. */
async function aPlan(page: Page) {
  const project = await aStoredProject(page.request, 'The dragged plan');
  for (const title of ['Departure', 'The Count']) await store(page, project.id, 'acts', { title });
  for (const title of ['The captain', 'The log'])
    await store(page, project.id, 'story-beats', { title, actNumber: 1 });
  await page.goto(`/projects/${encodeProjectId(project.id)}/planning`);
  return (act: number) => page.getByRole('list', { name: `Loose beats of act ${act}` });
}

test('a beat is dragged by its card to another act, and Escape puts it back', async ({ page }) => {
  const looseOf = await aPlan(page);
  const card = page.getByRole('heading', { name: 'The captain' });
  const second = page.getByRole('region', { name: 'Act 2: The Count' });
  await carry(page, card, second);
  await expect(looseOf(2).getByText('Lands here')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(announced(page)).toHaveText('The captain put back, loose beats of act 1, place 1 of 2');
  await page.mouse.up();
  await expect(looseOf(1).getByRole('listitem')).toHaveCount(2);

  await carry(page, card, second);
  await page.mouse.up();
  await expect(announced(page)).toHaveText('The captain dropped, loose beats of act 2, place 1 of 1');
  await page.reload();
  await expect(looseOf(2).getByText('The captain')).toBeVisible();
});

test.describe('by touch', () => {
  test.use({ hasTouch: true });

  test('a card is picked up by a long touch on the card or on its handle', async ({ page }) => {
    const looseOf = await aPlan(page);
    const touch = await page.context().newCDPSession(page);
    const finger = async (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: readonly [number, number]) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [{ x: at[0], y: at[1] }] : [] });
    const card = looseOf(1).getByRole('listitem').filter({ hasText: 'The captain' });
    const target = await pointOf(page.getByRole('region', { name: 'Act 2: The Count' }));
    await finger('touchStart', await pointOf(card));
    // The card is lifted after a long press: its copy is the second one.
    await expect(page.getByText('The captain', { exact: true })).toHaveCount(2);
    await finger('touchMove', target);
    await expect(looseOf(2).getByText('Lands here')).toBeVisible();
    await finger('touchEnd');
    await expect(looseOf(2).getByText('The captain')).toBeVisible();

    await anOutline(page);
    const items = page.getByRole('article');
    await finger('touchStart', await pointOf(page.getByRole('button', { name: 'Move Storm' })));
    await finger('touchMove', await pointOf(items.nth(1)));
    await finger('touchMove', await pointOf(items.first(), 0.4));
    await finger('touchMove', await pointOf(items.first(), 0.3));
    await expect(announced(page)).toHaveText('Storm, place 1 of 3');
    await finger('touchEnd');
    await expect(items.first()).toHaveAccessibleName('Storm');
  });
});

test('a scene is dragged to another position of the list and of the storyboard', async ({ page }) => {
  const project = await importProject(page.request, nightFerryFile);
  const headings = async () => (await storedScenes(page.request, project)).map(({ heading }) => heading);
  const [opening = '', first = '', second = '', third = '', ...rest] = await headings();
  await page.goto(`/projects/${encodeProjectId(project.id)}/scenes`);
  const row = (heading: string) => page.getByRole('listitem').filter({ hasText: heading });
  const handle = page.getByRole('button', { name: new RegExp(`^Move .*${first}`) });
  await row(first).hover();
  await carry(page, handle, row(second), 0.8);
  await expect(page.getByText('Lands here')).toBeVisible();
  await page.mouse.up();
  await expect.poll(headings).toEqual([opening, second, first, third, ...rest]);
  await expect(handle).toBeFocused();

  await page.getByRole('button', { name: 'Storyboard' }).click();
  const frame = (heading: string) => page.getByRole('figure').filter({ hasText: heading });
  await frame(second).hover();
  await carry(page, page.getByRole('button', { name: new RegExp(`^Move .*${second}`) }), frame(third));
  await expect(announced(page)).toContainText(', place 3 of');
  await page.mouse.up();
  await expect.poll(headings).toEqual([opening, first, third, second, ...rest]);
});

test('a scene of the navigator is dragged by its row, and undo moves it back', async ({ page }) => {
  const project = await importProject(page.request, nightFerryFile);
  await page.goto(`${scriptAddress(project)}?panel=navigator`);
  const rows = page.getByRole('list', { name: 'Scenes' }).locator('[data-row]');
  const order = () =>
    rows.allTextContents().then((texts) => texts.map((text) => /[A-Z]{3}\. .*/.exec(text)?.[0]));
  const stored = async () => (await storedScenes(page.request, project)).map(({ heading }) => heading);
  const headings = await stored();
  await expect(rows).toHaveCount(headings.length);
  const second = rows.filter({ hasText: headings[2] ?? '' });
  // The code of dragging is loaded when the pointer comes to the list.
  await second.hover();
  await expect(announced(page)).toBeAttached();
  await carry(page, second, rows.filter({ hasText: headings[4] ?? '' }), 0.8);
  await expect(page.getByText(/^\d?.*\/8 pages?$/)).toBeVisible();
  await page.mouse.up();
  await expect(announced(page)).toContainText('dropped');
  const moved = headings.toSpliced(2, 1).toSpliced(4, 0, headings[2] ?? '');
  await expect.poll(stored).toEqual(moved);
  await expect.poll(order).not.toEqual([]);
  // The drag was no click: the caret did not go to the scene.
  await page.getByRole('button', { name: 'Undo: Move scene' }).click();
  await expect.poll(stored).toEqual(headings);

  await second.focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(announced(page)).toContainText('place 2 of');
  await expect(second).toBeFocused();
  await expect.poll(stored).toEqual(headings.toSpliced(1, 2, headings[2] ?? '', headings[1] ?? ''));
});
