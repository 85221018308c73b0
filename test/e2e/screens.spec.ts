import { expect, type Page } from '@playwright/test';
import { encodeProjectId, greatestProjectId } from '#shared/projectCode.ts';
import { nightFerry, test } from './fixtures.ts';
import { lookAt } from './lookAt.ts';
import { looks } from './looks.ts';
import { createProject, scriptAddress } from './projects.ts';

/*
 * Every screen and state in every size and theme: a picture of each is kept, axe finds nothing, the console is
 * silent, nothing scrolls sideways.
 */

const longName = 'The Long Way Home From the Harbour of a Town Nobody Can Name';
const brokenFile = {
  name: 'broken.fdx',
  mimeType: 'application/xml',
  buffer: Buffer.from('<FinalDraft DocumentType="Script">\n<Content>\n<Paragraph Type="Action"></Content>'),
};

for (const { name, email, viewport, theme, isPhone } of looks) {
  test.describe(name, () => {
    test.use({
      viewport,
      contextOptions: { reducedMotion: 'reduce' },
      // The other system preference, so that it is the stored choice that shows.
      colorScheme: theme === 'dark' ? 'light' : 'dark',
      storageState: async ({ server }, use) =>
        use({
          cookies: [],
          origins: [{ origin: server.url, localStorage: [{ name: 'vite-ui-theme', value: theme }] }],
        }),
    });

    test('every screen', async ({ page, quiet }) => {
      const look = (state: string) => lookAt(page, `${state}-${name}`);

      await test.step('as a visitor', async () => {
        await page.goto('/');
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await look('landing');
        await page.goto('/no-such-page');
        await seesNotFound(page);
        await look('not-found-visitor');
        quiet.expectRefusalOf(/verify\?token=/);
        await page.goto('/api/login/verify?token=old');
        await expect(page.getByRole('heading', { name: 'This link does not work any more' })).toBeVisible();
        await look('message');
      });

      await test.step('signing in', async () => {
        await page.getByRole('link', { name: 'Back to sign-in' }).click();
        await expect(page.getByLabel('Email')).toBeFocused();
        await look('sign-in');
        await page.getByLabel('Email').fill(email);
        await page.getByRole('button', { name: 'Send code' }).click();
        await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible();
        const note = page.getByText('so this is the mail: the code is');
        await look('code');
        await page.getByLabel('Code').fill((await note.textContent())?.match(/\d{6}/)?.[0] ?? '');
        await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible();
      });

      await test.step('without projects', async () => {
        await look('projects-empty');
        await page.getByRole('button', { name: 'Theme: ' }).click();
        await expect(page.getByRole('menuitemradio')).toHaveText(['Light', 'Dark', 'System']);
        await look('theme-menu');
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'New Project' }).click();
        await expect(page.getByLabel('Name')).toBeFocused();
        await look('new-project');
        await page.getByRole('tab', { name: 'Import Script' }).click();
        await look('import-script');
        quiet.expectRefusalOf(/import-file$/);
        await page.getByLabel('Choose a file').setInputFiles(brokenFile);
        await expect(page.getByText('Import failed', { exact: true })).toBeVisible();
        await look('import-failed');
      });

      await test.step('with a script', async () => {
        await page.getByLabel('Choose a file').setInputFiles(nightFerry);
        await expect(page.getByText('Imported from night-ferry.fountain')).toBeVisible();
        await look('receipt');
        await page.getByRole('button', { name: 'Open script' }).click();
        const line = page.getByText('Chains. Diesel.');
        await expect(line).toBeVisible();
        await look('script');
        await line.click();
        await expect(page.getByRole('textbox', { name: 'Action', exact: true }).first()).toBeFocused();
        await look('script-editing');
        await page.keyboard.press('Escape');
        if (isPhone) {
          await page.getByRole('button', { name: 'Open the menu' }).click();
          await expect(page.getByRole('dialog').getByRole('link', { name: 'Logout' })).toBeVisible();
          await look('menu');
        }
        await page.getByRole('button', { name: 'Theme: ' }).click();
        await expect(page.getByRole('menuitemradio', { name: 'System' })).toBeVisible();
        await look('script-theme-menu');
      });

      await test.step('with an empty script', async () => {
        await page.goto(scriptAddress(await createProject(page.request, 'A blank page')));
        await expect(page.getByText('Start with a scene heading')).toBeVisible();
        await look('script-empty');
      });

      await test.step('with projects', async () => {
        await createProject(page.request, 'Lighthouse');
        await page.goto('/');
        await expect(page.getByRole('article')).toHaveCount(3);
        await look('projects');
        await page.getByRole('button', { name: 'More for Lighthouse' }).click();
        await page.getByRole('menuitem', { name: 'Delete' }).click();
        const dialog = page.getByRole('alertdialog', { name: 'Delete project' });
        await expect(dialog).toContainText(
          'Are you sure you want to delete "Lighthouse"? This action cannot be undone.',
        );
        await look('projects-delete');
        await dialog.getByRole('button', { name: 'Delete' }).click();
        await expect(page.getByText('Project deleted', { exact: true })).toBeVisible();
        await expect(page.getByRole('article')).toHaveCount(2);
        for (let number = 0; number < 40; number++) await createProject(page.request, longName);
        await page.reload();
        await expect(page.getByRole('article')).toHaveCount(42);
        await look('projects-overfull');
      });

      await test.step('at addresses that lead nowhere', async () => {
        await page.goto('/no-such-page');
        await seesNotFound(page);
        await look('not-found');
        const code = encodeProjectId(greatestProjectId);
        quiet.expectRefusalOf(new RegExp(`/api/projects/${code}$`));
        await page.goto(`/projects/${code}`);
        await expect(page.getByRole('heading', { name: 'Project not found' })).toBeVisible();
        await look('project-not-found');
      });

      await expect(page.locator('html')).toHaveClass(theme);
    });
  });
}

async function seesNotFound(page: Page) {
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible();
}
