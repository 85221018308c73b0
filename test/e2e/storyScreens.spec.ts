import { type APIRequestContext, expect } from '@playwright/test';
import { encodeProjectId } from '#shared/projectCode.ts';
import { checkScreen } from './checkScreen.ts';
import { nightFerryFile, test } from './fixtures.ts';
import { browserOptionsOf, looks, storedTheme } from './looks.ts';
import { aStoredProject, importProject } from './projects.ts';

/*
 * Planning, scenes, characters and outline in every size and both themes, empty and with a story.
 * They must have no axe violations, no console messages and no horizontal scrolling.
 */

const story = {
  acts: [
    { title: 'Departure', startPage: 1, endPage: 30, colorTheme: 'blue' },
    { title: 'The Count', startPage: 31, endPage: 85, colorTheme: 'green' },
    { title: 'Landfall', startPage: 86, endPage: 112, colorTheme: 'red' },
  ],
  sequences: [{ name: 'Boarding', actNumber: 1, colorTheme: 'orange' }],
  'story-beats': [
    { title: 'Forty cars, one driver missing', description: 'Its engine runs.', actNumber: 1 },
    { title: 'Two hundred and thirteen', description: 'She counts again. Nobody is missing.', actNumber: 2 },
    { title: 'Water on the car deck', description: 'They fight for the bow door!', actNumber: 3 },
  ],
  outlines: [
    { title: 'Departure', content: 'Mara counts.\n\nThe count is wrong.' },
    { title: 'A title that goes on for as long as a title may, and then a little further, to see it break' },
  ],
};

test.describe.configure({ mode: 'parallel' });

for (const look of looks) {
  const { name, theme } = look;

  test.describe(name, () => {
    test.use({
      ...browserOptionsOf(look),
      storageState: async ({ server, session }, use) =>
        use({ ...session, origins: storedTheme(server.url, theme) }),
    });

    test('passes all checks on an empty plan', async ({ page }) => {
      const code = encodeProjectId((await aStoredProject(page.request, 'Nothing yet')).id);
      for (const [view, words] of [
        ['planning', 'Add Act'],
        ['scenes', 'New Scene'],
        ['characters', 'No characters yet'],
        ['outline', 'No outline items yet'],
      ]) {
        await page.goto(`/projects/${code}/${view}`);
        await expect(page.getByText(words ?? '').first()).toBeVisible();
        await checkScreen(page, `${view}-empty-${name}`);
      }
    });

    test('passes all checks on a planned story', async ({ page }) => {
      const check = (state: string) => checkScreen(page, `${state}-${name}`);
      const project = await importProject(page.request, nightFerryFile);
      const address = `/projects/${encodeProjectId(project.id)}`;
      await fillStory(page.request, address);

      await test.step('the plan', async () => {
        await page.goto(`${address}/planning`);
        await expect(page.getByText('Water on the car deck')).toBeVisible();
        await page.getByRole('button', { name: /^Show Tension/ }).click();
        await expect(page.getByRole('radio').first()).toBeVisible();
        await check('planning');
        await page.getByRole('button', { name: 'Add Act' }).click();
        await expect(page.getByRole('dialog', { name: 'Add New Act' })).toBeVisible();
        await check('planning-act');
        await page.keyboard.press('Escape');
      });

      await test.step('the scenes', async () => {
        await page.goto(`${address}/scenes`);
        await page.getByRole('button', { name: /^Shots of .*HARBOUR/ }).click();
        await expect(page.getByRole('list', { name: /^Shots of .*HARBOUR/ })).toBeVisible();
        await check('scenes');
        await page.getByRole('button', { name: 'New Scene' }).click();
        await expect(page.getByRole('dialog', { name: 'New scene' })).toBeVisible();
        await check('scenes-new');
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Storyboard' }).click();
        await page
          .getByRole('button', { name: /^Generate image .* for .*HARBOUR/ })
          .first()
          .click();
        await expect(page.getByRole('button', { name: /^Show the image of .*HARBOUR/ })).toBeVisible();
        await check('storyboard');
      });

      await test.step('the characters and the outline', async () => {
        await page.goto(`${address}/characters`);
        await page.getByRole('button', { name: 'More for MARA' }).click();
        await page.getByRole('menuitem', { name: /^Generate avatar/ }).click();
        await expect(page.getByRole('img', { name: /MARA/ })).toBeVisible();
        await check('characters');
        await page.getByRole('button', { name: 'New Character' }).click();
        await expect(page.getByRole('dialog', { name: 'New Character' })).toBeVisible();
        await check('characters-new');
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'MARA', exact: true }).click();
        await page.getByRole('textbox', { name: 'Name', exact: true }).fill('MARIT');
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        const question = page.getByRole('alertdialog', { name: 'Rename in the script too' });
        await expect(question.getByRole('list', { name: /^also in action and dialogue/ })).toBeVisible();
        await check('characters-mentions');
        await page.goto(`${address}/outline`);
        await expect(page.getByRole('article')).toHaveCount(story.outlines.length);
        await check('outline');
      });
    });
  });
}

async function fillStory(request: APIRequestContext, address: string) {
  for (const [list, rows] of Object.entries(story))
    for (const row of rows) {
      const answer = await request.post(`/api${address}/${list}`, { data: row });
      expect(answer.status()).toBe(201);
    }
}
