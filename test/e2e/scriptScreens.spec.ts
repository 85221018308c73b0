import { expect, type Page } from '@playwright/test';
import type { Project } from '#shared/contract/projects.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import { checkScreen } from './checkScreen.ts';
import { nightFerryFile, test } from './fixtures.ts';
import { browserOptionsOf, looks, storedTheme } from './looks.ts';
import { aStoredProject, importProject, scriptAddress, storedElements } from './projects.ts';
import { moveCaretToEdge, nextSave, openElement, scriptField, sendNow, visibleText } from './writing.ts';

/*
 * The surroundings of the script and the other views, in every size and theme (see
 * screens.spec.ts).
 */

/** Contains a line that the assistant finds weak. */
const withWeakLine = {
  ...nightFerryFile,
  buffer: Buffer.concat([
    nightFerryFile.buffer,
    Buffer.from('\n\nMara is walking slowly along the lorries.\n'),
  ]),
};

test.describe.configure({ mode: 'parallel' });

for (const look of looks) {
  const { name, theme, isPhone } = look;

  test.describe(name, () => {
    test.use({
      ...browserOptionsOf(look),
      storageState: async ({ server, session }, use) =>
        use({ ...session, origins: storedTheme(server.url, theme) }),
    });

    test('passes all checks on every panel and dialog', async ({ page, browserConsole }) => {
      const check = (state: string) => checkScreen(page, `${state}-${name}`);
      const panel = isPhone
        ? page.getByRole('dialog', { name: 'Side panel' })
        : page.getByRole('complementary', { name: 'Side panel' });
      const more = async (item: string) => {
        await page.getByRole('button', { name: 'More', exact: true }).click();
        await page.getByRole('menuitem', { name: item }).click();
      };

      await test.step('empty panels', async () => {
        await page.goto(
          `${scriptAddress(await aStoredProject(page.request, 'A blank page'))}?panel=navigator`,
        );
        await expect(panel.getByText('No scenes yet')).toBeVisible();
        await check('panel-scenes-empty');
        await showPanel(page, '?panel=chat&assistantTab=comments');
        await expect(panel.getByText('No comments yet')).toBeVisible();
        await check('panel-comments-empty');
        await showPanel(page, '?panel=history');
        await expect(panel.getByText('No script changes yet')).toBeVisible();
        await check('panel-history-empty');
      });

      const project = await importProject(page.request, withWeakLine);
      await test.step('a new line and its type menu', async () => {
        await page.goto(scriptAddress(project));
        await openElement(page, 'She blows the whistle.');
        await moveCaretToEdge(page, 'end');
        await page.keyboard.press('Enter');
        await expect(scriptField(page)).toHaveText('');
        await check('script-line');
        await page.keyboard.type('int. l');
        await expect(page.getByRole('option').first()).toBeVisible();
        await check('script-completion');
        await page.keyboard.press('Escape');
        await page.keyboard.press('Escape');
        await expect(scriptField(page)).toHaveCount(0);
      });

      await test.step('without a network', async () => {
        browserConsole.expectFailedRequests(/\/api\/script-elements\//);
        await page.route('**/api/script-elements/*', (route) => route.abort());
        await openElement(page, 'She blows the whistle.');
        await moveCaretToEdge(page, 'end');
        await page.keyboard.type(' Please.');
        await page.keyboard.press('ControlOrMeta+s');
        await expect(page.getByRole('button', { name: 'Try now' })).toBeVisible();
        await check('script-offline');
        const answer = nextSave(page);
        await page.unroute('**/api/script-elements/*');
        await sendNow(page);
        expect((await answer).ok()).toBe(true);
      });

      await test.step('a script with comments, history and scenes', async () => {
        await addComment(page, project);
        await page.reload();
        await expect(visibleText(page, 'She blows the whistle.')).toBeVisible();
        await check('script-comments');
        await showPanel(page, '?panel=navigator');
        await expect(panel.getByRole('list', { name: 'Scenes' })).toBeVisible();
        await check('panel-scenes');
        await panel.getByRole('tab', { name: 'Characters' }).click();
        await expect(panel.getByRole('list', { name: 'Characters' })).toBeVisible();
        await check('panel-characters');
        await showPanel(page, '?panel=chat&assistantTab=comments');
        await expect(panel.getByText('Is she breathing?')).toBeVisible();
        await check('panel-comments');
        await showPanel(page, '?panel=history');
        await expect(panel.locator('ins').first()).toHaveText('Please.');
        await check('panel-history');
        await panel.getByRole('tab', { name: 'Versions' }).click();
        await panel.getByRole('button', { name: 'Name this version…' }).click();
        await page.getByRole('dialog', { name: 'Name this version' }).getByLabel('Name').fill('First draft');
        await check('version-name');
        await page.getByRole('button', { name: 'Name', exact: true }).click();
        await panel.getByRole('button', { name: 'Compare…' }).click();
        await expect(page.getByRole('dialog', { name: 'Compare' }).getByText('No differences')).toBeVisible();
        await check('compare');
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog', { name: 'Compare' })).toBeHidden();
        await check('panel-versions');
        await panel.getByRole('button', { name: 'Close the panel' }).click();
        await expect(panel).toBeHidden();
      });

      await test.step('the assistant', async () => {
        await showPanel(page, '?panel=chat&assistantTab=chat');
        const contextButton = panel.getByRole('button', { name: /^Sends / });
        await contextButton.click();
        await panel.getByRole('checkbox').first().click();
        await expect(panel.getByText('1 taken out')).toBeVisible();
        await check('assistant-given');
        await contextButton.click();
        await panel.getByRole('button', { name: 'Help me with the pacing' }).click();
        await expect(panel.getByText(/^Read .+ in full/)).toBeVisible();
        await check('assistant-answer');
        await panel.getByRole('button', { name: 'History', exact: true }).click();
        await expect(panel.getByRole('button', { name: /^Delete/ }).first()).toBeVisible();
        await check('assistant-history');
        await panel.getByRole('tab', { name: /^Suggestions/ }).click();
        await panel.getByRole('button', { name: 'Suggest improvements' }).click();
        await expect(panel.getByRole('article').first()).toBeVisible();
        await check('assistant-suggestions');
        await panel.getByRole('button', { name: 'Close the panel' }).click();
        await expect(panel).toBeHidden();
      });

      await test.step('every dialog', async () => {
        await page.keyboard.press('ControlOrMeta+h');
        const bar = page.getByRole('region', { name: 'Find in the script' });
        await bar.getByRole('textbox', { name: 'Find', exact: true }).fill('Thursday');
        await bar.getByRole('textbox', { name: 'Replace with' }).fill('Friday');
        await check('find');
        await bar.getByRole('button', { name: 'Replace all…' }).click();
        await expect(page.getByRole('dialog', { name: 'Replace all' })).toBeVisible();
        await check('replace-all');
        await page.keyboard.press('Escape');
        await bar.getByRole('button', { name: 'Close' }).click();
        await page.keyboard.press('ControlOrMeta+k');
        await page.getByRole('combobox').fill('sa');
        await check('palette');
        await page.keyboard.press('Escape');
        await more('Keyboard shortcuts');
        await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
        await check('keys');
        await page.getByRole('button', { name: 'Preferences' }).click();
        await expect(page.getByRole('dialog', { name: 'Writing preferences' })).toBeVisible();
        await check('preferences');
        await page.keyboard.press('Escape');
        await more('Reports…');
        await expect(page.getByRole('dialog', { name: 'Reports' })).toBeVisible();
        await check('reports');
        await page.getByRole('tab', { name: 'Characters' }).click();
        await check('reports-characters');
        await page.getByRole('tab', { name: 'Scenes' }).click();
        await check('reports-scenes');
        await page.keyboard.press('Escape');
        await more('Sides and copies…');
        await expect(page.getByRole('dialog', { name: 'Sides and copies' })).toBeVisible();
        await check('sides');
        await page.keyboard.press('Escape');
        await more('Production draft…');
        await expect(page.getByRole('dialog', { name: 'Production draft' })).toBeVisible();
        await check('production');
        await page.keyboard.press('Escape');
        await more('Title page and paper…');
        await expect(page.getByRole('dialog', { name: 'Script settings' })).toBeVisible();
        await check('settings');
        await page.keyboard.press('Escape');
      });

      const code = encodeProjectId(project.id);
      await test.step('the idea', async () => {
        await page.goto(`/projects/${code}/idea-development`);
        await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(/night ferry/i);
        await check('idea-empty');
        await page.getByRole('textbox', { name: 'Logline' }).fill('A purser counts one passenger too many.');
        await page.getByRole('textbox', { name: 'Synopsis' }).fill('She counts them again.\n\nAnd again.');
        await page.getByRole('button', { name: /^Generate/ }).click();
        await expect(page.getByRole('img', { name: /^Concept image/ })).toBeVisible();
        await check('idea');
        await page.goto(`/project/${code}/idea-development`);
        await expect(page.getByRole('link', { name: 'Back to project' })).toBeVisible();
        await check('idea-alone');
      });

      await test.step('the project settings', async () => {
        await page.goto(`/projects/${code}/project-settings`);
        const template = page.getByRole('textbox', { name: 'Template for scene images' });
        await template.fill('Fog over {{location}}, {{mood}}');
        await expect(page.getByText('Unsaved changes')).toBeVisible();
        await check('project-settings');
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        await expect(page.getByText('Settings saved', { exact: true })).toBeVisible();
        await page.getByRole('region', { name: 'Project brief' }).scrollIntoViewIfNeeded();
        await check('project-settings-brief');
        await page.getByText('Off', { exact: true }).click();
        await expect(
          page.getByRole('region', { name: 'What AI may do' }).getByText('Saved', { exact: true }),
        ).toBeVisible();
        await page.goto(`${scriptAddress(project)}?panel=chat&assistantTab=chat`);
        await expect(panel.getByText('AI is switched off in this project.')).toBeVisible();
        await check('assistant-off');
      });

      await expect(page.locator('html')).toHaveClass(theme);
    });
  });
}

/** Change the query as a link inside the page does. */
async function showPanel(page: Page, query: string): Promise<void> {
  await page.evaluate((search) => history.replaceState(history.state, '', search), query);
}

/** Comment on words, which are marked on the page. */
async function addComment(page: Page, project: Project): Promise<void> {
  const element = (await storedElements(page.request, project)).find(({ content }) =>
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
