import { type BrowserContext, expect, type Page } from '@playwright/test';
import { encodeProjectId } from '#shared/projectId.ts';
import { checkScreen } from './checkScreen.ts';
import { test } from './fixtures.ts';
import { countOfflineCopies, untilAllCached, untilCopied } from './offlineCopies.ts';
import { ownWorldPerTest } from './ownWorld.ts';
import { closeField, moveCaretToEdge, openElement, tabTo } from './writing.ts';

/*
 * A writer without a connection, over reloads of the page, while another writer edits the same
 * script.
 */

const own = ownWorldPerTest();
test.use({ serviceWorkers: 'allow' });

const line = 'Rain on black water. A ferry strains at her ropes.';
const engines = 'Engines. TOBIAS finds her between two vans.';

async function pageOf(context: BrowserContext, who: 'olive' | 'eddie'): Promise<Page> {
  await own.app.enter(context, own.world[who]);
  const page = await context.newPage();
  await page.goto(`${own.app.url}/projects/${encodeProjectId(own.world.project.id)}/script`);
  await expect(lineWith(page, line)).toBeVisible();
  return page;
}

const lineWith = (page: Page, text: string | RegExp) =>
  page.locator('[data-element]').filter({ hasText: text });
const state = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

/** Return the id of an element, for calls of the other writer. */
async function elementIdOf(text: string) {
  const list = (
    await own.app
      .as(own.world.eddie)
      .get(`/api/projects/${encodeProjectId(own.world.project.id)}/script-elements`)
  ).json();
  return (list as { id: number; content: string }[]).find(({ content }) => content === text)?.id;
}

async function append(page: Page, text: string, words: string): Promise<void> {
  await openElement(page, text);
  await moveCaretToEdge(page, 'end');
  await page.keyboard.type(words);
}

test("merges an hour of offline edits, over reloads, with another writer's edits and lists the overlapping ones", async ({
  context,
  browser,
  browserConsole,
}) => {
  browserConsole.expectFailedRequests(/\/(api|projects)\//);
  const olive = await pageOf(context, 'olive');
  const eddie = await pageOf(await browser.newContext(), 'eddie');
  await untilCopied(olive);
  await untilAllCached(olive);

  await test.step('reload the page offline and edit it', async () => {
    await context.setOffline(true);
    await olive.reload();
    await expect(lineWith(olive, line)).toBeVisible();
    await expect(state(olive, 'Offline')).toBeVisible();
    await append(olive, line, ' Silence.');
    await olive.keyboard.press('Enter');
    await olive.keyboard.type('Gulls.');
    await olive.keyboard.press('ControlOrMeta+s');
    await expect(state(olive, 'Offline, 2 changes kept here')).toBeVisible();
    await checkScreen(olive, 'offline');
    await append(olive, engines, ' She turns.');
    // A line with the caret, which the page opens again, would come back without a question.
    await openElement(olive, 'Gulls.');
    await expect(state(olive, 'Offline, 3 changes kept here')).toBeVisible();
    await olive.reload();
    await expect(lineWith(olive, `${line} Silence.`)).toBeVisible();
    await expect(lineWith(olive, 'Gulls.')).toBeVisible();
    await expect(state(olive, 'Offline, 3 changes kept here')).toBeVisible();
  });

  await test.step('edit the same script as another writer', async () => {
    await own.app.as(own.world.eddie).patch(`/api/script-elements/${await elementIdOf(line)}`, {
      content: line.replace('Rain', 'Heavy rain'),
    });
    await own.app.as(own.world.eddie).delete(`/api/script-elements/${await elementIdOf(engines)}`);
    await expect(lineWith(eddie, 'Heavy rain')).toBeVisible();
  });

  const merged = /^Heavy rain on black water.*Silence\.$/;
  await test.step('merge all edits after reconnecting', async () => {
    await context.setOffline(false);
    await olive
      .getByRole('alertdialog', { name: 'Deleted by someone else' })
      .getByRole('button', { name: 'Put it back' })
      .click();
    await expect(
      olive.getByText('Back online. 3 changes were saved. 2 places met changes of others.'),
    ).toBeVisible();
    for (const page of [olive, eddie])
      for (const text of [merged, 'Gulls.', `${engines} She turns.`])
        await expect(lineWith(page, text)).toHaveCount(1);
    await expect(olive.getByText('Saved', { exact: true })).toBeVisible();
  });

  await test.step('list the overlapping edits and lead to each position', async () => {
    // In a line Tab changes its type.
    await closeField(olive);
    await tabTo(olive, olive.getByRole('button', { name: 'Review changes' }));
    await olive.keyboard.press('Enter');
    const list = olive.getByRole('dialog', { name: 'What met' });
    await expect(list.getByRole('heading', { level: 3 })).toHaveText([
      'Merged with others’ words',
      'Deleted by others; you put it back',
    ]);
    await checkScreen(olive, 'met');
    await list.getByRole('button', { name: 'Go to it' }).last().press('Enter');
    await expect(list).toBeHidden();
    await expect(lineWith(olive, `${engines} She turns.`)).toBeFocused();
  });
});

test('explains which scripts are not available offline, and deletes all copies on sign-out', async ({
  context,
  browserConsole,
}) => {
  browserConsole.expectFailedRequests(/\/(api|projects)\//);
  const page = await pageOf(context, 'olive');
  await untilCopied(page);
  await context.setOffline(true);
  await page.goto(`${own.app.url}/projects/${encodeProjectId(own.world.project.id + 1)}/script`);
  await expect(page.getByRole('heading', { name: 'Not available offline' })).toBeVisible();
  await checkScreen(page, 'not kept');
  await page.getByRole('link', { name: 'Night Ferry' }).click();
  await expect(lineWith(page, line)).toBeVisible();

  await context.setOffline(false);
  // Nobody can sign out while the page is offline.
  await expect(page.getByRole('button', { name: 'Try now' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Logout' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => countOfflineCopies(page)).toBe(0);
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
  const workers = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  await expect.poll(workers).toBe(0);
});

test('removes the script from all tabs and deletes its copy on sign-out, but keeps unsent changes', async ({
  context,
  browserConsole,
}) => {
  browserConsole.expectFailedRequests(/\/api\//);
  const page = await pageOf(context, 'olive');
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(lineWith(other, line)).toBeVisible();
  await untilCopied(page);
  // The edits of the other tab do not reach the server.
  await other.route('**/api/script-elements/**', (route) => route.abort());
  await append(other, line, ' Silence.');
  await other.keyboard.press('ControlOrMeta+s');
  await expect(state(other, '1 change kept here')).toBeVisible();

  await page.getByRole('link', { name: 'Logout' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(other).toHaveURL(/\/api\/login\?returnTo=%2Fprojects%2F/);
  await expect(other.getByRole('textbox', { name: 'Email' })).toBeVisible();
  await expect(lineWith(other, line)).toHaveCount(0);
  for (const each of [page, other]) await expect.poll(() => countOfflineCopies(each)).toBe(0);
  // Return to a page that the browser may have in its back/forward cache.
  await other.goBack();
  await expect(other).toHaveURL(/\/api\/login/);
  await expect(lineWith(other, line)).toHaveCount(0);
  await page.close();

  await other.unroute('**/api/script-elements/**');
  await own.app.enter(context, own.world.olive);
  await other.goto(`${own.app.url}/projects/${encodeProjectId(own.world.project.id)}/script`);
  await expect(lineWith(other, `${line} Silence.`)).toBeVisible();
  await expect.poll(() => elementIdOf(`${line} Silence.`)).toBeDefined();
});

test('removes a script when its session is ended from another browser', async ({
  context,
  browserConsole,
}) => {
  browserConsole.expectFailedRequests(/\/api\//);
  const page = await pageOf(context, 'olive');
  await untilCopied(page);
  await own.app.as(own.world.olive).delete('/api/auth/sessions');
  await expect(page).toHaveURL(/\/api\/login\?returnTo=%2Fprojects%2F/);
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
  await expect.poll(() => countOfflineCopies(page)).toBe(0);
});
