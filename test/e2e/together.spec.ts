import { type Browser, expect, type Page } from '@playwright/test';
import type { UserRow } from '#server/auth/accounts.ts';
import { encodeProjectId } from '#shared/projectId.ts';
import { anApp, signIn, type TestApp } from '#test/app.ts';
import { freePort } from '#test/ports.ts';
import { aWorld, type World } from '#test/world.ts';
import { test, visitor } from './fixtures.ts';
import { lookAt } from './lookAt.ts';
import { openElement, scriptField, toEdge } from './writing.ts';

/* Two people in one project, each in a browser of their own: what one does the other sees without asking for it. */

let app: TestApp;
let world: World;
let url: string;

test.beforeAll(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  app = await anApp({ PORT: String(port), PUBLIC_URL: url });
  await app.app.listen({ host: '127.0.0.1', port });
});
test.beforeEach(async () => {
  world = await aWorld(app.db, { host: `${crypto.randomUUID().slice(0, 8)}.example.com` });
});
test.afterAll(() => app.close());
test.use({ storageState: visitor });

const line = 'Rain on black water. A ferry strains at her ropes.';

async function pageOf(browser: Browser, person: UserRow, view = 'script'): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies([{ name: 'sid', value: await signIn(app.db, person.id), url }]);
  const page = await context.newPage();
  await page.goto(`${url}/projects/${encodeProjectId(world.project.id)}/${view}`);
  return page;
}

const written = (page: Page, text: string) => page.locator('[data-element]').filter({ hasText: text });

test('two people write one script and see each other at it', async ({ browser }) => {
  const [olive, eddie] = [await pageOf(browser, world.olive), await pageOf(browser, world.eddie)];
  await test.step('who is there', async () => {
    await expect(olive.getByRole('img', { name: 'Eddie Editor: Script' })).toBeVisible();
    await expect(eddie.getByRole('img', { name: 'Olive Owner: Script' })).toBeVisible();
    await expect(written(olive, line)).toBeVisible();
  });

  await test.step('a line that somebody writes in is marked, and its words come when they are stored', async () => {
    await openElement(eddie, line);
    await expect(olive.locator('[data-person="Eddie Editor"]')).toBeVisible();
    await lookAt(olive, 'together');
    await toEdge(eddie, 'end');
    await eddie.keyboard.type(' Silence.');
    await eddie.keyboard.press('ControlOrMeta+s');
    await expect(written(eddie, 'Silence.')).toBeVisible();
    await expect(written(olive, 'Silence.')).toBeVisible();
  });

  await test.step('a new line stands once on each page, where it was put', async () => {
    await openElement(olive, 'Silence.');
    await toEdge(olive, 'end');
    await olive.keyboard.press('Enter');
    await olive.keyboard.type('Gulls.');
    await olive.keyboard.press('ControlOrMeta+s');
    await expect(written(eddie, 'Gulls.')).toHaveCount(1);
    await expect(written(olive, 'Gulls.')).toHaveCount(1);
    const order = async (page: Page) => {
      const texts = await page.locator('[data-element]').allInnerTexts();
      return texts.map((text) => text.trim());
    };
    await expect.poll(() => order(eddie)).toEqual(await order(olive));
  });

  await test.step('what somebody is writing stays under their hands while others write', async () => {
    await openElement(olive, 'Gulls.');
    await toEdge(olive, 'end');
    await olive.keyboard.type(' Still');
    await openElement(eddie, 'Silence.');
    await toEdge(eddie, 'end');
    await eddie.keyboard.press('Enter');
    await eddie.keyboard.type('Fog.');
    await eddie.keyboard.press('ControlOrMeta+s');
    await expect(written(olive, 'Fog.')).toBeVisible();
    await expect(scriptField(olive)).toBeFocused();
    await olive.keyboard.type(' there.');
    await olive.keyboard.press('ControlOrMeta+s');
    await expect(written(eddie, 'Gulls. Still there.')).toBeVisible();
  });

  await test.step('a comment is there for both', async () => {
    await olive.goto(`${olive.url().split('?')[0]}?panel=chat&assistantTab=comments`);
    const panel = olive.getByRole('complementary', { name: 'Side panel' });
    await expect(panel.getByText('No comments yet')).toBeVisible();
    await app
      .as(world.eddie)
      .post(`/api/projects/${encodeProjectId(world.project.id)}/comments`, { content: 'Is she breathing?' });
    await expect(panel.getByText('Is she breathing?')).toBeVisible();
  });

  await test.step('whoever is removed has the project no longer', async () => {
    const base = `/api/projects/${encodeProjectId(world.project.id)}/access`;
    const access = (await app.as(world.olive).get(base)).json() as { id: string; email: string }[];
    const { id } = access.find(({ email }) => email === world.eddie.email) ?? {};
    await app.as(world.olive).delete(`${base}/${id}`);
    await expect(eddie.getByRole('heading', { name: 'Project not found' })).toBeVisible();
    await expect(olive.getByRole('list', { name: 'Here now' })).toHaveCount(0);
  });
});
