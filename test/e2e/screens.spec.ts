import { expect, type Page } from '@playwright/test';
import type { Project } from '#shared/contract/projects.ts';
import { encodeProjectId, greatestProjectId } from '#shared/projectCode.ts';
import { nightFerry, test } from './fixtures.ts';
import { lookAt } from './lookAt.ts';
import { looks } from './looks.ts';
import { createProject, elementsOf, importProject, scriptAddress } from './projects.ts';
import { field, open, sendNow, stored } from './writing.ts';

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

/** Something for the assistant to find. */
const withWeakLine = {
  ...nightFerry,
  buffer: Buffer.concat([nightFerry.buffer, Buffer.from('\n\nMara is walking slowly along the lorries.\n')]),
};

test.describe.configure({ mode: 'parallel' });

for (const { name, email, viewport, theme, isPhone } of looks) {
  const themeAt = (origin: string) => [{ origin, localStorage: [{ name: 'vite-ui-theme', value: theme }] }];

  test.describe(name, () => {
    test.use({
      viewport,
      contextOptions: { reducedMotion: 'reduce' },
      // The other system preference, so that it is the stored choice that shows.
      colorScheme: theme === 'dark' ? 'light' : 'dark',
      storageState: async ({ server }, use) => use({ cookies: [], origins: themeAt(server.url) }),
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

    test.describe('around the script', () => {
      test.use({
        storageState: async ({ server, session }, use) => use({ ...session, origins: themeAt(server.url) }),
      });

      test('every panel and window', async ({ page, quiet }) => {
        const look = (state: string) => lookAt(page, `${state}-${name}`);
        const panel = isPhone
          ? page.getByRole('dialog', { name: 'Side panel' })
          : page.getByRole('complementary', { name: 'Side panel' });
        const more = async (item: string) => {
          await page.getByRole('button', { name: 'More', exact: true }).click();
          await page.getByRole('menuitem', { name: item }).click();
        };

        await test.step('with nothing in them', async () => {
          await page.goto(
            `${scriptAddress(await createProject(page.request, 'A blank page'))}?panel=navigator`,
          );
          await expect(panel.getByText('No scenes yet')).toBeVisible();
          await look('panel-scenes-empty');
          await showPanel(page, '?panel=chat&assistantTab=comments');
          await expect(panel.getByText('No comments yet')).toBeVisible();
          await look('panel-comments-empty');
          await showPanel(page, '?panel=history');
          await expect(panel.getByText('No script changes yet')).toBeVisible();
          await look('panel-history-empty');
        });

        const project = await importProject(page.request, withWeakLine);
        await test.step('a new line, and what it could become', async () => {
          await page.goto(scriptAddress(project));
          await open(page, 'She blows the whistle.');
          await page.keyboard.press('ControlOrMeta+End');
          await page.keyboard.press('Enter');
          await expect(field(page)).toHaveText('');
          await look('script-line');
          await page.keyboard.type('int. l');
          await expect(page.getByRole('option').first()).toBeVisible();
          await look('script-completion');
          await page.keyboard.press('Escape');
          await page.keyboard.press('Escape');
          await expect(field(page)).toHaveCount(0);
        });

        await test.step('without a network', async () => {
          quiet.expectRefusalOf(/\/api\/script-elements\//);
          await page.route('**/api/script-elements/*', (route) => route.abort());
          await open(page, 'She blows the whistle.');
          await page.keyboard.press('ControlOrMeta+End');
          await page.keyboard.type(' Please.');
          await page.keyboard.press('ControlOrMeta+s');
          await expect(page.getByRole('button', { name: 'Try now' })).toBeVisible();
          await look('script-offline');
          const answer = stored(page);
          await page.unroute('**/api/script-elements/*');
          await sendNow(page);
          expect((await answer).ok()).toBe(true);
        });

        await test.step('with all that a script has', async () => {
          await addComment(page, project);
          await page.reload();
          await expect(page.getByText('She blows the whistle.')).toBeVisible();
          await look('script-comments');
          await showPanel(page, '?panel=navigator');
          await expect(panel.getByRole('list', { name: 'Scenes' })).toBeVisible();
          await look('panel-scenes');
          await panel.getByRole('tab', { name: 'Characters' }).click();
          await expect(panel.getByRole('list', { name: 'Characters' })).toBeVisible();
          await look('panel-characters');
          await showPanel(page, '?panel=chat&assistantTab=comments');
          await expect(panel.getByText('Is she breathing?')).toBeVisible();
          await look('panel-comments');
          await showPanel(page, '?panel=history');
          await expect(panel.locator('ins').first()).toHaveText('Please.');
          await look('panel-history');
          await panel.getByRole('tab', { name: 'Versions' }).click();
          await panel.getByRole('button', { name: 'Name this version…' }).click();
          await page
            .getByRole('dialog', { name: 'Name this version' })
            .getByLabel('Name')
            .fill('First draft');
          await look('version-name');
          await page.getByRole('button', { name: 'Name', exact: true }).click();
          await panel.getByRole('button', { name: 'Compare…' }).click();
          await expect(
            page.getByRole('dialog', { name: 'Compare' }).getByText('No differences'),
          ).toBeVisible();
          await look('compare');
          await page.keyboard.press('Escape');
          await expect(page.getByRole('dialog', { name: 'Compare' })).toBeHidden();
          await look('panel-versions');
          await panel.getByRole('button', { name: 'Close the panel' }).click();
          await expect(panel).toBeHidden();
        });

        await test.step('with the assistant', async () => {
          await showPanel(page, '?panel=chat&assistantTab=chat');
          const given = panel.getByRole('button', { name: /^Gives / });
          await given.click();
          await panel.getByRole('checkbox').first().click();
          await expect(panel.getByText('1 taken out')).toBeVisible();
          await look('assistant-given');
          await given.click();
          await panel.getByRole('button', { name: 'Help me with the pacing' }).click();
          await expect(panel.getByText(/^Read .+ in full/)).toBeVisible();
          await look('assistant-answer');
          await panel.getByRole('button', { name: 'History', exact: true }).click();
          await expect(panel.getByRole('button', { name: /^Delete/ }).first()).toBeVisible();
          await look('assistant-history');
          await panel.getByRole('tab', { name: /^Suggestions/ }).click();
          await panel.getByRole('button', { name: 'Suggest improvements' }).click();
          await expect(panel.getByRole('article').first()).toBeVisible();
          await look('assistant-suggestions');
          await panel.getByRole('button', { name: 'Close the panel' }).click();
          await expect(panel).toBeHidden();
        });

        await test.step('every window', async () => {
          await page.keyboard.press('ControlOrMeta+h');
          const bar = page.getByRole('region', { name: 'Find in the script' });
          await bar.getByRole('textbox', { name: 'Find', exact: true }).fill('Thursday');
          await bar.getByRole('textbox', { name: 'Replace with' }).fill('Friday');
          await look('find');
          await bar.getByRole('button', { name: 'Replace all…' }).click();
          await expect(page.getByRole('dialog', { name: 'Replace all' })).toBeVisible();
          await look('replace-all');
          await page.keyboard.press('Escape');
          await bar.getByRole('button', { name: 'Close' }).click();
          await page.keyboard.press('ControlOrMeta+k');
          await page.getByRole('combobox').fill('sa');
          await look('palette');
          await page.keyboard.press('Escape');
          await more('Keyboard shortcuts');
          await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
          await look('keys');
          await page.getByRole('button', { name: 'Preferences' }).click();
          await expect(page.getByRole('dialog', { name: 'Writing preferences' })).toBeVisible();
          await look('preferences');
          await page.keyboard.press('Escape');
          await more('Reports…');
          await expect(page.getByRole('dialog', { name: 'Reports' })).toBeVisible();
          await look('reports');
          await page.getByRole('tab', { name: 'Characters' }).click();
          await look('reports-characters');
          await page.keyboard.press('Escape');
          await more('Title page and paper…');
          await expect(page.getByRole('dialog', { name: 'Script settings' })).toBeVisible();
          await look('settings');
          await page.keyboard.press('Escape');
        });

        const code = encodeProjectId(project.id);
        await test.step('the idea', async () => {
          await page.goto(`/projects/${code}/idea-development`);
          await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(/night ferry/i);
          await look('idea-empty');
          await page
            .getByRole('textbox', { name: 'Logline' })
            .fill('A purser counts one passenger too many.');
          await page.getByRole('textbox', { name: 'Synopsis' }).fill('She counts them again.\n\nAnd again.');
          await page.getByRole('button', { name: /^Generate/ }).click();
          await expect(page.getByRole('img', { name: /^Concept image/ })).toBeVisible();
          await look('idea');
          await page.goto(`/project/${code}/idea-development`);
          await expect(page.getByRole('link', { name: 'Back to project' })).toBeVisible();
          await look('idea-alone');
        });

        await test.step('the settings of the project', async () => {
          await page.goto(`/projects/${code}/project-settings`);
          const template = page.getByRole('textbox', { name: 'Template for scene images' });
          await template.fill('Fog over {{location}}, {{mood}}');
          await expect(page.getByText('Unsaved changes')).toBeVisible();
          await look('project-settings');
          await page.getByRole('button', { name: 'Save', exact: true }).click();
          await expect(page.getByText('Settings saved', { exact: true })).toBeVisible();
          await page.getByRole('region', { name: 'Project brief' }).scrollIntoViewIfNeeded();
          await look('project-settings-brief');
          await page.getByText('Off', { exact: true }).click();
          await expect(
            page.getByRole('region', { name: 'What AI may do' }).getByText('Saved', { exact: true }),
          ).toBeVisible();
          await page.goto(`${scriptAddress(project)}?panel=chat&assistantTab=chat`);
          await expect(panel.getByText('AI is switched off in this project.')).toBeVisible();
          await look('assistant-off');
        });

        await expect(page.locator('html')).toHaveClass(theme);
      });
    });
  });
}

/** As a link inside the page would. */
async function showPanel(page: Page, query: string): Promise<void> {
  await page.evaluate((search) => history.replaceState(history.state, '', search), query);
}

/** On words, which are marked on the page. */
async function addComment(page: Page, project: Project): Promise<void> {
  const element = (await elementsOf(page.request, project)).find(({ content }) =>
    content.startsWith('Chains.'),
  );
  const answer = await page.request.post(`/api/projects/${encodeProjectId(project.id)}/comments`, {
    data: {
      content: 'Louder than the rest?',
      scriptElementId: element?.id,
      selectedText: 'Diesel',
      selectionStart: 8,
      selectionEnd: 14,
    },
  });
  expect(answer.status()).toBe(201);
}

async function seesNotFound(page: Page) {
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible();
}
