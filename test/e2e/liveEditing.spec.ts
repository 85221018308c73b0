import { readFile } from 'node:fs/promises';
import { type Browser, expect, type Page } from '@playwright/test';
import type { UserRow } from '#server/auth/accounts.ts';
import { encodeProjectId } from '#shared/projectId.ts';
import { checkScreen } from './checkScreen.ts';
import { type Console, watchConsole } from './console.ts';
import { test } from './fixtures.ts';
import { ownWorldPerTest } from './ownWorld.ts';
import { drawnSheets } from './sheets.ts';
import { moveCaretToEdge, openElement, scriptField } from './writing.ts';

/*
 * Two users in one project, each in an own browser. Each sees the other's changes without a reload.
 */

const own = ownWorldPerTest();

const line = 'Rain on black water. A ferry strains at her ropes.';

/** Consoles of other browser contexts. They must stay silent except for expected errors. */
const consoles = new Map<Page, Console>();
test.afterEach(() => {
  const complaints = [...consoles.values()].flatMap((each) => each.problems());
  consoles.clear();
  expect(complaints).toEqual([]);
});

/** Open the script as this user in the page of the test, or in a separate browser context. */
async function pageOf(where: Page | Browser, person: UserRow): Promise<Page> {
  const isBrowser = 'newContext' in where;
  const page = isBrowser ? await (await where.newContext()).newPage() : where;
  // The fixture `browserConsole` watches the context of the test.
  if (isBrowser) consoles.set(page, watchConsole(page.context()));
  await own.app.enter(page.context(), person);
  await page.goto(`${own.app.url}/projects/${encodeProjectId(own.world.project.id)}/script`);
  return page;
}

/** Permit errors from any call for this project in that browser from now on. */
function expectProjectErrors(page: Page): void {
  const { id } = own.world.project;
  consoles.get(page)?.expectFailedRequests(new RegExp(`/api/projects/${encodeProjectId(id)}(/|$)`));
}

const lineWith = (page: Page, text: string) => page.locator('[data-element]').filter({ hasText: text });

async function stored(text: string): Promise<boolean> {
  const { body } = await own.app
    .as(own.world.olive)
    .get(`/api/projects/${encodeProjectId(own.world.project.id)}/script-elements`);
  return body.includes(text);
}

test("shows two writers of one script each other's presence and changes", async ({ browser, page }) => {
  const [olive, eddie] = [await pageOf(page, own.world.olive), await pageOf(browser, own.world.eddie)];
  await test.step('show who is present', async () => {
    await expect(olive.getByRole('button', { name: 'Follow Eddie Editor: Script' })).toBeVisible();
    await expect(eddie.getByRole('button', { name: 'Follow Olive Owner: Script' })).toBeVisible();
    await expect(lineWith(olive, line)).toBeVisible();
  });

  await test.step('mark the line that another writer edits and show the text as it is typed', async () => {
    await openElement(eddie, line);
    await expect(olive.locator('[data-person="Eddie Editor"]')).toBeVisible();
    await moveCaretToEdge(eddie, 'end');
    await eddie.keyboard.type(' Silence.');
    await expect(lineWith(olive, 'Silence.')).toBeVisible();
    await expect(olive.locator('[data-caret]')).toBeVisible();
    expect(await stored('Silence.')).toBe(false);
    await checkScreen(olive, 'together');
    await eddie.keyboard.press('ControlOrMeta+s');
    await expect.poll(() => stored('Silence.')).toBe(true);
    await expect(olive.locator('[data-caret]')).toBeVisible();
    await eddie.keyboard.press('Escape');
    await expect(lineWith(eddie, 'Silence.')).toBeVisible();
    await expect(olive.locator('[data-caret]')).toHaveCount(0);
    await expect(lineWith(olive, 'Silence.')).toBeVisible();
  });

  await test.step('show a new line once on each page at its position', async () => {
    await openElement(olive, 'Silence.');
    await moveCaretToEdge(olive, 'end');
    await olive.keyboard.press('Enter');
    await olive.keyboard.type('Gulls.');
    await expect(eddie.locator('[data-new-line="Olive Owner"]')).toContainText('Gulls.');
    await olive.keyboard.press('ControlOrMeta+s');
    await expect(eddie.locator('[data-new-line]')).toHaveCount(0);
    await expect(lineWith(eddie, 'Gulls.')).toHaveCount(1);
    await expect(scriptField(olive)).toHaveText('Gulls.');
    await olive.keyboard.press('Escape');
    await expect(lineWith(olive, 'Gulls.')).toHaveCount(1);
    for (const page of [olive, eddie]) {
      const order = async () => {
        const texts = await page.locator('[data-element]').allInnerTexts();
        return texts.map((text) => text.trim()).slice(1, 4);
      };
      await expect.poll(order).toEqual([`${line} Silence.`, 'Gulls.', 'MARA']);
    }
  });

  await test.step("keep a writer's unsaved text while others edit", async () => {
    await openElement(olive, 'Gulls.');
    await moveCaretToEdge(olive, 'end');
    await olive.keyboard.type(' Still');
    await openElement(eddie, 'Silence.');
    await moveCaretToEdge(eddie, 'end');
    await eddie.keyboard.press('Enter');
    await eddie.keyboard.type('Fog.');
    await eddie.keyboard.press('ControlOrMeta+s');
    await expect(lineWith(olive, 'Fog.')).toBeVisible();
    await expect(scriptField(olive)).toBeFocused();
    await olive.keyboard.type(' there.');
    await olive.keyboard.press('ControlOrMeta+s');
    await expect(lineWith(eddie, 'Gulls. Still there.')).toBeVisible();
  });

  await test.step('follow a writer from view to view until Escape', async () => {
    const follow = olive.getByRole('button', { name: 'Follow Eddie Editor: Script' });
    await follow.click();
    await expect(follow).toHaveAttribute('aria-pressed', 'true');
    await eddie.getByRole('link', { name: 'Outline' }).click();
    await expect(olive).toHaveURL(/\/outline$/);
    await eddie.getByRole('link', { name: 'Script Editor' }).click();
    await expect(olive).toHaveURL(/\/script$/);
    await olive.keyboard.press('Escape');
    await expect(olive.getByRole('button', { name: 'Follow Eddie Editor: Script' })).toHaveAttribute(
      'aria-pressed',
      'false',
    );
  });

  await test.step('show a comment to both', async () => {
    await olive.goto(`${olive.url().split('?')[0]}?panel=chat&assistantTab=comments`);
    const panel = olive.getByRole('complementary', { name: 'Side panel' });
    await expect(panel.getByText('No comments yet')).toBeVisible();
    await own.app
      .as(own.world.eddie)
      .post(`/api/projects/${encodeProjectId(own.world.project.id)}/comments`, {
        content: 'Is she breathing?',
      });
    await expect(panel.getByText('Is she breathing?')).toBeVisible();
  });

  await test.step('remove the project from a removed member', async () => {
    const access = await accessOf(own.world.eddie);
    expectProjectErrors(eddie);
    await own.app.as(own.world.olive).delete(access);
    await expect(eddie.getByRole('heading', { name: 'Project not found' })).toBeVisible();
    await expect(olive.getByRole('list', { name: 'Here now' })).toHaveCount(0);
  });
});

test('keeps the active line and its position when others edit, move or delete around it', async ({
  browser,
  page,
  browserConsole,
}) => {
  const [olive, eddie] = [await pageOf(page, own.world.olive), await pageOf(browser, own.world.eddie)];
  const calls = own.app.as(own.world.eddie);
  const base = `/api/projects/${encodeProjectId(own.world.project.id)}`;
  const rows = async () =>
    (await calls.get(`${base}/script-elements`)).json() as { id: number; content: string; sceneId: number }[];
  const last = 'You count everything?';
  await openElement(olive, last);
  await moveCaretToEdge(olive, 'end');
  await olive.keyboard.type(' Always?');

  await olive.setViewportSize({ width: 1440, height: 600 });
  await test.step('add and remove lines above without moving the active line', async () => {
    const place = async () => (await scriptField(olive).boundingBox())?.y;
    const scroller = olive.locator('[data-desk]');
    await expect.poll(() => scroller.evaluate((node) => node.clientHeight)).toBeLessThan(600);
    // The first page is below the title page, which is as high as its paper.
    const scrollPx = 11 * 96 + 24 + 160;
    await scroller.evaluate((node, topPx) => node.scrollTo(0, topPx), scrollPx);
    await drawnSheets(olive);
    const before = await place();
    expect(before).toBeDefined();
    const [first] = await rows();
    const lines = Array.from({ length: 3 }, (_, index) => ({
      elementType: 'action',
      content: `Fog ${index}.`,
    }));
    await calls.post(`${base}/script-changes`, {
      edits: [{ type: 'insert', afterId: first?.id, elements: lines }],
    });
    await expect(lineWith(olive, 'Fog 2.')).toHaveCount(1);
    await expect.poll(place).toBe(before);
    expect(await scroller.evaluate((node) => node.scrollTop)).toBeGreaterThan(scrollPx);
  });

  await test.step('move the scene under the caret', async () => {
    const list = await rows();
    const scene = list.find(({ content }) => content.startsWith(last))?.sceneId;
    const ids = list.filter(({ sceneId }) => sceneId === scene).map(({ id }) => id);
    await calls.post(`${base}/script-changes`, { edits: [{ type: 'move', ids, afterId: null }] });
    await expect(olive.locator('[data-element]').first()).toContainText('INT. CAR DECK');
    await expect(scriptField(olive)).toBeFocused();
    await olive.keyboard.type(' Yes.');
    await olive.keyboard.press('ControlOrMeta+s');
    await expect.poll(() => stored('You count everything? Always? Yes.')).toBe(true);
  });

  await test.step('delete the scene of the active line, which typing restores', async () => {
    await openElement(olive, 'Wait! I have a ticket!');
    await moveCaretToEdge(olive, 'end');
    await olive.keyboard.type(' Here!');
    const scene = (await rows()).find(({ content }) => content.startsWith('Wait!'))?.sceneId;
    expect((await calls.delete(`/api/scenes/${scene}`)).statusCode).toBeLessThan(300);
    browserConsole.expectFailedRequests(/\/api\/script-elements\/\d+$/);
    await expect(olive.getByText('This paragraph was deleted elsewhere.').first()).toBeVisible();
    await olive.keyboard.press('ControlOrMeta+s');
    await expect.poll(() => stored('Wait! I have a ticket! Here!')).toBe(true);
  });
  await expect(lineWith(eddie, 'You count everything? Always? Yes.')).toBeVisible();
});

test("shows a stored text to all users while another user's caret is in the line", async ({
  browser,
  page,
}) => {
  const [olive, eddie] = [await pageOf(page, own.world.olive), await pageOf(browser, own.world.eddie)];
  const vic = await pageOf(browser, own.world.vic);
  await openElement(olive, line);
  await expect(eddie.locator('[data-person="Olive Owner"]')).toBeVisible();
  await openElement(eddie, line);
  await moveCaretToEdge(eddie, 'end');
  await eddie.keyboard.type(' Wet.');
  await eddie.keyboard.press('ControlOrMeta+s');
  const whole = `${line} Wet.`;
  await expect(scriptField(olive)).toHaveText(whole);
  for (const page of [eddie, vic]) await expect(lineWith(page, whole)).toBeVisible();
  await eddie.reload();
  await expect(lineWith(eddie, whole)).toBeVisible();

  await moveCaretToEdge(olive, 'end');
  await olive.keyboard.type(' Oh.');
  await olive.keyboard.press('ControlOrMeta+s');
  for (const page of [olive, eddie, vic]) await expect(lineWith(page, `${whole} Oh.`)).toBeVisible();
  expect(await stored(`${whole} Oh.`)).toBe(true);
});

/** Return the URL of a member's access to the project. */
async function accessOf({ email }: UserRow): Promise<string> {
  const base = `/api/projects/${encodeProjectId(own.world.project.id)}/access`;
  const access = (await own.app.as(own.world.olive).get(base)).json() as { id: string; email: string }[];
  return `${base}/${access.find((each) => each.email === email)?.id}`;
}

/** Return the unsaved text as the file that the browser offers. */
async function downloadText(page: Page): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as Fountain' }).click();
  return readFile(await (await download).path(), 'utf8');
}

test('shows live drafts to a late visitor, and keeps the text of a writer who loses the right to edit', async ({
  browser,
}) => {
  const eddie = await pageOf(browser, own.world.eddie);
  // Otherwise the text would be stored in the first pause.
  let isHeld = true;
  consoles.get(eddie)?.expectFailedRequests(/\/api\//);
  await eddie.route('**/api/script-elements/*', (route) => (isHeld ? route.abort() : route.continue()));
  await openElement(eddie, line);
  await moveCaretToEdge(eddie, 'end');
  await eddie.keyboard.type(' Silence');
  const olive = await pageOf(browser, own.world.olive);
  await expect(lineWith(olive, 'Silence')).toBeVisible();

  await own.app.as(own.world.olive).patch(await accessOf(own.world.eddie), { role: 'viewer' });
  await expect(eddie.getByRole('alert')).toContainText(
    'You can no longer write in this project. 1 change is kept here.',
  );
  await expect(scriptField(eddie)).toHaveCount(0);
  await expect(lineWith(eddie, `${line} Silence`)).toBeVisible();
  await expect(lineWith(olive, 'Silence')).toHaveCount(0);
  await expect(olive.locator('[data-caret]')).toHaveCount(0);
  await checkScreen(eddie, 'role lowered');
  expect(await downloadText(eddie)).toContain(`${line} Silence`);
  await eddie.reload();
  await expect(eddie.getByRole('alert')).toContainText('1 change is kept here');

  isHeld = false;
  await own.app.as(own.world.olive).patch(await accessOf(own.world.eddie), { role: 'editor' });
  await expect(lineWith(olive, `${line} Silence`)).toBeVisible();
  await expect(eddie.getByRole('alert')).toHaveCount(0);
});

test('keeps the text of a writer whose project is deleted', async ({ browser }) => {
  const eddie = await pageOf(browser, own.world.eddie);
  await openElement(eddie, line);
  await moveCaretToEdge(eddie, 'end');
  await eddie.keyboard.type(' Silence');
  consoles.get(eddie)?.expectFailedRequests(/\/api\//);
  await own.app.as(own.world.olive).delete(`/api/projects/${encodeProjectId(own.world.project.id)}`);
  await expect(eddie.getByRole('heading', { name: 'Project not found' })).toBeVisible();
  await expect(
    eddie.getByText('Your last changes were not saved to the server. They are still in this browser.'),
  ).toBeVisible();
  await checkScreen(eddie, 'project deleted');
  expect(await downloadText(eddie)).toContain(`${line} Silence`);
  await eddie.reload();
  expect(await downloadText(eddie)).toContain(`${line} Silence`);
  await eddie.getByRole('button', { name: 'Discard' }).click();
  await expect(eddie.getByRole('button', { name: 'Download as Fountain' })).toHaveCount(0);
});
