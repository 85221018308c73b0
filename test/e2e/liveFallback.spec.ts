import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { encodeProjectId } from '#shared/projectId.ts';
import { aWorld, type World } from '#test/world.ts';
import { checkScreen } from './checkScreen.ts';
import { type Console, watchConsole } from './console.ts';
import { test, visitor } from './fixtures.ts';
import { aLiveProxy, type LiveProxy } from './liveProxy.ts';
import { anOwnApp, type OwnApp } from './ownApp.ts';
import { moveCaretToEdge, openElement } from './writing.ts';

/*
 * Two users in one script, one of them behind a proxy that lets no WebSocket through. Each sees the
 * other's text, and the saved status does not claim more than is known.
 */

let proxy: LiveProxy;
let app: OwnApp;
let world: World;

test.beforeAll(async () => {
  proxy = await aLiveProxy();
  app = await anOwnApp({ PUBLIC_URL: proxy.url });
  proxy.forwardTo(Number(new URL(app.url).port));
});
test.beforeEach(async () => {
  Object.assign(proxy, { webSockets: 'passes', eventStreams: 'passes' });
  world = await aWorld(app.db, { host: `${crypto.randomUUID().slice(0, 8)}.example.com` });
});
test.afterAll(async () => {
  await app.close();
  await proxy.close();
});
test.use({ storageState: visitor });

const consoles = new Map<BrowserContext, Console>();
test.afterEach(async () => {
  const problems = [...consoles.values()].flatMap((each) => each.problems());
  for (const context of consoles.keys()) await context.close();
  consoles.clear();
  expect(problems).toEqual([]);
});

const line = 'Rain on black water. A ferry strains at her ropes.';
const lineWith = (page: Page, text: string) => page.locator('[data-element]').filter({ hasText: text });
const delay = (page: Page) => page.getByRole('status').filter({ hasText: 'Live updates delayed' });
const saved = (page: Page) => page.getByText('Saved', { exact: true });

/** Open the script as Olive behind the proxy, and as Eddie without it. */
async function openForTwo(browser: Browser, olive: Page, browserConsole: Console): Promise<Page> {
  // A rejected WebSocket is logged by the browser.
  browserConsole.expectFailedRequests(/\/live\b/);
  const context = await browser.newContext();
  consoles.set(context, watchConsole(context));
  const eddie = await context.newPage();
  for (const [page, url, user] of [
    [olive, proxy.url, world.olive],
    [eddie, app.url, world.eddie],
  ] as const) {
    await app.enter(page.context(), user);
    await page.goto(`${url}/projects/${encodeProjectId(world.project.id)}/script`);
  }
  return eddie;
}

async function stored(text: string): Promise<boolean> {
  const path = `/api/projects/${encodeProjectId(world.project.id)}/script-elements`;
  return (await app.as(world.olive).get(path)).body.includes(text);
}

async function connections(): Promise<Record<string, number>> {
  return (await app.visitor.get('/api/health')).json().liveConnections;
}

/** Type at the end of a line, which another user sees before it is stored and after that. */
async function writeFor(other: Page, page: Page, text: string): Promise<void> {
  await openElement(page, line);
  await moveCaretToEdge(page, 'end');
  await page.keyboard.type(text);
  await expect(lineWith(other, text)).toBeVisible();
  await page.keyboard.press('ControlOrMeta+s');
  await expect.poll(() => stored(text)).toBe(true);
  await page.keyboard.press('Escape');
  await expect(other.locator('[data-caret]')).toHaveCount(0);
  await expect(lineWith(other, text)).toBeVisible();
}

const faults = [
  ['drops WebSockets', { webSockets: 'drops' }, 'eventStream'],
  ['swallows what WebSockets carry', { webSockets: 'swallows' }, 'eventStream'],
  ['drops WebSockets and buffers event streams', { webSockets: 'drops', eventStreams: 'buffers' }, 'polling'],
] as const;

for (const [fault, settings, transport] of faults)
  test(`shows two writers each other's text through a proxy that ${fault}`, async ({
    browser,
    page: olive,
    browserConsole,
  }) => {
    Object.assign(proxy, settings);
    const eddie = await openForTwo(browser, olive, browserConsole);

    await test.step('show that live updates are delayed', async () => {
      await expect(delay(olive)).toHaveCount(1);
      await expect(saved(olive)).toHaveCount(0);
      await expect(saved(eddie)).toBeVisible();
      await expect.poll(connections).toMatchObject({ [transport]: 1 });
      await checkScreen(olive, `live-delayed-${transport}`);
    });

    await test.step('show presence and text in both directions', async () => {
      await expect(olive.getByRole('button', { name: 'Follow Eddie Editor: Script' })).toBeVisible();
      await expect(eddie.getByRole('button', { name: 'Follow Olive Owner: Script' })).toBeVisible();
      await expect(eddie.getByRole('list', { name: 'Here now' }).getByRole('listitem')).toHaveCount(1);
      await writeFor(olive, eddie, ' Silence.');
      await writeFor(eddie, olive, ' Gulls.');
      await expect(delay(olive)).toHaveCount(1);
      await expect(saved(olive)).toHaveCount(0);
    });

    await test.step('return to the WebSocket when the network lets it through', async () => {
      proxy.webSockets = 'passes';
      await olive.evaluate(() => window.dispatchEvent(new Event('online')));
      await expect(saved(olive)).toBeVisible();
      await expect(delay(olive)).toHaveCount(0);
      await writeFor(olive, eddie, ' Fog.');
      await writeFor(eddie, olive, ' Bells.');
    });
  });

test('replaces a WebSocket whose messages the proxy no longer passes on', async ({
  browser,
  page: olive,
  browserConsole,
}) => {
  const eddie = await openForTwo(browser, olive, browserConsole);
  await expect(saved(olive)).toBeVisible();
  await expect(olive.getByRole('button', { name: 'Follow Eddie Editor: Script' })).toBeVisible();
  proxy.webSockets = 'swallows';
  await expect(delay(olive)).toHaveCount(1);
  await expect(saved(olive)).toHaveCount(0);
  await writeFor(olive, eddie, ' Silence.');
  await writeFor(eddie, olive, ' Gulls.');
});
