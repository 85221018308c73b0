import { type BrowserContext, expect } from '@playwright/test';
import { encodeProjectId } from '#shared/projectCode.ts';
import { views } from '#shared/views.ts';
import { aRefusingProxy, type RefusingProxy } from '#test/refusingProxy.ts';
import { highlightedTexts, openFerry, sidePanel, whistleLine } from './ferry.ts';
import { test } from './fixtures.ts';
import { openElement } from './writing.ts';

/*
 * A session on a server without keys sends nothing to other machines, spelling included. All
 * requests of the browser but those to the server go through a proxy that refuses them. What the
 * server sends is in server/keyless.test.ts.
 */

let proxy: RefusingProxy;
let context: BrowserContext;

test.beforeEach(async ({ browser, session, server }) => {
  proxy = await aRefusingProxy();
  context = await browser.newContext({
    ...{ baseURL: server.url, storageState: session, serviceWorkers: 'allow' },
    proxy: { server: proxy.url, bypass: '127.0.0.1' },
  });
});
test.afterEach(async () => {
  await context.close();
  await proxy.close();
});

test('a session with spelling, the assistant, voices and pictures asks no other machine', async () => {
  const page = await context.newPage();
  const project = await openFerry(page);
  await openElement(page, whistleLine);
  await page.keyboard.press('End');
  await page.keyboard.type(' Mara is walking slowly to teh ferry. We see a torch in her hand.');
  await page.keyboard.press('Escape');
  await expect.poll(() => highlightedTexts(page, 'misspelled')).toContain('teh');

  await page.getByRole('article').getByText('is walking slowly').hover();
  await page.getByRole('button', { name: 'Ask assistant' }).click();
  await sidePanel(page).getByRole('button', { name: 'Make this more visual' }).click();
  await expect(sidePanel(page).getByText('is walking” can be the plain verb.')).toBeVisible();

  for (const { slug } of views) {
    await page.goto(`/projects/${encodeProjectId(project.id)}/${slug}`);
    await expect(page.getByRole('main')).toBeVisible();
    await page.waitForLoadState('networkidle');
  }
  await page.goto(`/projects/${encodeProjectId(project.id)}/characters`);
  await page.getByRole('button', { name: 'Suggest Voices' }).click();
  await expect(page.getByRole('list', { name: 'Proposals' })).toBeVisible();
  expect(proxy.requested).toEqual([]);
});

test('a request to another machine would be refused and listed', async () => {
  const page = await context.newPage();
  await page.goto('http://models.example.com/').catch(() => undefined); // refused, or an error page
  expect(proxy.requested).toEqual(['http://models.example.com/']);
});
