import { type BrowserContext, expect, type Page } from '@playwright/test';
import { encodeProjectId } from '#shared/projectId.ts';
import { loginMails } from '#test/outbox.ts';
import { aWorld, type World } from '#test/world.ts';
import { test, visitor } from './fixtures.ts';
import { aLiveProxy, type LiveProxy } from './liveProxy.ts';
import { untilAllCached, untilCopied } from './offlineCopies.ts';
import { anOwnApp, type OwnApp } from './ownApp.ts';
import { moveCaretToEdge, openElement } from './writing.ts';

/*
 * An installation below a path of a host (PUBLIC_URL with a path), behind a proxy that serves
 * nothing else there.
 */

const basePath = '/write/scripts';
const line = 'Rain on black water. A ferry strains at her ropes.';

let proxy: LiveProxy;
let app: OwnApp;
let world: World;

test.beforeAll(async () => {
  proxy = await aLiveProxy(basePath);
  app = await anOwnApp({ PUBLIC_URL: `${proxy.url}${basePath}/` });
  proxy.forwardTo(Number(new URL(app.url).port));
  world = await aWorld(app.db);
});
test.afterAll(async () => {
  await app.close();
  await proxy.close();
});
test.use({ storageState: visitor, serviceWorkers: 'allow' });

const lineWith = (page: Page, text: string) => page.locator('[data-element]').filter({ hasText: text });
const pathOf = (page: Page) => new URL(page.url()).pathname;

test('an installation below a path signs in, writes, draws, works offline and signs out there', async ({
  page,
  context,
  browserConsole,
}) => {
  browserConsole.expectFailedRequests(/\/(api|projects|scripts)\//);
  const project = `/projects/${encodeProjectId(world.project.id)}`;

  await test.step('sign in from the landing page', async () => {
    await page.goto(`${app.env.publicUrl}/`);
    await page.getByRole('link', { name: 'Login' }).first().click();
    await page.getByLabel('Email').fill(world.olive.email);
    await page.getByRole('button', { name: 'Send code' }).click();
    await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible();
    await app.mail.send();
    const { code = '', link } = loginMails(app.env.dataDir, world.olive.email).at(-1) ?? {};
    expect(link).toContain(`${app.env.publicUrl}/api/login/verify?`);
    await page.getByLabel('Code').fill(code);
    await expect(page.getByRole('heading', { name: 'Projects', exact: true })).toBeVisible();
    expect(pathOf(page)).toBe(`${basePath}/`);
    const cookies = await context.cookies(app.env.publicUrl);
    expect(cookies.find(({ name }) => name === 'sid')?.path).toBe(basePath);
  });

  await test.step('open a script and see the change of another writer', async () => {
    await page.getByRole('link', { name: world.project.name, exact: true }).first().click();
    await page.waitForURL(`**${basePath}${project}`);
    await expect(lineWith(page, line)).toBeVisible();
    const elements = await app.as(world.eddie).get(`/api${project}/script-elements`);
    const [, action] = elements.json() as { id: number }[];
    const content = `${line} Fog.`;
    await app.as(world.eddie).patch(`/api/script-elements/${action?.id}`, { content });
    await expect(lineWith(page, content)).toBeVisible();
  });

  await test.step('write, and open other screens', async () => {
    await openElement(page, 'Engines.');
    await moveCaretToEdge(page, 'end');
    await page.keyboard.type(' She turns.');
    await page.keyboard.press('ControlOrMeta+s');
    const stored = async () => (await app.as(world.eddie).get(`/api${project}/script-elements`)).body;
    await expect.poll(stored).toContain('two vans. She turns.');
    await page.getByRole('link', { name: 'Scene Manager' }).click();
    await page.waitForURL(`**${basePath}${project}/scenes`);
  });

  await showsPictures(page, project);
  await opensOffline(page, context, project);

  await test.step('sign out', async () => {
    await page.goto(`${app.env.publicUrl}/`);
    await page.getByRole('link', { name: 'Logout' }).click();
    await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible();
    expect(pathOf(page)).toBe(`${basePath}/`);
    await page.goto(`${app.env.publicUrl}${project}`);
    await page.waitForURL('**/api/login?**');
    expect(new URL(page.url()).searchParams.get('returnTo')).toBe(project);
  });
  expect(proxy.strayRequests).toEqual([]);
});

/** Make a picture of a scene, which is a stored file, and look at it. */
async function showsPictures(page: Page, project: string): Promise<void> {
  await test.step('draw a scene', async () => {
    const scenes = await app.as(world.olive).get(`/api${project}/scenes`);
    const [scene] = scenes.json() as { id: number }[];
    const drawn = await app.as(world.olive).post(`/api/scenes/${scene?.id}/generate-image`, {});
    expect(drawn.statusCode).toBe(200);
    await page.goto(`${app.env.publicUrl}${project}/scenes`);
    await page.getByRole('button', { name: 'Storyboard' }).click();
    await page.waitForURL(`**${basePath}${project}/scenes?view=storyboard`);
    const picture = page.locator(`img[src^="${basePath}/uploads/"]`).first();
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Open in the script' }).click();
    await page.waitForURL(`**${basePath}${project}/script?scene=*`);
    await expect(lineWith(page, line)).toBeVisible();
  });
}

/** Reload the script without a connection. */
async function opensOffline(page: Page, context: BrowserContext, project: string): Promise<void> {
  await test.step('open the script offline', async () => {
    await page.goto(`${app.env.publicUrl}${project}/script`);
    await expect(lineWith(page, line)).toBeVisible();
    await untilCopied(page);
    await untilAllCached(page);
    const scopes = await page.evaluate(async () =>
      (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname),
    );
    expect(scopes).toEqual([`${basePath}/`]);
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole('status').filter({ hasText: 'Offline' })).toBeVisible();
    await expect(lineWith(page, line)).toBeVisible();
    await context.setOffline(false);
  });
}
