import { expect, type Page } from '@playwright/test';
import { checkScreen } from './checkScreen.ts';
import { newcomer, test, visitor } from './fixtures.ts';
import { aStoredProject, scriptAddress, storedElements } from './projects.ts';
import type { RunningServer } from './server.ts';
import { bottomInput, closeField, elementTexts, expectStored, openElement, tabTo } from './writing.ts';

/*
 * The question of the first start: which keys a writer knows. All other journeys are those of users
 * who have answered it.
 */

test.use({ storageState: visitor });

async function enter(page: Page, server: RunningServer): Promise<void> {
  const { code } = await server.loginMail(newcomer, () =>
    page.request.post('/api/login', { data: { email: newcomer } }),
  );
  const signedIn = await page.request.post('/api/login/verify', { data: { email: newcomer, code } });
  expect(signedIn.ok()).toBe(true);
}

test('asks a new user once for the keys, while typing goes on', async ({ page, browser, server }) => {
  await enter(page, server);
  const project = await aStoredProject(page.request, 'The first script');
  const question = page.getByRole('region', { name: 'Which keys do your hands know?' });

  await test.step('letters typed over the question go into the script', async () => {
    await page.goto(scriptAddress(project));
    await expect(bottomInput(page).getByRole('textbox')).toBeFocused();
    await page.keyboard.type('int. harbour', { delay: 5 });
    await expect(question).toBeVisible();
    await expect(question).toContainText('The type that usually comes next');
    await page.keyboard.type(' office - night', { delay: 5 });
    await expect(bottomInput(page).getByRole('textbox')).toHaveText('int. harbour office - night', {
      ignoreCase: true,
    });
    await checkScreen(page, 'key-question');
  });

  await test.step('a press on Final Draft keeps the caret, and the next Tab is Final Draft’s', async () => {
    await question.getByRole('button', { name: 'Final Draft' }).click();
    await expect(question).toHaveCount(0);
    await expect(bottomInput(page).getByRole('textbox')).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.type('Rain.');
    await expectStored(page, project, ['INT. HARBOUR OFFICE - NIGHT', 'Rain.']);
    expect((await storedElements(page.request, project)).map(({ elementType }) => elementType)).toEqual([
      'scene_heading',
      'action',
    ]);
  });

  await test.step('another browser of the same user has the keys and does not ask', async () => {
    const context = await browser.newContext({ storageState: await page.context().storageState() });
    const other = await context.newPage();
    await other.addInitScript(() => localStorage.removeItem('script-preferences'));
    await other.goto(new URL(scriptAddress(project), server.url).href);
    await expect(other.getByRole('article', { name: 'Page 1', exact: true })).toBeVisible();
    await closeField(other);
    await other.keyboard.press('?');
    await expect(other.getByText('Element keys: Final Draft')).toBeVisible();
    await expect(other.getByRole('region', { name: 'Which keys do your hands know?' })).toHaveCount(0);
    await context.close();
  });

  await test.step('the preferences change them later', async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('Writing preferences');
    await page.keyboard.press('Enter');
    const fountain = page.getByRole('radio', { name: 'Fountain' });
    await tabTo(page, page.getByRole('radio', { name: 'Final Draft' }));
    await page.keyboard.press('ArrowDown');
    await expect(fountain).toBeChecked();
    await page.keyboard.press('Escape');
    const own = async () => (await (await page.request.get('/api/auth/user')).json()).elementKeys;
    await expect.poll(own).toBe('fountain');
    expect(elementTexts(await storedElements(page.request, project))).toHaveLength(2);
  });
});

test('gives lines the types that they have in Fountain, with the keys of Fountain', async ({
  page,
  server,
}) => {
  await enter(page, server);
  await page.request.patch('/api/auth/user/preferences', { data: { elementKeys: 'fountain' } });
  const project = await aStoredProject(page.request, 'A plain-text hand');
  const expectTypes = (expected: readonly (readonly [type: string, content: string])[]) =>
    expect
      .poll(async () =>
        (await storedElements(page.request, project)).map(({ elementType, content }) => [
          elementType,
          content,
        ]),
      )
      .toEqual(expected);
  const speech = [
    ['character', 'MARA'],
    ['parenthetical', '(counting)'],
    ['dialogue', 'Forty-one.'],
    ['dialogue', 'Forty-two.'],
  ] as const;
  await page.goto(scriptAddress(project));
  await expect(bottomInput(page).getByRole('textbox')).toBeFocused();

  await test.step('an empty line ends a speech', async () => {
    for (const line of [
      'int. car deck - night',
      '',
      'Chains.',
      '',
      'MARA',
      '(counting)',
      'Forty-one.',
      'Forty-two.',
      '',
    ]) {
      if (line !== '') await page.keyboard.type(line);
      await page.keyboard.press('Enter');
    }
    await page.keyboard.type('ext. pier - day');
    await page.keyboard.press('Enter');
    await expectTypes([
      ['scene_heading', 'INT. CAR DECK - NIGHT'],
      ['action', 'Chains.'],
      ...speech,
      ['scene_heading', 'EXT. PIER - DAY'],
    ]);
  });

  await test.step('signs give a line its type, and Tab gives none to one with text', async () => {
    await expect(page.locator('footer', { hasText: 'Tab character' })).toBeVisible();
    await page.keyboard.type('Rain.');
    await page.keyboard.press('Tab');
    await page.keyboard.type(' More rain.');
    await page.keyboard.press('Enter');
    for (const line of ['> slow fade TO:', '.the harbour', '@tobias', 'Wait!']) {
      await page.keyboard.type(line);
      await page.keyboard.press('Enter');
    }
    await expectTypes([
      ['scene_heading', 'INT. CAR DECK - NIGHT'],
      ['action', 'Chains.'],
      ...speech,
      ['scene_heading', 'EXT. PIER - DAY'],
      ['action', 'Rain. More rain.'],
      ['transition', 'SLOW FADE TO:'],
      ['scene_heading', 'THE HARBOUR'],
      ['character', 'TOBIAS'],
      ['dialogue', 'Wait!'],
    ]);
  });

  await test.step('in the middle of the script, too', async () => {
    await closeField(page);
    await openElement(page, 'Chains.');
    await page.keyboard.press('End');
    for (const line of ['', 'TOBIAS', 'No.']) {
      await page.keyboard.type(line);
      await page.keyboard.press('Enter');
    }
    await closeField(page);
    await expect
      .poll(async () =>
        (await storedElements(page.request, project)).slice(1, 5).map((row) => row.elementType),
      )
      .toEqual(['action', 'character', 'dialogue', 'character']);
  });
});
