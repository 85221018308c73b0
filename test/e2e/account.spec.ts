import { type BrowserContext, expect, type Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { creditTransactions } from '#server/db/schema/billing.ts';
import { users } from '#server/db/schema/people.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import { signIn } from '#test/app.ts';
import { aProject, aShare } from '#test/factories.ts';
import { aPng } from '#test/pictures.ts';
import { aWorld, type Name, type World } from '#test/world.ts';
import { checkScreen, storeScreenshot } from './checkScreen.ts';
import { test, visitor } from './fixtures.ts';
import { browserOptionsOf, looks, storedTheme } from './looks.ts';
import { anOwnApp, type OwnApp } from './ownApp.ts';

/*
 * The account: name and photo as others see them, sessions in other browsers, and all own data as a
 * file.
 */

let app: OwnApp;
let world: World;

test.beforeAll(async () => {
  app = await anOwnApp();
  world = await aWorld(app.db);
});
test.afterAll(() => app.close());
test.use({ storageState: visitor });

async function signedIn(context: BrowserContext, name: Name): Promise<void> {
  await app.enter(context, world[name]);
}

async function openAccount(page: Page, name: Name): Promise<void> {
  await signedIn(page.context(), name);
  await page.goto(`${app.url}/account`);
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible();
}

const script = () => `${app.url}/projects/${encodeProjectId(world.project.id)}`;

test('changes names and photo by keyboard and shows them in the sidebar', async ({ page }) => {
  await signedIn(page.context(), 'olive');
  await page.goto(script());
  const sidebar = page.getByRole('complementary', { name: 'Project' });
  await expect(sidebar.getByText('OO', { exact: true })).toBeVisible();
  await sidebar.getByRole('link', { name: 'Manage Account' }).click();
  await page.getByLabel('First name').focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Petra');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Eigen');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Profile updated', { exact: true }).first()).toBeVisible();
  await page.goto(script());
  await expect(sidebar.getByText('PE', { exact: true })).toBeVisible();

  // The browser opens no file dialog while a test waits for this event.
  const chooserEvent = page.waitForEvent('filechooser');
  await page.goto(`${app.url}/account`);
  await page.getByRole('button', { name: 'Change photo' }).focus();
  await page.keyboard.press('Enter');
  const chooser = await chooserEvent;
  await chooser.setFiles({ name: 'me.png', mimeType: 'image/png', buffer: aPng(600, 400, [20, 90, 160]) });
  await expect(page.getByText('Photo updated', { exact: true }).first()).toBeVisible();
  await page.goto(script());
  const face = sidebar.locator('img[src^="/uploads/"]');
  await expect(face).toBeVisible();
  await expect
    .poll(() => face.evaluate((img: HTMLImageElement) => [img.complete, img.naturalWidth]))
    .toEqual([true, 400]);
});

test('lists two browsers and signs the other one out', async ({ page, browser, browserConsole }) => {
  const phone = await browser.newContext({ userAgent: 'Mozilla/5.0 (iPhone) AppleWebKit/605 Safari/604.1' });
  const other = await phone.newPage();
  await openAccount(other, 'cora');
  await openAccount(page, 'cora');
  const list = page.getByRole('region', { name: 'Where you are signed in' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(list.getByRole('listitem').first()).toContainText('This browser');
  await list.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  browserConsole.expectFailedRequests(/api/);
  await other.reload();
  await expect(other).toHaveURL(/\/api\/login\?returnTo=%2Faccount$/);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible();
  await phone.close();
});

test('exports a project as an archive and imports it again', async ({ page }) => {
  await signedIn(page.context(), 'eddie');
  await page.goto(script());
  await page.getByRole('button', { name: 'Other formats' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export archive (.zip)' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Night_Ferry_archive.zip');
  await page.goto(app.url);
  await page.getByRole('button', { name: 'New Project' }).first().click();
  await page.getByRole('tab', { name: 'Import Script' }).click();
  await page.getByLabel('Choose a file').setInputFiles(await download.path().then(named));
  await expect(page.getByText('Imported from Night_Ferry_archive.zip')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Also imported' })).toBeVisible();
  await checkScreen(page, 'archive-receipt');
  await page.getByRole('button', { name: 'Open script' }).click();
  await expect(page.getByText('Forty-one. Forty-two.').first()).toBeVisible();
  expect(page.url()).not.toContain(encodeProjectId(world.project.id));
});

async function named(file: string) {
  const { readFile } = await import('node:fs/promises');
  return { name: 'Night_Ferry_archive.zip', mimeType: 'application/zip', buffer: await readFile(file) };
}

test('downloads all data of an account as one file, and imports it by keyboard', async ({ page }) => {
  await openAccount(page, 'olive');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download all my data' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Cold_Open_account.zip');
  const chooserEvent = page.waitForEvent('filechooser');
  const importButton = page.getByRole('button', { name: 'Import my data…' });
  await importButton.focus();
  await page.keyboard.press('Enter');
  await (await chooserEvent).setFiles(await download.path().then(named));
  const dialog = page.getByRole('dialog', { name: 'Import your data' });
  await dialog.getByRole('checkbox', { name: /Your name/ }).focus();
  await page.keyboard.press('Space');
  await expect(dialog.getByRole('checkbox', { name: /Your name/ })).not.toBeChecked();
  await dialog.getByRole('button', { name: 'Import', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status')).toHaveText(/imported\.$/);
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Night Ferry' })).toContainText('Imported');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(importButton).toBeFocused();
  const projects = await (await page.request.get(`${app.url}/api/projects`)).json();
  expect(projects.map(({ name }: { name: string }) => name)).toEqual(['Night Ferry', 'Night Ferry']);
});

test('deletes an account by keyboard and ends its session', async ({ page }) => {
  await openAccount(page, 'sam');
  await page.getByRole('button', { name: 'Delete my account…' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Delete your account' });
  await expect(dialog.getByText('You own no projects.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Delete my account…' })).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog.getByLabel(`Type ${world.sam.email} to confirm`).fill(world.sam.email);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page).toHaveURL(`${app.url}/`);
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible();
});

const longName = 'Wilhelmina-Alexandrina van Hohenstein-Querfurt zu W';

/** Fill an account to its limits: long names, many projects, a long history. */
async function fillAccount(): Promise<void> {
  const { db } = app;
  const { ada, eddie, cora } = world;
  await db
    .update(users)
    .set({ firstName: longName.slice(0, 50), lastName: longName.slice(0, 50), creditBalance: 9_999_999.99 })
    .where(eq(users.id, ada.id));
  await db.insert(creditTransactions).values(
    Array.from({ length: 12 }, (_, i) => ({
      ...{
        userId: ada.id,
        type: i % 3 ? ('usage' as const) : ('purchase' as const),
        creditsAfter: 9_999_999.99 - i,
      },
      ...{ amount: i % 3 ? -1234.56 : 25_000, aiService: 'openai', aiFeature: 'image_generation' },
      description: `Scene ${i} image, a project whose name is long and goes on and on without any end in sight`,
    })),
  );
  for (let i = 0; i < 15; i++) {
    const project = await aProject(db, {
      userId: ada.id,
      name: `${'A very long name of a project '.repeat(5)}${i}`,
    });
    if (i % 2) continue;
    await aShare(db, project, eddie, { role: 'editor' });
    await aShare(db, project, cora, { role: 'editor' });
  }
  for (let i = 0; i < 8; i++) await signIn(db, ada.id);
}

test.describe('account screens', () => {
  test.beforeAll(fillAccount);
  for (const look of looks) {
    test.describe(look.name, () => {
      test.use(browserOptionsOf(look));
      test('pass all checks, empty and overfull', async ({ browser }) => {
        for (const name of ['nell', 'ada'] as const) {
          const storageState = { cookies: [], origins: storedTheme(app.url, look.theme) };
          const context = await browser.newContext({
            ...browserOptionsOf(look).contextOptions,
            viewport: look.viewport,
            storageState,
          });
          const page = await context.newPage();
          await openAccount(page, name);
          await expect(page.getByRole('status')).toHaveCount(1);
          await checkScreen(page, `account-${name}-${look.name}`);
          await storeScreenshot(page, `account-${name}-${look.name}-full`, true);
          await page.getByRole('button', { name: 'Delete my account…' }).click();
          await expect(
            page.getByText(name === 'nell' ? 'You own no projects.' : /15 projects of yours/),
          ).toBeVisible();
          await checkScreen(page, `account-delete-${name}-${look.name}`);
          await page.keyboard.press('Escape');
          const data = await page.request.get(`${app.url}/api/auth/user/archive`);
          const file = {
            name: 'Cold_Open_account.zip',
            mimeType: 'application/zip',
            buffer: await data.body(),
          };
          await page.getByLabel('Download of your data').setInputFiles(file);
          await expect(page.getByRole('checkbox', { name: /Your name/ })).toBeVisible();
          await checkScreen(page, `account-import-${name}-${look.name}`);
          await context.close();
        }
      });
    });
  }
});
