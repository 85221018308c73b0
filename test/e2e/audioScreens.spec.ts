import { type APIRequestContext, expect, type Page } from '@playwright/test';
import type { Character } from '#shared/contract/characters.ts';
import type { Project } from '#shared/contract/projects.ts';
import type { Voice } from '#shared/contract/voices.ts';
import { encodeProjectId } from '#shared/projectId.ts';
import { checkScreen } from './checkScreen.ts';
import { onePage, test } from './fixtures.ts';
import { browserOptionsOf, looks, storedTheme } from './looks.ts';
import { importProject, scriptAddress, storedElements, storedScenes } from './projects.ts';
import { leaveFirstField } from './writing.ts';

/*
 * Voices, the studio, the table read, the animatic and their exports in every size and theme. They
 * must have no axe violations, no console messages and no horizontal scrolling.
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

    test('passes all checks on the audio screens', async ({ page }) => {
      const check = (state: string) => checkScreen(page, `${state}-${name}`);
      const project = await importProject(page.request, onePage);
      const address = `/projects/${encodeProjectId(project.id)}`;

      await test.step('voices', async () => {
        await page.goto(`${address}/characters`);
        await page.getByRole('button', { name: 'Voice Library' }).click();
        await expect(page.getByRole('list', { name: 'Voices' })).toBeVisible();
        await check('voices-library');
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Suggest Voices' }).click();
        await expect(page.getByRole('list', { name: 'Proposals' }).getByRole('listitem')).toHaveCount(2);
        await check('voices-suggested');
        await page.keyboard.press('Escape');
        await giveVoice(page.request, project);
        await page.reload();
        await page.getByRole('button', { name: 'More for MARA' }).click();
        await page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
        const voice = page.getByRole('group', { name: 'Voice' });
        await voice.scrollIntoViewIfNeeded();
        await check('voices-of-form');
        await voice.getByRole('button', { name: /^(Choose|Change)/ }).click();
        await page.getByRole('button', { name: 'Design Your Voice' }).click();
        await expect(page.getByRole('textbox', { name: 'Voice name' })).toBeVisible();
        await check('voices-design');
      });

      await test.step('the studio', async () => {
        await page.goto(scriptAddress(project));
        // On a phone the tools belong to the open line.
        await leaveFirstField(page);
        await openStudio(page, 'Wait! I have a ticket!');
        await expect(page.getByText(/^No voice assigned to character TOBIAS/)).toBeVisible();
        await check('studio-without-voice');
        await page.keyboard.press('Escape');
        await openStudio(page, 'Rain on black water.');
        await expect(page.getByRole('button', { name: /^Generate(?! audio)/ })).toBeEnabled();
        await check('studio-effect');
        await page.keyboard.press('Escape');
        await makeSounds(page.request, project);
        await page.reload();
        await leaveFirstField(page);
        await openStudio(page, 'Forty-one. Forty-two.');
        await expect(page.getByText(/changed since this audio/)).toBeVisible();
        await expect(page.getByRole('slider', { name: 'Position' })).not.toHaveAttribute(
          'aria-valuemax',
          '0',
        );
        await expect(page.getByRole('slider', { name: 'Position' })).toBeFocused();
        await check('studio-made');
        await page.keyboard.press('Escape');
      });

      await test.step('the table read and its export', async () => {
        await page.getByRole('button', { name: 'More', exact: true }).click();
        await page.getByRole('menuitem', { name: 'Table read' }).click();
        const table = page.getByRole('region', { name: 'Table read' });
        await table.getByRole('button', { name: 'Table read settings' }).click();
        await expect(table.getByRole('button', { name: /^Voice all lines/ })).toBeVisible();
        await check('table-read-settings');
        await table.getByLabel('Scene headings').uncheck();
        await table.getByLabel('Action').uncheck();
        await table.getByRole('button', { name: 'Export Audio' }).click();
        await expect(page.getByRole('dialog', { name: 'Export Audio' })).toBeVisible();
        await check('export-audio');
        await page.route('**/uploads/*', () => {}); // never answered, so the upload stays in progress
        await page.getByRole('button', { name: 'Make MP3' }).click();
        await expect(page.getByText(/^1 of \d/)).toBeVisible();
        await check('export-audio-running');
        await page.getByRole('button', { name: 'Continue in Background' }).click();
        await table.getByRole('button', { name: 'Table read settings' }).click();
        await table.getByRole('button', { name: 'From the start' }).click();
        await expect(table.getByText('Rain', { exact: false }).first()).toBeVisible();
        await check('table-read');
        await table.getByRole('button', { name: 'Stop' }).click();
        await page.getByRole('list', { name: 'In the background' }).getByRole('button').click();
        await page.unroute('**/uploads/*');
      });

      await test.step('the animatic and its export', async () => {
        await page.goto(`${address}/scenes`);
        await page.getByRole('button', { name: 'Animatic' }).click();
        await expect(page.getByRole('slider', { name: 'Time' })).toBeVisible();
        await expect(page.getByRole('button', { name: /^Voice all lines/ })).toBeVisible();
        await check('animatic');
        await page.getByRole('button', { name: 'Export Film' }).click();
        await expect(page.getByRole('button', { name: 'Make Film' })).toBeVisible();
        await check('export-film');
        await page.getByRole('button', { name: 'Make Film' }).click();
        await page.getByRole('button', { name: 'Continue in Background' }).click();
        const works = page.getByRole('dialog').getByRole('list', { name: 'In the background' });
        await expect(works).toContainText('Film of');
        await check('animatic-with-film');
      });
    });
  });
}

async function openStudio(page: Page, text: string): Promise<void> {
  const line = page.getByRole('article').getByText(text);
  await line.hover();
  await page
    .getByRole('toolbar', { name: 'Element' })
    .getByRole('button', { name: /generate audio$/i })
    .click();
  await expect(page.getByRole('dialog', { name: 'Audio Studio' })).toBeVisible();
}

/** Give one of the two characters a voice, so that one is left to choose. */
async function giveVoice(request: APIRequestContext, { id }: Project): Promise<void> {
  const cast: Character[] = await (
    await request.get(`/api/projects/${encodeProjectId(id)}/characters`)
  ).json();
  const [voice]: Voice[] = await (await request.get('/api/voices')).json();
  const mara = cast.find(({ name }) => name === 'MARA');
  const answer = await request.patch(`/api/characters/${mara?.id}`, { data: { voiceId: voice?.voice_id } });
  expect(answer.ok()).toBe(true);
}

/** Create a picture, a sound effect, and a line whose sound was made from an older text. */
async function makeSounds(request: APIRequestContext, project: Project): Promise<void> {
  const elements = await storedElements(request, project);
  const [scene] = await storedScenes(request, project);
  const idOf = (start: string) => elements.find(({ content }) => content.startsWith(start))?.id;
  const line = { elementId: idOf('Forty-one'), projectId: project.id, characterName: 'MARA' };
  const calls = [
    ['generate-dialogue-audio', { ...line, text: 'Forty-one.' }],
    ['generate-sound-effect', { elementId: idOf('Rain'), text: 'heavy rain', duration_seconds: 2 }],
    [`scenes/${scene?.id}/generate-image`, {}],
  ] as const;
  for (const [path, data] of calls) {
    const answer = await request.post(`/api/${path}`, { data });
    expect(answer.ok(), await answer.text()).toBe(true);
  }
}
