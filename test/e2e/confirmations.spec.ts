import { expect, type Page } from '@playwright/test';
import { encodeProjectId } from '#shared/projectCode.ts';
import { checkScreen } from './checkScreen.ts';
import { onePage, test } from './fixtures.ts';
import { browserOptionsOf, looks, storedTheme } from './looks.ts';
import { importProject, scriptAddress } from './projects.ts';

/*
 * The confirmations before deletions, removals of access and decisions about money, and the dialog
 * about lines that an export leaves out. In every size and theme, the focus is on the safe choice.
 */

test.describe.configure({ mode: 'parallel' });

for (const look of looks) {
  const { name, theme } = look;

  test.describe(name, () => {
    test.use({
      ...browserOptionsOf(look),
      storageState: async ({ server, session }, use) =>
        use({ ...session, origins: storedTheme(server.url, theme) }),
    });

    /** Check a confirmation and choose its safe answer by keyboard. */
    async function decline(page: Page, title: string, safe = 'Cancel'): Promise<void> {
      const question = page.getByRole('alertdialog', { name: title });
      await expect(question.getByRole('button', { name: safe })).toBeFocused();
      await checkScreen(page, `${title.toLowerCase().replaceAll(' ', '-')}-${name}`);
      await page.keyboard.press('Enter');
      await expect(question).toBeHidden();
    }

    test('names the subject in each confirmation', async ({ page }) => {
      const { request } = page;
      const project = await importProject(request, onePage);
      const api = `/api/projects/${encodeProjectId(project.id)}`;

      await test.step('an act', async () => {
        await request.post(`${api}/acts`, { data: { title: 'Departure' } });
        await page.goto(`/projects/${encodeProjectId(project.id)}/planning`);
        await page.getByRole('button', { name: 'Menu of act 1' }).click();
        await page.getByRole('menuitem', { name: 'Delete' }).click();
        await decline(page, 'Delete act');
      });

      await test.step('access and the read-only link', async () => {
        await request.post(`${api}/invite`, { data: { email: `eddie-${name}@example.org`, role: 'editor' } });
        await request.post(`${api}/reading-link`, { data: { expireDays: 7 } });
        await page.goto(scriptAddress(project));
        if (look.isPhone) await page.getByRole('button', { name: 'Open the menu' }).click();
        await page.getByRole('button', { name: 'Share', exact: true }).click();
        const remove = page.getByRole('button', { name: `Remove access of eddie-${name}@example.org` });
        await remove.click();
        await decline(page, 'Remove invitation');
        await expect(remove).toBeFocused();
        await page.getByRole('button', { name: 'Revoke link' }).click();
        await decline(page, 'Revoke link');
        await page.keyboard.press('Escape');
      });

      await test.step('an export with silent lines', async () => {
        await page.getByRole('button', { name: 'More', exact: true }).click();
        await page.getByRole('menuitem', { name: 'Table read' }).click();
        const table = page.getByRole('region', { name: 'Table read' });
        await table.getByRole('button', { name: 'Table read settings' }).click();
        await table.getByRole('button', { name: 'Export Audio' }).click();
        const dialog = page.getByRole('dialog', { name: 'Export Audio' });
        await expect(dialog.getByText(/^\d lines of the narrator will be silent/)).toBeVisible();
        await checkScreen(page, `export-silent-${name}`);
        await dialog.getByLabel('Voice of the narrator in this file').selectOption({ index: 1 });
        await expect(dialog.getByText(/^\d lines of the narrator will be spoken/)).toBeVisible();
        await dialog.getByRole('button', { name: 'Cancel' }).click();
      });

      await test.step('an application', async () => {
        const applied = await request.post('/api/beta-signup', {
          data: {
            ...{ email: `nell-${name}@example.org`, firstName: 'Nell', lastName: `Nothing ${name}` },
            ...{
              role: 'student',
              experience: 'beginner',
              reason: 'I count ferries in the rain.',
              interests: [],
            },
          },
        });
        expect(applied.status(), await applied.text()).toBe(201);
        await page.goto('/admin');
        await page.getByRole('button', { name: `Reject Nell Nothing ${name}` }).click();
        await decline(page, 'Reject application');
      });
    });
  });
}
