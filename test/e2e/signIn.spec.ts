import { expect, type Page } from '@playwright/test';
import type { Project } from '#shared/contract/projects.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import { stableBox } from './boxes.ts';
import { checkScreen } from './checkScreen.ts';
import { featureFile } from './featureFile.ts';
import { newcomer, nightFerryFile, onePage, owner, test, visitor } from './fixtures.ts';
import { aStoredProject, importProject, scriptAddress } from './projects.ts';
import { stepsTo, wireOf } from './wire.ts';
import { bottomInput, expectStored, scriptField } from './writing.ts';

/* Signing in and out, and opening a screen by its URL. */

test.describe('a visitor', () => {
  test.use({ storageState: visitor });

  test('is redirected from a project to the sign-in, with the URL to return to', async ({ page }) => {
    await page.goto('/projects/PrQTbI');
    await page.waitForURL('**/api/login?**');
    expect(new URL(page.url()).searchParams.get('returnTo')).toBe('/projects/PrQTbI');
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  });

  test('returns to the requested page after signing in', async ({ page, browserConsole, server }) => {
    browserConsole.expectFailedRequests(/\/api\/projects\//);
    await page.goto('/projects/PzzzzZ/script');
    await page.getByLabel('Email').fill(newcomer);
    const { code } = await server.loginMail(newcomer, () =>
      page.getByRole('button', { name: 'Send code' }).click(),
    );
    await expect(page.getByText('Look at the terminal that runs Cold Open, or in the outbox')).toBeVisible();
    await page.getByLabel('Code').fill(code);
    await page.waitForURL('**/projects/PzzzzZ/script');
    await expect(page.getByRole('heading', { name: 'Project not found' })).toBeVisible();
  });

  test('signs in by a page navigation, not by an API call', async ({ page }) => {
    await page.goto('/');
    const sent = page.waitForRequest('**/api/login');
    await page.getByRole('link', { name: 'Login' }).first().click();
    expect((await sent).isNavigationRequest()).toBe(true);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  });

  test('can pause the animation on the landing page', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Pause typing' }).click();
    await expect(page.getByRole('button', { name: 'Go on typing' })).toBeVisible();
    await checkScreen(page, 'landing-paused');
  });

  test('loads the sign-in page in less than 150 kB', async ({ page }) => {
    const { bytes, requests } = await wireOf(page, '/api/login', 'h1');
    expect(bytes, JSON.stringify(requests)).toBeLessThan(150_000);
  });

  test('gets the theme of the system from the first paint on', async ({ page }) => {
    await recordFirstTheme(page);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto('/');
      expect(await firstTheme(page)).toBe(colorScheme);
    }
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(page.locator('html')).toHaveClass('dark');
  });
});

test('stores a chosen theme and shows it from the first paint on', async ({ page }) => {
  await recordFirstTheme(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  await page.getByRole('button', { name: 'Theme: System' }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveClass('dark');
  expect(await page.evaluate(() => localStorage.getItem('vite-ui-theme'))).toBe('dark');
  await page.reload();
  expect(await firstTheme(page)).toBe('dark');
  await expect(page.getByRole('button', { name: 'Theme: Dark' })).toBeVisible();
  await expect(page.locator('html')).toHaveClass('dark');
});

test('opens the script under both prefixes and for unknown views; our own links use /projects', async ({
  page,
}) => {
  const project = await importProject(page.request, nightFerryFile);
  const code = encodeProjectId(project.id);
  for (const address of [`/project/${code}`, `/projects/${code}`, `/projects/${code}/xyz`]) {
    await page.goto(address);
    await expect(page.getByRole('article', { name: 'Page 1', exact: true })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(address);
  }
  await page.goto(`/project/${code}/script`);
  await page.getByRole('link', { name: 'Script Editor' }).click();
  await page.waitForURL(`**/projects/${code}/script`);
  await page.getByRole('link', { name: 'Manage Projects' }).click();
  await page.getByRole('link', { name: project.name, exact: true }).first().click();
  await page.waitForURL(`**/projects/${code}`);
});

const firstText = '[data-element] [data-from]';

test('loads a feature in less than 405 kB, its script in less than a quarter of that', async ({ page }) => {
  const { name, fdx } = featureFile();
  const project = await importProject(page.request, { name, mimeType: 'application/xml', buffer: fdx });
  const { bytes, requests } = await wireOf(page, scriptAddress(project), firstText);
  expect(bytes, JSON.stringify(requests)).toBeLessThan(405_000);
  const list = requests.find(({ path }) => path.endsWith('/script-elements'));
  expect(list?.bytes).toBeLessThan(100_000);
});

for (const width of [1440, 1000]) {
  test(`shows the first sheet at its final position before the editor has loaded, ${width} px wide`, async ({
    page,
  }) => {
    const project = await importProject(page.request, nightFerryFile);
    await page.setViewportSize({ width, height: 800 });
    const { promise: editor, resolve: sendEditor } = Promise.withResolvers<void>();
    await page.route('**/assets/script.view-*.js', async (route) => {
      await editor;
      await route.continue();
    });
    await openFirstSheet(page, project);
    const early = page.locator('.opening text').filter({ hasText: 'FADE IN:' }).first();
    await expect(early).toBeVisible();
    const before = await stableBox(early);
    sendEditor();
    const text = page.locator('[data-element] [data-from]').filter({ hasText: 'FADE IN:' }).first();
    await expect(text).toBeVisible();
    await expect(early).toBeHidden();
    const after = await stableBox(text);
    expect(Math.abs(after.x - before.x)).toBeLessThan(1);
    expect(Math.abs(after.y - before.y)).toBeLessThan(2);
  });
}

test('applies typing and clicks on the first sheet once the editor has loaded', async ({ page }) => {
  const held = Promise.withResolvers<void>();
  let editor = held.promise;
  await page.route('**/assets/script.view-*.js', async (route) => {
    await editor;
    await route.continue();
  });
  const empty = await aStoredProject(page.request, 'At once');
  await openFirstSheet(page, empty);
  await page.keyboard.type('int. deck - nighd');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('t');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Rain falls');
  await page.keyboard.press('Shift+ControlOrMeta+ArrowLeft');
  await page.keyboard.type('pours.');
  held.resolve();
  await expect(bottomInput(page).getByRole('textbox')).toHaveText('Rain pours.');
  await page.keyboard.type(' More rain.');
  await page.keyboard.press('Enter');
  await expectStored(page, empty, ['INT. DECK - NIGHT', 'Rain pours. More rain.']);

  const again = Promise.withResolvers<void>();
  editor = again.promise;
  const project = await importProject(page.request, onePage);
  await openFirstSheet(page, project);
  const line = page.locator('.opening text').filter({ hasText: 'Nobody laughs.' });
  const { x, y, width, height } = await stableBox(line);
  await page.mouse.click(x + (width * 6) / 14 + 1, y + height / 2);
  await page.keyboard.type(' ever');
  again.resolve();
  await expect(scriptField(page)).toHaveText('Nobody ever laughs.');
});

test('shows a script after three round trips: the page, its first requests, and all others in parallel', async ({
  page,
}) => {
  const project = await importProject(page.request, nightFerryFile);
  const steps = await stepsTo(page, scriptAddress(project), firstText);
  expect(steps.length, JSON.stringify(steps)).toBeLessThanOrEqual(3);
});

for (const view of ['', 'planning', 'scenes', 'characters', 'outline', 'script', 'idea-development']) {
  test(`makes no call twice when a project opens with ${view || 'no view'}`, async ({ page }) => {
    const project = await importProject(page.request, onePage);
    const sent: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/')) sent.push(pathname);
    });
    await page.goto(`/projects/${encodeProjectId(project.id)}/${view}`, { waitUntil: 'networkidle' });
    await expect(page.getByRole('main')).toBeVisible();
    expect(sent.sort()).toEqual([...new Set(sent)]);
  });
}

test.describe('logging out', () => {
  // Uses its own session, so that other tests stay signed in.
  test.use({ storageState: visitor });

  test('ends the session', async ({ page, server }) => {
    const data = { email: newcomer };
    const mail = await server.loginMail(newcomer, () => page.request.post('/api/login', { data }));
    // A mail scanner follows the link first.
    expect((await page.request.get(mail.link)).status()).toBe(200);
    expect((await page.request.head(mail.link)).status()).toBe(200);
    await page.goto(mail.link);
    await expect(page.getByText(`This link signs you in as ${newcomer}.`)).toBeVisible();
    await checkScreen(page, 'sign-in-link');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Projects', exact: true })).toBeVisible();
    const left = page.waitForRequest('**/api/logout');
    await page.getByRole('link', { name: 'Logout' }).click();
    expect((await left).isNavigationRequest()).toBe(true);
    await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible();
    expect((await page.request.get('/api/projects')).status()).toBe(401);
  });
});

test.describe('a sign-in link', () => {
  test('works without JavaScript in another browser than the one that requested it', async ({
    browser,
    page,
    server,
  }) => {
    const data = { email: newcomer };
    const { link } = await server.loginMail(newcomer, () => page.request.post('/api/login', { data }));
    const phone = await browser.newContext({ javaScriptEnabled: false, storageState: visitor });
    try {
      const opened = await phone.newPage();
      await opened.goto(link);
      await expect(opened.getByRole('heading', { name: 'Sign in' })).toBeVisible();
      await expect(
        opened.getByText(`This link signs you in as ${newcomer}. It was requested in`),
      ).toBeVisible();
      await expect(opened.getByText('JavaScript')).toHaveCount(0);
      await opened.getByRole('button', { name: 'Sign in', exact: true }).press('Enter');
      await opened.waitForURL(`${server.url}/`);
      const me = await phone.request.get(`${server.url}/api/auth/user`);
      expect((await me.json()).email).toBe(newcomer);
      await opened.goto(link);
      await expect(opened.getByRole('heading', { name: 'This link does not work any more' })).toBeVisible();
      await expect(opened.getByRole('link', { name: 'Back to sign-in' })).toBeVisible();
    } finally {
      await phone.close();
    }
  });
});

test.describe('a sign-in link of another account', () => {
  test('asks before it changes accounts', async ({ page, server }) => {
    const data = { email: newcomer };
    const { link } = await server.loginMail(newcomer, () => page.request.post('/api/login', { data }));
    const signedIn = async () => (await (await page.request.get('/api/auth/user')).json()).email;
    await page.goto(link);
    await expect(
      page.getByText(`You are signed in as ${owner}. Sign in as ${newcomer} instead?`),
    ).toBeVisible();
    await checkScreen(page, 'sign-in-switch');
    await page.getByRole('link', { name: 'Stay signed in' }).click();
    await expect(page.getByRole('heading', { name: 'Projects', exact: true })).toBeVisible();
    expect(await signedIn()).toBe(owner);
  });
});

/**
 * Open a script whose page contains its first sheet. The server leaves the sheet out while the
 * database is busy, so this retries. Before styles and fonts are loaded, text is at other
 * positions, and a click would miss it.
 */
async function openFirstSheet(page: Page, project: Project): Promise<void> {
  await expect(async () => {
    await page.goto(scriptAddress(project));
    expect(await page.locator('.opening text, .opening-sheet.page').count()).toBeGreaterThan(0);
  }).toPass();
  await page.evaluate(() => document.fonts.ready.then(() => null));
}

/**
 * Record the class of the root element once the document is parsed, before our scripts draw
 * anything.
 */
async function recordFirstTheme(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      if (!document.body) return;
      observer.disconnect();
      sessionStorage.setItem('first-theme', document.documentElement.className);
    }).observe(document, { childList: true, subtree: true });
  });
}

function firstTheme(page: Page): Promise<string | null> {
  return page.evaluate(() => sessionStorage.getItem('first-theme'));
}
