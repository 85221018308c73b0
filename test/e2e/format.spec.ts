import { expect, type Page } from '@playwright/test';
import { openFerry, whistleLine } from './ferry.ts';
import { test } from './fixtures.ts';
import { storedElements, storedScenes } from './projects.ts';
import { nextSave, openElement, scriptField } from './writing.ts';

/* The format of a script: columns, centred text, page breaks, numbers, paper. */

test('formats dual dialogue, centred text, page breaks, scene numbers, paper and title page', async ({
  page,
}) => {
  const project = await openFerry(page);
  const format = async (name: string) => {
    await page.getByRole('button', { name: 'Format', exact: true }).click();
    const answer = nextSave(page);
    await page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click();
    expect((await answer).status()).toBe(200);
  };
  const found = async (text: string) =>
    (await storedElements(page.request, project)).find(({ content }) => content === text);
  const focus = async (text: string) => {
    await openElement(page, text);
    await page.keyboard.press('Escape');
    await expect(scriptField(page)).toHaveCount(0);
  };

  await test.step('make dual dialogue by one command, and undo it', async () => {
    await focus('It is Thursday.');
    await format('Dual dialogue');
    expect([
      (await found('You have a ticket for Thursday.'))?.dual,
      (await found('It is Thursday.'))?.dual,
    ]).toEqual(['left', 'right']);
    const topOf = async (text: string) => (await page.getByRole('article').getByText(text).boundingBox())?.y;
    await expect(async () => {
      const left = await topOf('You have a ticket for');
      expect(left).toBeDefined();
      expect(await topOf('It is Thursday.')).toBe(left);
    }).toPass();
    await format('Dual dialogue');
    expect((await found('It is Thursday.'))?.dual).toBeNull();
  });

  await test.step('centre a line and start it on a new page', async () => {
    await focus(whistleLine);
    await format('Centred text');
    await format('Start on a new page');
    const pages = page.getByRole('article', { name: 'Page 2', exact: true });
    await expect(pages.getByText(whistleLine)).toBeVisible();
    const { extras } = (await found(whistleLine)) ?? {};
    expect(extras).toMatchObject({ layout: { alignment: 'Center', startsNewPage: true } });
    await format('Start on a new page');
    await format('Centred text');
    expect((await found(whistleLine))?.extras?.layout ?? {}).not.toMatchObject({ alignment: 'Center' });
  });

  await test.step('set scene numbers, paper and title page', async () => {
    const more = async (name: string) => {
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    const numbers = page
      .getByRole('article', { name: 'Page 1', exact: true })
      .getByText('1', { exact: true });
    const areShown = project.format.sceneNumbersShown;
    await expect(numbers).toHaveCount(areShown ? 2 : 0);
    await more(areShown ? 'Hide scene numbers' : 'Show scene numbers');
    await expect(numbers).toHaveCount(areShown ? 0 : 2);
    const widthPx = await paperPx(page);
    await more('Title page and paper…');
    const dialog = page.getByRole('dialog', { name: 'Script settings' });
    await dialog.getByRole('radio', { name: /^A4/ }).check();
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Day Ferry');
    await dialog.getByRole('textbox', { name: 'Credit' }).fill('written in a hurry by');
    await expect(dialog.getByRole('img', { name: 'Preview of the title page' })).toContainText(
      'written in a hurry by',
    );
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('article', { name: 'Title page' })).toContainText('written in a hurry by');
    await expect.poll(() => paperPx(page)).toBeLessThan(widthPx);
    expect((await storedScenes(page.request, project)).map(({ displayNumber }) => displayNumber)).toContain(
      '3A',
    );
  });
});

async function paperPx(page: Page): Promise<number> {
  return (await page.getByRole('article', { name: 'Page 1', exact: true }).boundingBox())?.width ?? 0;
}
