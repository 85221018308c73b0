import { expect, type Page } from '@playwright/test';
import { encodeProjectId, maxProjectId } from '#shared/projectCode.ts';
import { checkScreen } from './checkScreen.ts';
import { nightFerryFile, test } from './fixtures.ts';
import { browserOptionsOf, looks, storedTheme } from './looks.ts';
import { aStoredProject, scriptAddress } from './projects.ts';
import { answerKeyQuestion } from './server.ts';

/*
 * Every screen and state in every size and both themes (looks.ts). They must have no axe
 * violations, no console messages and no horizontal scrolling. ALL_LOOKS=1 stores a screenshot of
 * each.
 */

const longName = 'The Long Way Home From the Harbour of a Town Nobody Can Name';
const brokenFile = {
  name: 'broken.fdx',
  mimeType: 'application/xml',
  buffer: Buffer.from('<FinalDraft DocumentType="Script">\n<Content>\n<Paragraph Type="Action"></Content>'),
};

test.describe.configure({ mode: 'parallel' });

for (const look of looks) {
  const { name, email, theme, isPhone } = look;
  test.describe(name, () => {
    test.use({
      ...browserOptionsOf(look),
      storageState: async ({ server }, use) => use({ cookies: [], origins: storedTheme(server.url, theme) }),
    });

    test('passes all checks on every screen', async ({ page, browserConsole, server }) => {
      const check = (state: string) => checkScreen(page, `${state}-${name}`);

      await test.step('as a visitor', async () => {
        // beta.spec.ts checks the landing page.
        await page.goto('/no-such-page');
        await expectNotFound(page);
        await check('not-found-visitor');
        browserConsole.expectFailedRequests(/verify\?token=/);
        await page.goto('/api/login/verify?token=old');
        await expect(page.getByRole('heading', { name: 'This link does not work any more' })).toBeVisible();
        await check('message');
      });

      await test.step('signing in', async () => {
        await page.getByRole('link', { name: 'Back to sign-in' }).click();
        await expect(page.getByLabel('Email')).toBeFocused();
        await check('sign-in');
        await page.getByLabel('Email').fill(email);
        const { code } = await server.loginMail(email, () =>
          page.getByRole('button', { name: 'Send code' }).click(),
        );
        await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible();
        await check('code');
        await page.getByLabel('Code').fill(code);
        await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible();
        await answerKeyQuestion(page.request, server.url);
      });

      await test.step('without projects', async () => {
        await check('projects-empty');
        await page.getByRole('button', { name: 'Theme: ' }).click();
        await expect(page.getByRole('menuitemradio')).toHaveText(['Light', 'Dark', 'System']);
        await check('theme-menu');
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'New Project' }).click();
        await expect(page.getByLabel('Name')).toBeFocused();
        await check('new-project');
        await page.getByRole('tab', { name: 'Import Script' }).click();
        await check('import-script');
        browserConsole.expectFailedRequests(/import-file$/);
        await page.getByLabel('Choose a file').setInputFiles(brokenFile);
        await expect(page.getByText('Import failed', { exact: true })).toBeVisible();
        await check('import-failed');
      });

      await test.step('with a script', async () => {
        await page.getByLabel('Choose a file').setInputFiles(nightFerryFile);
        await expect(page.getByText('Imported from night-ferry.fountain')).toBeVisible();
        await check('receipt');
        await page.getByRole('button', { name: 'Open script' }).click();
        const line = page.getByText('Chains. Diesel.');
        await expect(line).toBeVisible();
        await check('script');
        await line.click();
        await expect(page.getByRole('textbox', { name: 'Action', exact: true }).first()).toBeFocused();
        await check('script-editing');
        await page.keyboard.press('Escape');
        if (isPhone) {
          await page.getByRole('button', { name: 'Open the menu' }).click();
          await expect(page.getByRole('dialog').getByRole('link', { name: 'Logout' })).toBeVisible();
          await check('menu');
        }
        await page.getByRole('button', { name: 'Theme: ' }).click();
        await expect(page.getByRole('menuitemradio', { name: 'System' })).toBeVisible();
        await check('script-theme-menu');
      });

      await test.step('with an empty script', async () => {
        await page.goto(scriptAddress(await aStoredProject(page.request, 'A blank page')));
        await expect(page.getByText('Start with a scene heading')).toBeVisible();
        await check('script-empty');
      });

      await test.step('with projects', async () => {
        await aStoredProject(page.request, 'Lighthouse');
        await page.goto('/');
        await expect(page.getByRole('article')).toHaveCount(3);
        await check('projects');
        await page.getByRole('button', { name: 'More for Lighthouse' }).click();
        await page.getByRole('menuitem', { name: 'Delete' }).click();
        const dialog = page.getByRole('alertdialog', { name: 'Delete project' });
        await expect(dialog).toContainText(
          'Are you sure you want to delete "Lighthouse"? This action cannot be undone.',
        );
        await check('projects-delete');
        await dialog.getByRole('button', { name: 'Delete' }).click();
        await expect(page.getByText('Project deleted', { exact: true })).toBeVisible();
        await expect(page.getByRole('article')).toHaveCount(2);
        for (let number = 0; number < 16; number++) await aStoredProject(page.request, longName);
        await page.reload();
        await expect(page.getByRole('article')).toHaveCount(18);
        await check('projects-overfull');
      });

      await test.step('at URLs that lead nowhere', async () => {
        await page.goto('/no-such-page');
        await expectNotFound(page);
        await check('not-found');
        const code = encodeProjectId(maxProjectId);
        browserConsole.expectFailedRequests(new RegExp(`/api/projects/${code}(/|$)`)); // the page makes all its calls at once
        await page.goto(`/projects/${code}`);
        await expect(page.getByRole('heading', { name: 'Project not found' })).toBeVisible();
        await check('project-not-found');
      });

      await expect(page.locator('html')).toHaveClass(theme);
    });
  });
}

async function expectNotFound(page: Page) {
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible();
}
